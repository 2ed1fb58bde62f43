package session

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// numbered opens files of {"n": …} lines, and counts those that are decoded: example
// n is scoringtest.Varied(n).
func numbered(decoded *atomic.Int64) loaders.Formats {
	return loaders.Formats{record.NewFormat(loaders.Format{Name: "numbered", Detect: func([]byte) bool { return true }}, record.RecordFormat{
		Decode: record.As(func(v *struct{ N int }, rec *record.Record) *loaders.Example {
			decoded.Add(1)
			ex := scoringtest.Varied(v.N)
			if ex == nil {
				return rec.Broken(fmt.Errorf("no example %d", v.N))
			}
			return ex
		}),
	})}
}

// large enough to be kept, and of more than one block.
func numberedFile(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	pad := strings.Repeat(" ", 8000)
	for i := range blockSize + 200 {
		fmt.Fprintf(&b, "{\"n\":%d}%s\n", i, pad)
	}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	check.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	ago := time.Now().Add(-time.Hour)
	check.NoError(t, os.Chtimes(path, ago, ago))
	return path
}

func openNumbered(t *testing.T, path, dir string) *ScoredRun {
	return opened(t, numbered(&atomic.Int64{}), path, dir)
}

func opened(t *testing.T, formats loaders.Formats, path, dir string) *ScoredRun {
	t.Helper()
	c, err := cache.Open(dir, "test")
	check.NoError(t, err)
	c.Now = func() time.Time { return time.Now().Add(time.Hour) } // the file changed long ago
	run, err := files.RunOpener{Files: files.DiskFiles{}, Formats: formats, Cache: c}.Open(context.Background(), path, loaders.Options{})
	check.NoError(t, err)
	t.Cleanup(func() { run.Close() })
	return New(run, Protocols())
}

// whole returns all scores of a run.
func whole(s *ScoredRun, settings scoring.Settings) (scores []scoring.Score) {
	for _, p := range s.Protocols() {
		own, _ := s.Whole(context.Background(), p.Name, settings) // nothing ends the context
		scores = append(scores, own...)
	}
	return scores
}

func wantScores(t *testing.T, s, reference *ScoredRun, settings scoring.Settings) {
	t.Helper()
	check.DeepEqual(t, "at threshold the scores", whole(s, settings), whole(reference, settings), settings.Threshold)
}

func TestSecondReadingIsFromTheCache(t *testing.T) {
	path, cache := numberedFile(t), t.TempDir()
	first := openNumbered(t, path, cache)
	read(t, first)
	again := openNumbered(t, path, cache)
	read(t, again)
	if again.stored == nil || again.held != 0 {
		t.Fatalf("stored %v, %d bytes of evidence: the run was read again", again.stored != nil, again.held)
	}
	settings := scoring.Defaults()
	wantScores(t, again, first, settings)
	rows, want := again.Summaries(settings), first.Summaries(settings)
	for i := range want.Len() {
		if !reflect.DeepEqual(at(rows, i), at(want, i)) || again.Run.Row(i) != first.Run.Row(i) {
			t.Fatalf("row %d: %+v, want %+v", i, at(rows, i), at(want, i))
		}
	}
	check.Equal(t, "quadrant", again.Summaries(settings).Quadrant(), first.Summaries(settings).Quadrant())
	if read, found, complete := again.Progress(); read != found || !complete || again.Unreadable() != first.Unreadable() {
		t.Errorf("%d of %d, complete %v, %d unreadable", read, found, complete, again.Unreadable())
	}
	settings.Threshold = 0.3
	again.Aim(settings)
	first.Aim(settings)
	if !again.Behind() {
		t.Error("other settings need no reading")
	}
	read(t, again)
	wantScores(t, again, first, settings)
}

// countedFile opens the file at path, of which examples are read again only where
// the test says so.
func countedFile(t *testing.T, path, dir string) (s *ScoredRun, decoded *atomic.Int64) {
	t.Helper()
	decoded = &atomic.Int64{}
	return opened(t, numbered(decoded), path, dir), decoded
}

// The evidence of a block is the same whether it comes from memory, from the cache
// or from the file, and so are all scores, to the last bit.
func TestEvidenceIsTheSameFromEverySource(t *testing.T) {
	if testing.Short() {
		t.Skip("compares many numbers one after the other")
	}
	path, dir := numberedFile(t), t.TempDir()
	memory, _ := countedFile(t, path, dir)
	memory.limit = 1 << 40
	read(t, memory)
	kept, decoded := countedFile(t, path, dir)
	kept.limit = 0
	read(t, kept)
	file := newRun(blockSize+200, scoringtest.Varied)
	file.limit = 0
	read(t, file)
	moved := scoring.Defaults()
	moved.Threshold, moved.IoU, moved.Average = 0.3, 0.4, scoring.OverOccurrences
	for _, settings := range []scoring.Settings{scoring.Defaults(), moved, scoring.Defaults()} {
		var scores [3][]scoring.Score
		var evidence [3][][]scoring.Evidence
		var rows [3][]summary
		for i, s := range []*ScoredRun{memory, kept, file} {
			s.Aim(settings)
			read(t, s)
			scores[i] = whole(s, settings)
			check.NoError(t, s.Each(t.Context(), func(_ int, _ string, e []scoring.Evidence) { evidence[i] = append(evidence[i], e) }))
			rows[i] = rowsOf(s.Summaries(settings))
		}
		for i, from := range []string{"cache", "file"} {
			check.DeepEqual(t, "at threshold the scores from the differ from those of memory",
				scores[i+1], scores[0], settings.Threshold, from)
			check.DeepEqual(t, "at threshold the rows from the differ from those of memory", rows[i+1], rows[0], settings.Threshold, from)
			if len(evidence[i+1]) != len(evidence[0]) {
				t.Fatalf("evidence of %d examples from the %s, of %d from memory", len(evidence[i+1]), from, len(evidence[0]))
			}
			for k := range evidence[0] {
				if !reflect.DeepEqual(evidence[i+1][k], evidence[0][k]) {
					t.Fatalf("example %d: the evidence from the %s is %+v, want %+v", k, from, evidence[i+1][k], evidence[0][k])
				}
			}
		}
	}
	check.Equal(t, "examples were read from the file, though the cache has all", decoded.Load(), 0)
}

