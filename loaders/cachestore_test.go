package loaders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// tempCache returns a cache in a folder of its own that keeps files of any size.
func tempCache(t testing.TB) *Cache {
	t.Helper()
	c, err := OpenCache(filepath.Join(t.TempDir(), "cache"), "a program")
	if err != nil {
		t.Fatal(err)
	}
	c.least = 0
	return c
}

// long writes n records of one {"id": …} line each and blank lines between,
// an hour ago.
func long(t testing.TB, n int, pack func(testing.TB, []byte) []byte) string {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "{\"id\":\"%d\",\"x\":%q}\n", i, strings.Repeat("x", i%300))
		if i%10 == 0 {
			b.WriteString("\n")
		}
	}
	content := b.Bytes()
	if pack != nil {
		content = pack(t, content)
	}
	path := written(t, content)
	aged(t, path)
	return path
}

func aged(t testing.TB, path string) {
	t.Helper()
	ago := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, ago, ago); err != nil {
		t.Fatal(err)
	}
}

// openCached opens path, waits for its end and returns the run's lines.
func openCached(t testing.TB, c *Cache, path string) (*Run, *Lines) {
	t.Helper()
	run, err := Formats{plainLines}.Open(context.Background(), path, Options{Cache: c})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { run.Close() })
	toTheEnd(t, run)
	lines := run.records.(after).Lines
	<-lines.done
	return run, lines
}

func toTheEnd(t testing.TB, run *Run) {
	t.Helper()
	if err := run.Wait(t.Context(), 1<<40); err != nil {
		t.Fatal(err)
	}
}

// restored reports whether lines came from the cache: nothing was searched.
func restored(l *Lines) bool { return l.searched.Load() == 0 }

func filesIn(t testing.TB, c *Cache) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(c.dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var packs = map[string]func(testing.TB, []byte) []byte{"plain": nil, "gzip": gzipped, "zstd": zstandard}

func TestSecondOpeningIsFromTheCache(t *testing.T) {
	for kind, pack := range packs {
		t.Run(kind, func(t *testing.T) {
			c, path := tempCache(t), long(t, 1000, pack)
			first, lines := openCached(t, c, path)
			if restored(lines) {
				t.Error("the first opening is from an empty cache")
			}
			again, lines := openCached(t, c, path)
			if !restored(lines) {
				t.Error("the second opening searched the file")
			}
			if !slices.Equal(ids(first), ids(again)) || again.Len() != 1000 {
				t.Errorf("%d records, want 1000 alike", again.Len())
			}
			if got, want := lineNumbers(lines), 1100; got != want {
				t.Errorf("the last record is in line %d, want %d", got, want)
			}
			if done, total := again.Progress(); done != total || done == 0 {
				t.Errorf("progress %d of %d", done, total)
			}
		})
	}
}

func lineNumbers(l *Lines) int {
	_, number, _ := l.Record(l.Len() - 1)
	return number
}

// Whatever may have changed, the file is searched anew.
func TestCacheOfAnotherFile(t *testing.T) {
	for _, tt := range []struct {
		why string
		do  func(t *testing.T, c *Cache, path string)
	}{
		{"it grew", func(t *testing.T, _ *Cache, path string) { wrote(t, path, "{\"id\":\"new\"}\n"); aged(t, path) }},
		{"it changed at one end and kept size and time", func(t *testing.T, _ *Cache, path string) {
			info, _ := os.Stat(path)
			b, _ := os.ReadFile(path)
			b[len(b)-4] ^= 1
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}},
		{"it was touched", func(t *testing.T, _ *Cache, path string) {
			if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Minute)); err != nil {
				t.Fatal(err)
			}
		}},
		{"it changed a moment ago, and may again", func(t *testing.T, _ *Cache, path string) {
			if err := os.Chtimes(path, time.Time{}, time.Now()); err != nil {
				t.Fatal(err)
			}
		}},
		{"its time is in the future", func(t *testing.T, _ *Cache, path string) {
			if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}},
		{"another version of the program made it", func(_ *testing.T, c *Cache, _ string) { c.program = "a newer program" }},
		{"the machine's clock went back before the file's time", func(_ *testing.T, c *Cache, _ string) {
			c.now = func() time.Time { return time.Now().Add(-2 * time.Hour) }
		}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			c, path := tempCache(t), long(t, 100, nil)
			openCached(t, c, path)
			tt.do(t, c, path)
			run, lines := openCached(t, c, path)
			if restored(lines) {
				t.Error("the cache was used")
			}
			if run.Len() < 100 || run.Example(run.Len()-1).Broken != "" {
				t.Errorf("%d records", run.Len())
			}
		})
	}
}

