package files_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// plainLines opens a file of {"id": …} lines as a run.
var plainLines = record.NewFormat(loaders.Format{Name: "plain", Detect: func([]byte) bool { return true }}, record.RecordFormat{
	Decode: record.As(func(v *struct{ ID string }, _ *record.Record) *loaders.Example {
		return &loaders.Example{ID: v.ID}
	}),
})

func followed(t *testing.T, path string) *loaders.Run {
	t.Helper()
	before := runtime.NumGoroutine()
	opener := files.RunOpener{Files: files.DiskFiles{}, Formats: loaders.Formats{plainLines}, Follow: true}
	run, err := opener.Open(context.Background(), path, loaders.Options{})
	check.NoError(t, err)
	t.Cleanup(func() {
		check.NoError(t, run.Close())
		for range 6000 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines, %d before the run was opened", runtime.NumGoroutine(), before)
	})
	return run
}

func waited(t *testing.T, run *loaders.Run, n int) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	if err := run.Wait(ctx, n); err != nil {
		t.Fatalf("%d records, want %d: %v", run.Len(), n, err)
	}
}

func TestFollowTakesUpNewLines(t *testing.T) {
	t.Parallel()
	path := filestest.Write(t, []byte("{\"id\":\"a\"}\n{\"id\":"))
	run := followed(t, path)
	waited(t, run, 1)
	filestest.Append(t, path, "\"b\"}\n{\"id\":\"c\"}\n\n{\"id\": ")
	waited(t, run, 3)
	check.EqualLists(t, "ids: the half line waits until it is whole", loadertest.IDs(run), []string{"a", "b", "c"})
	if f := run.Following(); !f.On || f.Changed != "" || run.Complete() {
		t.Errorf("%+v, complete %v", f, run.Complete())
	}
	_, n := run.Problems.All()
	check.Equal(t, "problems while a line is written", n, 0)
	filestest.Append(t, path, "\"d\"}\n")
	waited(t, run, 4)
	if b, err := run.Raw(3); string(b) != `{"id": "d"}` || run.Line(3) != 5 || err != nil {
		t.Errorf("record %q in line %d: %v", b, run.Line(3), err)
	}
}

// A file that is no longer the one that was opened is not read further.
func TestFollowedFileChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why  string
		do   func(path string) error
		want string
	}{
		{"an evaluation that starts over empties it", func(path string) error { return os.Truncate(path, 0) }, "truncated"},
		{"log rotation moves another file to its place", func(path string) error {
			other := path + ".new"
			if err := os.WriteFile(other, []byte("{\"id\":\"x\"}\n{\"id\":\"y\"}\n{\"id\":\"z\"}\n"), 0o600); err != nil {
				return err
			}
			return os.Rename(other, path)
		}, "the file was replaced"},
		{"it is rewritten, and longer, between two looks", func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY, 0) // not emptied first: that may be looked at
			if err != nil {
				return err
			}
			_, err = f.WriteString("{\"id\":\"x\"}\n{\"id\":\"y\"}\n{\"id\":\"z\"}\n")
			return errors.Join(err, f.Close())
		}, "rewritten"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			path := filestest.Write(t, []byte("{\"id\":\"a\"}\n{\"id\":\"b\"}\n"))
			run := followed(t, path)
			waited(t, run, 2)
			check.NoError(t, tt.do(path))
			waited(t, run, 1<<40)
			if f := run.Following(); f.On || !strings.Contains(f.Changed, tt.want) || !run.Complete() {
				t.Errorf("%+v, complete %v", f, run.Complete())
			}
			if kept, _ := run.Problems.All(); len(kept) != 1 || !strings.Contains(kept[0].What.String(), tt.want) {
				t.Errorf("problems %+v", kept)
			}
			check.Equal(t, "records", run.Len(), 2)
		})
	}
}

