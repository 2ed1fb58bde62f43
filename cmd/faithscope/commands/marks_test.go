//go:build unix

package commands

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/klauspost/compress/gzip"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
)

// Whatever travels beside a run as its marks, every command goes on without it,
// says so, and changes nothing there.
func TestMarksThatAreNotOpened(t *testing.T) {
	for name, lay := range map[string]func(path, victim string) error{
		"pipe": func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
		"link": func(path, victim string) error { return os.Symlink(victim, path) },
		"name": func(path, victim string) error { return os.Link(victim, path) },
		// What an earlier form of the file had beside it no longer does anything.
		"journal": func(path, victim string) error {
			old := filepath.Join(filepath.Dir(path), ".faithscope-marks.sqlite")
			journal := append([]byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7}, victim...)
			return errors.Join(os.WriteFile(old, []byte("SQLite format 3\x00"), 0o600), os.WriteFile(old+"-journal", journal, 0o600),
				syscall.Mkfifo(old+"-wal", 0o600), os.WriteFile(path, []byte("damaged\n"), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			run := programtest.SmallRun(t, "theirs")
			dir := filepath.Dir(run)
			victim := filepath.Join(dir, "victim.txt")
			check.NoError(t, errors.Join(os.WriteFile(victim, []byte("precious"), 0o600), lay(marks.Beside(run), victim)))
			before := programtest.Contents(t, dir)
			for _, args := range [][]string{
				{"tags", "export", run}, {"export", run, "--where", "not marked", "-o", "-"}, {"score", run, "--where", "not marked"}, {"slices", run},
				{"render", run, "--example", "a", "-o", newPath(t, "screen.txt")},
			} {
				_, said, err := command(t, args...)
				check.NoError(t, err)
				check.Contains(t, said, filepath.Base(marks.Beside(run)))
			}
			if after := programtest.Contents(t, dir); !maps.Equal(after, before) {
				t.Errorf("beside the run there is %q, before it was %q", after, before)
			}
		})
	}
}

// A file of marks is never a run, nor a shard of one, however runs are named.
func TestMarksAreNoRun(t *testing.T) {
	dir := t.TempDir()
	shards := filepath.Join(dir, "shards")
	check.NoError(t, os.Mkdir(shards, 0o700))
	text := readFile(t, programtest.SmallRun(t, "run"))
	packed, err := os.Create(filepath.Join(dir, "packed.jsonl.gz"))
	check.NoError(t, err)
	z := gzip.NewWriter(packed)
	_, err = z.Write([]byte(text))
	check.NoError(t, errors.Join(err, z.Close(), packed.Close()))
	runs := []string{packed.Name(), shards}
	for _, path := range []string{"a.jsonl", "b.jsonl", "shards/part-1.jsonl", "shards/part-2.jsonl"} {
		path = filepath.Join(dir, path)
		writeFile(t, path, text)
		runs = append(runs, path)
	}
	var asked []string
	for _, path := range []string{".", "*.jsonl", "*", ".*", "shards", "shards/*", "packed.jsonl.gz"} {
		asked = append(asked, filepath.Join(dir, path))
	}
	printed := func() (all []string) {
		for _, path := range asked {
			all = append(all, answered(t, "score", path, "--no-intervals", "--format", "json"))
		}
		return all
	}
	before := printed()
	for _, path := range runs {
		programtest.AddMarks(t, path, marks.Change{ID: "a", Module: marks.Whole, Kind: marks.Mark})
	}
	if after := printed(); !slices.Equal(after, before) {
		for i := range asked {
			check.Equal(t, "after a mark", after[i], before[i], asked[i])
		}
	}
	for _, path := range runs {
		refused(t, "marks", "score", marks.Beside(path))
	}
}