// Settings of an earlier reading are not those of this one, which scores the rows
// again from the cache.
func TestStoredUnderOtherSettings(t *testing.T) {
	path, dir := numberedFile(t), t.TempDir()
	moved := scoring.Defaults()
	moved.Threshold = 0.3
	first := openNumbered(t, path, dir)
	first.Aim(moved)
	read(t, first)
	again, decoded := countedFile(t, path, dir)
	read(t, again)
	fresh := openNumbered(t, path, t.TempDir())
	read(t, fresh)
	settings := scoring.Defaults()
	wantScores(t, again, fresh, settings)
	if again.Behind() || decoded.Load() != 0 {
		t.Errorf("behind %v, with %d examples read from the file", again.Behind(), decoded.Load())
	}
}

// A damaged block is read from the file, and the next opening writes all of it again.
func TestDamagedBlockComesFromTheFile(t *testing.T) {
	path, dir := numberedFile(t), t.TempDir()
	first := openNumbered(t, path, dir)
	read(t, first)
	entries, err := filepath.Glob(filepath.Join(dir, "*."+storedKind))
	if err != nil || len(entries) != 1 {
		t.Fatalf("%q, %v", entries, err)
	}
	b, err := os.ReadFile(entries[0])
	check.NoError(t, err)
	b[first.archive.places[1].At+7] ^= 1
	check.NoError(t, os.WriteFile(entries[0], b, 0o600))
	for _, want := range []struct{ decoded, entries int }{{200, 0}, {blockSize + 200, 1}, {0, 1}} {
		again, decoded := countedFile(t, path, dir)
		again.limit = 0
		read(t, again)
		settings := scoring.Defaults()
		settings.Threshold = 0.3
		again.Aim(settings)
		first.Aim(settings)
		read(t, again)
		read(t, first)
		wantScores(t, again, first, settings)
		check.Equal(t, "examples were read from the file", int(decoded.Load()), want.decoded)
		if left, _ := filepath.Glob(filepath.Join(dir, "*."+storedKind)); len(left) != want.entries {
			t.Errorf("%q is in the cache", left)
		}
	}
}

// An entry may hold anything: it is accepted as a whole or not at all.
func TestStoredRowsAreChecked(t *testing.T) {
	path, dir := numberedFile(t), t.TempDir()
	read(t, openNumbered(t, path, dir))
	again := openNumbered(t, path, dir)
	_, about, ok := again.Run.Cache.Load(storedKind, again.protocols.versionOf())
	if !ok {
		t.Fatal("nothing was kept")
	}
	for _, version := range []string{"", again.protocols.versionOf() + "x"} {
		if _, _, ok := again.Run.Cache.Load(storedKind, version); ok {
			t.Errorf("what version %q kept is taken", version)
		}
	}
	about = bytes.Clone(about)
	for k := 0; k < len(about); k += 1 + k/7 {
		d := again.Run.Cache.Create(storedKind, again.protocols.versionOf())
		d.Commit(about[:k])
		s := openNumbered(t, path, dir)
		if s.restoreArchive(t.Context()); s.stored != nil || s.read != 0 {
			t.Fatalf("the first %d of %d bytes are taken for the whole", k, len(about))
		}
	}
}

// FuzzEvidence reads evidence and rows that nobody has written.
func FuzzEvidence(f *testing.F) {
	s := newRun(12, scoringtest.Varied)
	check.NoError(f, s.Read(context.Background()))
	whole, _ := s.protocols.encodeEvidence(s.blocks[0].examples[:12])
	f.Add(whole)
	rows := s.Summaries(scoring.Defaults())
	for i := range rows.Len() {
		one, _ := s.protocols.encodeEvidence(s.blocks[0].examples[i : i+1])
		f.Add(one)
	}
	in := cacheEntry{Examples: 12, Types: s.rows.types, Metrics: s.rows.metrics, Pages: rows.pages}
	c := coding.Writer()
	c.Struct(&in)
	f.Add(c.Written())
	f.Fuzz(func(t *testing.T, b []byte) {
		examples, _ := s.protocols.decodeEvidence(b)
		for _, settings := range scoringtest.Readings() {
			for _, p := range examples {
				if p != nil {
					p.scoreBy(&settings, scoring.Judge.Outline)
				}
			}
			for _, sum := range s.protocols.sumsOf(examples, settings) {
				if sum != nil {
					sum.Scores()
				}
			}
		}
		var in cacheEntry
		c := coding.Reader(b)
		if c.Struct(&in); c.Err() != nil || !in.fitsSize(newRowSpace(s.protocols), 0) {
			return
		}
		out := Summaries{types: in.Types, metrics: in.Metrics, pages: in.Pages, n: in.Examples}
		for t := range in.Types {
			out.at = append(out.at, t)
		}
		for i := range min(out.n, blockSize) { // indexes metrics and types
			at(&out, i)
			out.Culprit(i)
		}
	})
}