// A run that is restarted in the same file often begins like the previous one.
func TestFollowedFileStartsAnew(t *testing.T) {
	t.Parallel()
	line := func(i int, answer string) string {
		return fmt.Sprintf("{\"id\":\"%d\",\"pad\":\"%0100d\",\"answer\":%q}\n", i, i, answer)
	}
	write := func(n int, answer func(i int) string) []byte {
		var b bytes.Buffer
		for i := range n {
			b.WriteString(line(i, answer(i)))
		}
		return b.Bytes()
	}
	old := func(int) string { return "old" }
	again := func(i int) string {
		if i > 1000 { // behind what is looked at when a file is opened
			return "new"
		}
		return "old"
	}
	first := write(1500, old)
	if len(first)/1500*1000 < loaders.HeadSize {
		t.Fatal("the part that stays is too short")
	}
	for why, then := range map[string][]byte{
		"longer": write(1502, again), "of the same size": write(1500, again),
		"of the same size, with another answer in the middle": bytes.Replace(first, []byte(line(700, "old")), []byte(line(700, "new")), 1),
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			path := filestest.Write(t, first)
			run := followed(t, path)
			waited(t, run, 1500)
			time.Sleep(100 * time.Millisecond) // the clock of files is coarse
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			check.NoError(t, err)
			if _, err := file.Write(then); err != nil {
				t.Fatal(err)
			}
			file.Close()
			waited(t, run, 1<<40)
			if f := run.Following(); f.On || f.Changed != "the file was rewritten" || run.Len() != 1500 {
				t.Errorf("%+v, %d records", f, run.Len())
			}
		})
	}
}

// Between two files of one name there is none; that is not an end.
func TestFollowedFileIsAway(t *testing.T) {
	t.Parallel()
	path := filestest.Write(t, []byte("{\"id\":\"a\"}\n"))
	run := followed(t, path)
	waited(t, run, 1)
	away := filepath.Join(t.TempDir(), "away")
	check.NoError(t, os.Rename(path, away))
	time.Sleep(3 * 500 * time.Millisecond)
	if !run.Following().On {
		t.Fatal("not followed while the file is away")
	}
	check.NoError(t, os.Rename(away, path))
	filestest.Append(t, path, "{\"id\":\"b\"}\n")
	waited(t, run, 2)
}

func TestWhatCannotBeFollowed(t *testing.T) {
	elements := record.NewFormat(loaders.Format{Name: "array", Detect: func([]byte) bool { return true }}, record.RecordFormat{
		At: "*", Decode: func(*record.Record) *loaders.Example { return &loaders.Example{} },
	})
	for _, tt := range []struct {
		why     string
		format  loaders.Format
		content []byte
		want    error
	}{
		{"an archive has no end to write behind", plainLines, filestest.Gzip(t, []byte("{}\n")), loaders.ErrFollow},
		{"nor has an array", elements, []byte("[{}]"), loaders.ErrFollow},
		{"without one whole record nobody knows the format", plainLines, []byte("{\"id\":"), files.ErrNoRecord},
	} {
		path := filestest.Write(t, tt.content)
		opener := files.RunOpener{Files: files.DiskFiles{}, Formats: loaders.Formats{tt.format}, Follow: true}
		run, err := opener.Open(t.Context(), path, loaders.Options{})
		check.Is(t, tt.why, err, tt.want)
		if err == nil {
			run.Close()
		}
	}
}

// A writer and readers at once: nothing is lost, and nothing is half.
func TestFollowWhileWritten(t *testing.T) {
	t.Parallel()
	path := filestest.Write(t, []byte("{\"id\":\"0\"}\n"))
	run := followed(t, path)
	const n = 200
	go func() {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		for i := 1; i < n; i++ {
			line := fmt.Sprintf("{\"id\":\"%d\"}\n", i)
			for _, part := range []string{line[:4], line[4:]} {
				if _, err := f.WriteString(part); err != nil {
					t.Error(err)
				}
			}
			if i%50 == 0 {
				time.Sleep(500 * time.Millisecond)
			}
		}
	}()
	waited(t, run, n)
	for i, id := range loadertest.IDs(run) {
		if id != fmt.Sprint(i) {
			t.Fatalf("record %d is %q", i, id)
		}
	}
}
