package index

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// tempCache returns a cache in a folder of its own that keeps files of any size.
func tempCache(t testing.TB) *cache.Cache {
	t.Helper()
	c, err := cache.Open(filepath.Join(t.TempDir(), "cache"), "a program")
	check.NoError(t, err)
	c.Least = 0
	// What tests wrote a moment ago changed long ago.
	c.Now = func() time.Time { return time.Now().Add(time.Hour) }
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
	path := filestest.Write(t, content)
	filestest.Age(t, path)
	return path
}

// opener opens files of {"id": …} lines as runs, and leaves the lines of the
// last in got.
func opener(c *cache.Cache, got **FileElements) files.RunOpener {
	return files.RunOpener{Files: files.DiskFiles{}, Cache: c, Formats: loaders.Formats{{
		Name: "plain", Detect: func([]byte) bool { return true },
		Open: func(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
			run := &loaders.Run{}
			lines, err := OpenLines(ctx, src, &run.Problems)
			if err != nil {
				return nil, err
			}
			if got != nil {
				*got = lines
			}
			run.Read(src.Path, "plain", lines, func(i int) (*loaders.Example, error) {
				var v struct{ ID string }
				b, err := lines.Record(i)
				if err == nil {
					err = json.Unmarshal(b, &v)
				}
				return &loaders.Example{ID: v.ID}, err
			})
			return run, nil
		},
	}}}
}

// openCached opens path, waits for its end and returns the run's lines.
func openCached(t testing.TB, c *cache.Cache, path string) (*loaders.Run, *FileElements) {
	t.Helper()
	var lines *FileElements
	run, err := opener(c, &lines).Open(context.Background(), path, loaders.Options{})
	check.NoError(t, err)
	t.Cleanup(func() { run.Close() })
	toTheEnd(t, run)
	<-lines.done
	return run, lines
}

func toTheEnd(t testing.TB, run *loaders.Run) {
	t.Helper()
	check.NoError(t, run.Wait(t.Context(), 1<<40))
}

// restored reports whether lines came from the cache: nothing was searched.
func restored(l *FileElements) bool { return l.searched.Load() == 0 }

func filesIn(t testing.TB, c *cache.Cache) []string {
	t.Helper()
	entries, err := filepath.Glob(filepath.Join(c.Dir, "*"))
	check.NoError(t, err)
	return entries
}

var packs = map[string]func(testing.TB, []byte) []byte{"plain": nil, "gzip": filestest.Gzip, "zstd": filestest.Zstd}

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
			if !slices.Equal(loadertest.IDs(first), loadertest.IDs(again)) || again.Len() != 1000 {
				t.Errorf("%d records, want 1000 alike", again.Len())
			}
			check.Equal(t, "the last record is in line", lineNumbers(lines), 1100)
			if done, total := again.Progress(); done != total || done == 0 {
				t.Errorf("progress %d of %d", done, total)
			}
		})
	}
}

func lineNumbers(l *FileElements) int {
	return l.Number(l.Len() - 1)
}

