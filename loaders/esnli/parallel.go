package esnli

import (
	"context"
	"hash/maphash"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

// parallelFiles are the files in which line n is about pair n, read on demand.
type parallelFiles struct {
	isOpen bool // they were found
	ctx    context.Context
	labels *index.FileElements // nil if they are the run
	s1, s2 *index.FileElements
	expl   *index.FileElements

	indexed sync.Once
	seed    maphash.Seed
	lines   map[uint64][]int32 // by hash of the hypothesis' letters
}

func extensionOf(path string) string {
	_, ext, _ := strings.Cut(filepath.Base(path), ".")
	return ext
}

// labelFiles come with scores, whose name decides between several splits.
var labelFiles = record.CompanionFile{
	What: "labels", Flag: loaders.GoldFile, Missing: "labels.* with s1.* and s2.*", Without: "explanations or gold",
	Name: func(name string) bool { return strings.HasPrefix(name, "labels.") },
	Choose: func(labels string, paths []string) []string {
		for _, path := range paths {
			if split, _, _ := strings.Cut(extensionOf(path), "."); split != "" && strings.Contains(filepath.Base(labels), split) {
				return []string{path}
			}
		}
		return paths[:min(len(paths), 1)]
	},
}

// open takes only files of the labels' extension, because a split's files share it. The run
// closes them. A missing file is a problem; an unreadable folder an error.
func (p *parallelFiles) open(o *record.RunBuilder, path string) {
	p.isOpen, p.ctx = true, o.Context()
	dir, ext := filepath.Dir(path), extensionOf(path)
	entries, err := fs.ReadDir(o.Source.Files, dir)
	if err != nil {
		o.Fail(loaders.Errorf("parallel files: %w", err))
	}
	for _, file := range []struct {
		lines         **index.FileElements
		name, missing string
	}{{&p.s1, "s1.*", "s1." + ext}, {&p.s2, "s2.*", "s2." + ext}, {&p.expl, "*expl*", "explanations file (*expl*." + ext + ")"}} {
		i := slices.IndexFunc(entries, func(e fs.DirEntry) bool {
			named, _ := filepath.Match(file.name, e.Name())
			return named && !e.IsDir() && extensionOf(e.Name()) == ext
		})
		if i < 0 {
			o.Run.ReportProblem("no %s beside %s; shown without it", file.missing, path)
		} else {
			*file.lines = o.Entries(filepath.Join(dir, entries[i].Name()), "")
		}
	}
	if path != o.Run.Path {
		p.labels = o.Entries(path, "")
	}
}

func (p *parallelFiles) textAt(rec *record.Record, textLines *index.FileElements, pairIndex int) string {
	if textLines == nil {
		return ""
	}
	text, ok := p.lineAt(textLines, pairIndex)
	if !ok {
		rec.Problem("%s has no text on line %d; shown without it", filepath.Base(textLines.Path()), pairIndex)
	}
	return text
}

// lineAt goes by line numbers, because blank lines are not records; ok is false for blank, missing and
// unreadable lines.
func (p *parallelFiles) lineAt(textLines *index.FileElements, pairIndex int) (string, bool) {
	if textLines.Wait(p.ctx, pairIndex) != nil {
		return "", false
	}
	// Blank lines are not records: after one, a line's record comes earlier.
	at := sort.Search(min(pairIndex, textLines.Len()), func(i int) bool { return textLines.Number(i) >= pairIndex })
	if at >= textLines.Len() || textLines.Number(at) != pairIndex {
		return "", false
	}
	b, err := textLines.Record(at)
	return strings.TrimSpace(string(b)), err == nil
}

// lettersOf returns lower-case letters and digits only, because tokenisers differ in the rest.
func lettersOf(textWords ...string) string {
	return strings.Map(func(r rune) rune {
		return loaders.IfElse(unicode.IsLetter(r) || unicode.IsDigit(r), unicode.ToLower(r), -1)
	}, strings.Join(textWords, ""))
}

// indexLines keeps hashes of the hypotheses' letters, because half a million texts take more memory.
// It needs premises, reads to the end and skips unreadable lines.
func (p *parallelFiles) indexLines() {
	p.indexed.Do(func() {
		p.seed, p.lines = maphash.MakeSeed(), map[uint64][]int32{}
		if p.s1 == nil || p.s2 == nil || p.s2.Wait(p.ctx, math.MaxInt) != nil {
			return
		}
		for i := range p.s2.Len() {
			if b, err := p.s2.Record(i); err == nil {
				key := maphash.String(p.seed, lettersOf(string(b)))
				p.lines[key] = append(p.lines[key], int32(p.s2.Number(i)))
			}
		}
	})
}

func (p *parallelFiles) findLines(hypothesis string, fitsPremise func(n int, premise string) bool) (found []int) {
	p.indexLines()
	for _, n := range p.lines[maphash.String(p.seed, hypothesis)] {
		if premise, ok := p.lineAt(p.s1, int(n)); ok && fitsPremise(int(n), premise) {
			found = append(found, int(n))
		}
	}
	return found
}