// A file that changes while it is searched leaves nothing behind.
func TestNothingIsKeptOfAMovingFile(t *testing.T) {
	c, path := tempCache(t), long(t, 100, nil)
	src, err := OpenSource(Disk{}, path)
	if err != nil {
		t.Fatal(err)
	}
	src.cache = c
	l, err := OpenLines(t.Context(), src, &Problems{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	<-l.done
	for _, e := range filesIn(t, c) {
		os.Remove(e)
	}
	wrote(t, path, "{}\n")
	l.keep(&lineEnds{})
	if left := filesIn(t, c); left != nil {
		t.Errorf("kept %q", left)
	}
}

// Damage of any kind to any file of the cache: the next opening is right, and
// mends it.
func TestDamagedCache(t *testing.T) {
	damage := map[string]func(b []byte, r *rand.Rand) []byte{
		"emptied":   func([]byte, *rand.Rand) []byte { return nil },
		"cut short": func(b []byte, r *rand.Rand) []byte { return b[:r.IntN(len(b))] },
		"longer":    func(b []byte, r *rand.Rand) []byte { return append(b, byte(r.Uint32())) },
		"one bit":   func(b []byte, r *rand.Rand) []byte { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return b },
		"zeroes":    func(b []byte, _ *rand.Rand) []byte { clear(b); return b },
		"another entry's": func(b []byte, _ *rand.Rand) []byte {
			return sealed([]byte("anything"), [32]byte{})
		},
	}
	for kind, pack := range packs {
		c, path := tempCache(t), long(t, 1000, pack)
		first, _ := openCached(t, c, path)
		want := ids(first)
		r := rand.New(rand.NewPCG(3, 4))
		for name, do := range damage {
			for _, file := range filesIn(t, c) {
				for range 5 {
					b, err := os.ReadFile(file)
					if err != nil {
						continue // the others' mending moved it
					}
					if err := os.WriteFile(file, do(b, r), 0o600); err != nil {
						t.Fatal(err)
					}
					run, _ := openCached(t, c, path)
					if !slices.Equal(ids(run), want) {
						t.Fatalf("%s, %s %s: the records differ", kind, filepath.Ext(file), name)
					}
					if n, _ := run.Problems.All(); n != nil {
						t.Errorf("%s, %s %s: problems %v", kind, filepath.Ext(file), name, n)
					}
					run.Close()
				}
			}
		}
		openCached(t, c, path)
		if _, lines := openCached(t, c, path); !restored(lines) {
			t.Errorf("%s: damage was not mended", kind)
		}
	}
}

// Entries are folders, or cannot be read or written: no cache, no error.
func TestUselessCacheFolder(t *testing.T) {
	c, path := tempCache(t), long(t, 10, gzipped)
	for _, kind := range []string{linesKind, sumsKind, unpackedKind} {
		if err := os.MkdirAll(filepath.Join(c.file(entryKey{kind, path}), "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if run, _ := openCached(t, c, path); run.Len() != 10 {
		t.Errorf("%d records", run.Len())
	}
	if err := os.RemoveAll(c.dir); err != nil {
		t.Fatal(err)
	}
	if run, _ := openCached(t, c, path); run.Len() != 10 {
		t.Errorf("%d records without a folder", run.Len())
	}
	if _, err := OpenCache(filepath.Join(path, "below a file"), ""); err == nil {
		t.Error("a cache below a file")
	}
}

func TestCacheIsEvicted(t *testing.T) {
	c := tempCache(t)
	c.most = 10_000
	at := time.Now()
	c.now = func() time.Time { at = at.Add(time.Second); return at }
	for i := range 20 {
		key := entryKey{"test", fmt.Sprint(i)}
		c.store(key, "x", make([]byte, 2000))
		used := at.Add(time.Duration(i) * time.Second)
		if err := os.Chtimes(c.file(key), used, used); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.load(entryKey{"test", "0"}, "x"); !ok && i < 4 {
			t.Errorf("entry 0 is gone with %d others", i)
		}
	}
	total := int64(0)
	for _, e := range filesIn(t, c) {
		info, err := os.Stat(e)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if _, ok := c.load(entryKey{"test", "19"}, "x"); !ok || total > c.most || total < c.most/2 {
		t.Errorf("%d bytes are kept of %d, the newest %v", total, c.most, ok)
	}
	stale := filepath.Join(c.dir, "temporary-1")
	if err := os.WriteFile(stale, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(stale, old, old); err != nil {
		t.Fatal(err)
	}
	c.evict(0)
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Error("what a killed process left is still there")
	}
}

// Processes that open and evict at once see whole entries or none.
func TestCacheOfSeveralProcesses(t *testing.T) {
	dir := t.TempDir()
	path := long(t, 300, gzipped)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			c, err := OpenCache(dir, "p")
			if err != nil {
				t.Error(err)
				return
			}
			c.least, c.most = 0, 200_000
			for range 10 {
				run, err := Formats{plainLines}.Open(context.Background(), path, Options{Cache: c})
				if err != nil {
					t.Error(err)
					return
				}
				if err := run.Wait(context.Background(), 300); err != nil || run.Len() != 300 || run.Example(299).ID != "299" {
					t.Errorf("%d records, %v", run.Len(), err)
				}
				run.Close()
			}
		})
	}
	wg.Wait()
}

// A run's own entries follow all files that it was joined with.
func TestRunEntriesFollowCompanions(t *testing.T) {
	joined := Format{
		Name: "joined", Detect: func([]byte) bool { return true },
		Open: func(ctx context.Context, src *Source, o Options) (*Run, error) {
			for _, path := range src.Beside(func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".gold") }) {
				f, err := src.Files.Open(path)
				if err != nil {
					return nil, err
				}
				f.Close()
			}
			return plainLines.Open(ctx, src, o)
		},
	}
	c, path := tempCache(t), long(t, 10, nil)
	gold := filepath.Join(filepath.Dir(path), "a.gold")
	open := func(o Options) *Run {
		o.Cache = c
		run, err := Formats{joined}.Open(context.Background(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { run.Close() })
		return run
	}
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		aged(t, file)
	}
	write(gold, "one")
	open(Options{}).StoreCached("test", "1", []byte("scores"))
	for _, tt := range []struct {
		why     string
		do      func()
		o       Options
		version string
		want    bool
	}{
		{"all is as it was", func() {}, Options{}, "1", true},
		{"another version", func() {}, Options{}, "2", false},
		{"another file named as gold", func() {}, Options{Gold: gold}, "1", false},
		{"gold changed", func() { write(gold, "two") }, Options{}, "1", false},
		{"and back", func() { write(gold, "one") }, Options{}, "1", false}, // its time differs
		{"gold is gone", func() { os.Remove(gold) }, Options{}, "1", false},
	} {
		tt.do()
		b, ok := open(tt.o).LoadCached("test", tt.version)
		if ok != tt.want || ok && string(b) != "scores" {
			t.Errorf("%s: %q, %v", tt.why, b, ok)
		}
	}
	open(Options{}).StoreCached("test", "1", []byte("without gold"))
	write(gold, "three")
	if _, ok := open(Options{}).LoadCached("test", "1"); ok {
		t.Error("gold came, and scores without it are used")
	}
	none := &Run{}
	if none.StoreCached("test", "1", nil); none.Caches() {
		t.Error("a run without a cache keeps something")
	}
}