// Whatever may have changed, the file is searched again.
func TestCacheOfAnotherFile(t *testing.T) {
	for _, tt := range []struct {
		why string
		do  func(t *testing.T, c *cache.Cache, path string)
	}{
		{"it grew", func(t *testing.T, _ *cache.Cache, path string) {
			filestest.Append(t, path, "{\"id\":\"new\"}\n")
			filestest.Age(t, path)
		}},
		{"it changed at one end and kept size and time", func(t *testing.T, _ *cache.Cache, path string) {
			info, _ := os.Stat(path)
			b, _ := os.ReadFile(path)
			b[len(b)-4] ^= 1
			check.NoError(t, os.WriteFile(path, b, 0o600))
			check.NoError(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
		}},
		{"it was touched", func(t *testing.T, _ *cache.Cache, path string) {
			check.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Minute)))
		}},
		{"it changed a moment ago, and may again", func(t *testing.T, _ *cache.Cache, path string) {
			check.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)))
		}},
		{"its time is in the future", func(t *testing.T, _ *cache.Cache, path string) {
			check.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(2*time.Hour)))
		}},
		{"another version of the program made it", func(_ *testing.T, c *cache.Cache, _ string) { c.Program = "a newer program" }},
		{"the machine's clock went back before the file's time", func(_ *testing.T, c *cache.Cache, _ string) {
			c.Now = func() time.Time { return time.Now().Add(-2 * time.Hour) }
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
	_, l := openCached(t, c, path)
	for _, e := range filesIn(t, c) {
		os.Remove(e)
	}
	filestest.Append(t, path, "{}\n")
	l.cacheFound(true)
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
			return []byte("anything")
		},
	}
	for kind, pack := range packs {
		c, path := tempCache(t), long(t, 1000, pack)
		first, _ := openCached(t, c, path)
		want := loadertest.IDs(first)
		r := rand.New(rand.NewPCG(3, 4))
		for name, do := range damage {
			for _, file := range filesIn(t, c) {
				for range 5 {
					b, err := os.ReadFile(file)
					if err != nil {
						continue // the others' mending moved it
					}
					check.NoError(t, os.WriteFile(file, do(b, r), 0o600))
					run, _ := openCached(t, c, path)
					if !slices.Equal(loadertest.IDs(run), want) {
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
	c, path := tempCache(t), long(t, 10, filestest.Gzip)
	openCached(t, c, path)
	for _, e := range filesIn(t, c) {
		check.NoError(t, errors.Join(os.Remove(e), os.MkdirAll(filepath.Join(e, "in the way"), 0o700)))
	}
	if run, _ := openCached(t, c, path); run.Len() != 10 {
		t.Errorf("%d records", run.Len())
	}
	check.NoError(t, os.RemoveAll(c.Dir))
	if run, _ := openCached(t, c, path); run.Len() != 10 {
		t.Errorf("%d records without a folder", run.Len())
	}
	_, err := cache.Open(filepath.Join(path, "below a file"), "")
	check.Fails(t, "a cache below a file", err)
}

// Processes that open and evict at once see whole entries or none.
func TestCacheOfSeveralProcesses(t *testing.T) {
	dir := t.TempDir()
	path := long(t, 300, filestest.Gzip)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			c, err := cache.Open(dir, "p")
			if err != nil {
				t.Error(err)
				return
			}
			c.Least, c.Most, c.Now = 0, 200_000, func() time.Time { return time.Now().Add(time.Hour) }
			for range 10 {
				run, err := opener(c, nil).Open(context.Background(), path, loaders.Options{})
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

// FuzzPlaces reads places that nobody has written: those that are accepted come one after
// the other within the file.
func FuzzPlaces(f *testing.F) {
	const size = 100
	for _, p := range []linePlaces{
		{},
		{[]linePlace{{0, 9, 1}, {10, 90, 2}}, true},
		{[]linePlace{{0, 11, 1}, {10, 1, 2}}, false},
		{[]linePlace{{-1, 1, 1}}, false},
		{[]linePlace{{math.MaxInt64, math.MaxUint32, 1}}, false},
		{[]linePlace{{0, 1, 1}, {1, 1, 1}}, false},
	} {
		c := coding.Writer()
		p.codeFields(c, size)
		f.Add(c.Written())
	}
	f.Fuzz(func(t *testing.T, entry []byte) {
		var p linePlaces
		c := coding.Reader(entry)
		if p.codeFields(c, size); c.End() != nil {
			return
		}
		end, number := int64(0), uint32(0)
		for i, l := range p.at {
			if l.start < end || l.start+int64(l.length) > size || l.number <= number {
				t.Fatalf("line %d is %+v, behind %d", i, l, end)
			}
			end, number = l.start+int64(l.length), l.number
		}
	})
}
