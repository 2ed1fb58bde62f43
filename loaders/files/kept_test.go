package files_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

// A run's own entries follow all files that it was joined with.
func TestRunEntriesFollowCompanions(t *testing.T) {
	joined := loaders.Format{
		Name: "joined", Detect: func([]byte) bool { return true },
		Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
			for _, path := range files.Beside(src, func(_ string, e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".gold") }) {
				f, err := src.Files.Open(path)
				if err != nil {
					return nil, err
				}
				f.Close()
			}
			run, err := plainLines.Open(ctx, src, o)
			run.Columns.Map = o.Maps["shape"]
			return run, err
		},
	}
	c, err := cache.Open(filepath.Join(t.TempDir(), "cache"), "a program")
	check.NoError(t, err)
	c.Least, c.Now = 0, func() time.Time { return time.Now().Add(time.Hour) }
	path := filestest.Write(t, filestest.Lines(10, 10))
	filestest.Age(t, path)
	gold := filepath.Join(filepath.Dir(path), "a.gold")
	open := func(o loaders.Options) *loaders.Run {
		run, err := files.RunOpener{Files: files.DiskFiles{}, Formats: loaders.Formats{joined}, Cache: c}.Open(context.Background(), path, o)
		check.NoError(t, err)
		t.Cleanup(func() { run.Close() })
		return run
	}
	write := func(file, text string) {
		check.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		filestest.Age(t, file)
	}
	write(gold, "one")
	store := func(body, about string) {
		d := open(loaders.Options{}).Cache.Create("test", "1")
		if _, err := d.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
		d.Commit([]byte(about))
	}
	store("evidence", "scores")
	for _, tt := range []struct {
		why     string
		do      func()
		o       loaders.Options
		version string
		want    bool
	}{
		{"all is as it was", func() {}, loaders.Options{}, "1", true},
		{"another version", func() {}, loaders.Options{}, "2", false},
		{"another file named as gold", func() {}, loaders.Options{Named: loaders.FlagValues{"gold": gold}}, "1", false},
		{"a flag that only one format has", func() {}, loaders.Options{Named: loaders.FlagValues{"spice": "hot"}}, "1", false},
		{"columns that hold something else", func() {}, loaders.Options{Maps: map[string]string{"shape": "gold=b"}}, "1", false},
		{"gold changed", func() { write(gold, "two") }, loaders.Options{}, "1", false},
		{"and back", func() { write(gold, "one") }, loaders.Options{}, "1", false}, // its time differs
		{"gold is gone", func() { os.Remove(gold) }, loaders.Options{}, "1", false},
	} {
		tt.do()
		body, about, ok := open(tt.o).Cache.Load("test", tt.version)
		if ok != tt.want || ok && string(about) != "scores" {
			t.Errorf("%s: %q, %v", tt.why, about, ok)
		}
		b := make([]byte, 20)
		if ok {
			if n, err := body.ReadAt(b, 0); string(b[:n]) != "evidence" || err != io.EOF {
				t.Errorf("%s: the body is %q, %v", tt.why, b[:n], err)
			}
		}
	}
	store("evidence", "without gold")
	write(gold, "three")
	if _, _, ok := open(loaders.Options{}).Cache.Load("test", "1"); ok {
		t.Error("gold came, and scores without it are used")
	}
	if run, err := files.NewOpener(nil, joined).Open(context.Background(), path, loaders.Options{}); err != nil || run.Cache != nil ||
		run.Close() != nil {
		t.Errorf("a run opened without a cache has one, or %v", err)
	}
}
