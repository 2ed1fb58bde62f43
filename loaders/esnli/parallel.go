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

// parallel are the files in which line n is about pair n, read on demand.
type parallel struct {
	ctx    context.Context
	labels *index.Elements // nil if they are the run
	s1, s2 *index.Elements
	expl   *index.Elements

	indexed sync.Once
	seed    maphash.Seed
	lines   map[uint64][]int32 // by hash of the hypothesis' letters
}

func extensionOf(path string) string {
	_, ext, _ := strings.Cut(filepath.Base(path), ".")
	return ext
}

// labelFiles come with scores, whose name decides between several splits.
var labelFiles = record.Companion{
	What: "labels", Flag: loaders.GoldFile, Missing: "labels.* with s1.* and s2.*", Without: "explanations and gold",
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

// openParallel opens the files beside the labels that have the same extension, and the labels
// unless they are the run. The run closes them. A missing file is a problem; an unreadable folder
// an error.
func openParallel(o *record.Opening, path string) *parallel {
	p := &parallel{ctx: o.Context()}
	dir, ext := filepath.Dir(path), extensionOf(path)
	entries, err := fs.ReadDir(o.Source.Files, dir)
	if err != nil {
		o.Fail(loaders.Errorf("parallel files: %w", err))
	}
	for _, file := range []struct {
		lines         **index.Elements
		name, missing string
	}{{&p.s1, "s1.*", "s1." + ext}, {&p.s2, "s2.*", "s2." + ext}, {&p.expl, "*expl*", "file of explanations (*expl*." + ext + ")"}} {
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
	return p
}

func (p *parallel) textAt(rec *record.Record, lines *index.Elements, n int) string {
	if lines == nil {
		return ""
	}
	text, ok := p.lineAt(lines, n)
	if !ok {
		rec.Problem("%s has nothing in line %d; shown without it", filepath.Base(lines.Path()), n)
	}
	return text
}

// lineAt returns line n, from 1, trimmed, once it is found; ok is false for blank, missing and
// unreadable lines.
func (p *parallel) lineAt(lines *index.Elements, n int) (string, bool) {
	if lines.Wait(p.ctx, n) != nil {
		return "", false
	}
	// Blank lines are not records: after one, a line's record comes earlier.
	at := sort.Search(min(n, lines.Len()), func(i int) bool { return lines.Number(i) >= n })
	if at >= lines.Len() || lines.Number(at) != n {
		return "", false
	}
	b, _, err := lines.Record(at)
	return strings.TrimSpace(string(b)), err == nil
}

// lettersOf returns lower-case letters and digits: the same under any tokeniser.
func lettersOf(words ...string) string {
	var b strings.Builder
	for _, word := range words {
		for _, r := range word {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	return b.String()
}

// indexLines indexes the hypotheses once, by hashes of their letters, if there are premises. It
// reads to the end and skips unreadable lines.
func (p *parallel) indexLines() {
	p.indexed.Do(func() {
		p.seed, p.lines = maphash.MakeSeed(), map[uint64][]int32{}
		if p.s1 == nil || p.s2 == nil || p.s2.Wait(p.ctx, math.MaxInt) != nil {
			return
		}
		for i := range p.s2.Len() {
			if b, n, err := p.s2.Record(i); err == nil {
				key := maphash.String(p.seed, lettersOf(string(b)))
				p.lines[key] = append(p.lines[key], int32(n))
			}
		}
	})
}

func (p *parallel) findLines(hypothesis string, fits func(n int, premise string) bool) (found []int) {
	p.indexLines()
	for _, n := range p.lines[maphash.String(p.seed, hypothesis)] {
		if premise, ok := p.lineAt(p.s1, int(n)); ok && fits(int(n), premise) {
			found = append(found, int(n))
		}
	}
	return found
}
