package loaders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestOpenSource(t *testing.T) {
	long := strings.Repeat("x", 3*HeadSize)
	tests := []struct {
		why     string
		content []byte
		head    string
		kind    string
		err     error
	}{
		{"a plain file", []byte("abc"), "abc", "", nil},
		{"gzip by its first bytes", gzipped(t, []byte("abc")), "abc", "gzip", nil},
		{"zstd by its first bytes", zstandard(t, []byte("abc")), "abc", "zstd", nil},
		{"a mark is no content", []byte("\ufeffabc"), "abc", "", nil},
		{"the head has a bound", []byte(long), long[:HeadSize], "", nil},
		{"nothing", nil, "", "", ErrEmpty},
		{"nothing but white space", []byte(" \r\n\t"), "", "", ErrEmpty},
		{"nothing, packed", gzipped(t, nil), "", "", ErrEmpty},
		{"nothing but a mark", []byte("\ufeff\n"), "", "", ErrEmpty},
		{"UTF-16, as some editors save", []byte("\xff\xfe{\x00}\x00"), "", "", errUTF16},
	}
	for _, tt := range tests {
		for _, files := range []fs.FS{Disk{}, fstest.MapFS{"run": {Data: tt.content}}, noReaderAt{fstest.MapFS{"run": {Data: tt.content}}}} {
			path := "run"
			if _, disk := files.(Disk); disk {
				path = written(t, tt.content)
			}
			src, err := OpenSource(files, path)
			if !errors.Is(err, tt.err) || err != nil && !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("%s: error %v, want %v behind the path", tt.why, err, tt.err)
			}
			if err != nil {
				continue
			}
			if string(src.Head()) != tt.head || src.Compressed() != tt.kind || src.Size != int64(len(tt.content)) {
				t.Errorf("%s: head %.10q of %d bytes, kind %q, size %d", tt.why, src.Head(), len(src.Head()), src.Compressed(), src.Size)
			}
			for range 2 {
				r, err := src.Reader()
				if err != nil {
					t.Fatal(err)
				}
				content, err := io.ReadAll(r)
				if !bytes.HasPrefix(content, []byte(tt.head)) || len(content) < len(tt.head) || err != nil {
					t.Errorf("%s: reads %.10q, %v", tt.why, content, err)
				}
				if err := r.Close(); err != nil {
					t.Errorf("%s: %v", tt.why, err)
				}
			}
			if err := src.Close(); err != nil {
				t.Errorf("%s: %v", tt.why, err)
			}
		}
	}
}

// noReaderAt is a file system whose files can only be read from the start.
type noReaderAt struct{ fstest.MapFS }

func (n noReaderAt) Open(name string) (fs.File, error) {
	f, err := n.MapFS.Open(name)
	return struct{ fs.File }{f}, err
}

func TestOpenSourceOfNoFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenSource(Disk{}, dir); !errors.Is(err, errFolder) {
		t.Errorf("a folder: %v", err)
	}
	missing := filepath.Join(dir, "no")
	if _, err := OpenSource(Disk{}, missing); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Errorf("a missing file: %v; want the path once", err)
	}
	if _, err := OpenSource(Disk{}, os.DevNull); !errors.Is(err, errPipe) {
		t.Errorf("a device: %v", err)
	}
}

func TestAFilePutInPlaceOfTheRun(t *testing.T) {
	path := written(t, []byte("old"))
	src, err := OpenSource(Disk{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if err := os.WriteFile(path+"2", []byte("new and longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+"2", path); err != nil {
		t.Skip(err)
	}
	r, err := src.Reader()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); string(got) != "old" || err != nil {
		t.Errorf("reads %q, %v; the head was of the old file", got, err)
	}
}

func TestBeside(t *testing.T) {
	files := fstest.MapFS{
		"data/gold.csv": {}, "data/runs/one/run.jsonl": {Data: []byte("x")}, "data/runs/b.csv": {}, "data/runs/a.csv": {},
		"top.csv": {}, "data/runs/one/notes.txt": {},
	}
	src, err := OpenSource(files, "data/runs/one/run.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	for ending, want := range map[string][]string{
		".csv":     {"data/runs/a.csv", "data/runs/b.csv"}, // the nearest folder only
		".txt":     {"data/runs/one/notes.txt"},
		"gold.csv": {"data/gold.csv"},
		"top.csv":  nil, // three folders above
	} {
		got := src.Beside(func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ending) })
		if !slices.Equal(got, want) {
			t.Errorf("beside, *%s: %q, want %q", ending, got, want)
		}
	}
}

func TestFolderOnDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"runs/run", "runs/images/a.png", "images/b.png"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	src, err := OpenSource(Disk{}, filepath.Join(dir, "runs", "run"))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	for _, inside := range []string{"..", "../images", "images/../..", "/", filepath.Join(dir, "images"), ""} {
		if f, err := src.Inside(inside); err == nil {
			f.Close()
			t.Errorf("Inside(%q) opened %s", inside, f.Path)
		}
	}
	own, err := src.Inside("images")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	other, err := src.Folder(filepath.Join(dir, "images"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, tt := range []struct {
		folder *Folder
		name   string
		want   bool
	}{
		{own, "a.png", true}, {own, "../run", false}, {own, "/etc/passwd", false}, {own, "b.png", false},
		{other, "b.png", true}, {other, "../runs/run", false},
	} {
		f, err := tt.folder.Open(tt.name)
		if (err == nil) != tt.want {
			t.Errorf("%s in %s: %v", tt.name, tt.folder.Path, err)
		}
		if err == nil {
			f.Close()
		}
	}
}

func TestImagePath(t *testing.T) {
	for name, want := range map[string]string{
		"a.png": "a.png", "./a/b.png": "a/b.png", `a\b.png`: "a/b.png", "a/../b.png": "b.png",
		"../a.png": "", "/a.png": "", "a/../../b.png": "",
	} {
		got, ok := ImagePath(name)
		if ok != (want != "") || ok && got != want {
			t.Errorf("ImagePath(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestMissingPictures(t *testing.T) {
	run := &Run{}
	run.Pictures = fstest.MapFS{"a.png": {}}
	for line := range 3 * maxMissing {
		rec := &Record{Line: line + 1}
		for _, name := range []string{"./a.png", "same.png", fmt.Sprintf("%d.png", line)} {
			if got := run.Picture(rec, name); got != strings.TrimPrefix(name, "./") {
				t.Errorf("Picture(%q) = %q", name, got)
			}
		}
		rec.Report(&run.Problems, "run", "x")
	}
	kept, count := run.Problems.All()
	if count != maxMissing+1 || kept[0].Line != 0 || kept[1].Line != 1 || !strings.Contains(kept[1].What, `"same.png": not in`) {
		t.Errorf("%d problems %+v..., want %d pictures once each, and that there are more", count, kept[:2], maxMissing)
	}
	rec := &Record{Line: 1}
	if got := run.Picture(rec, "../a.png"); got != "" || len(rec.found) != 1 {
		t.Errorf("a path that leads out is %q, problems %v", got, rec.found)
	}
}

func TestFormats(t *testing.T) {
	format := func(name string, begin string, fail error) Format {
		return Format{
			Name: name, Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte(begin)) },
			Open: func(ctx context.Context, src *Source, _ Options) (*Run, error) {
				if fail != nil {
					return nil, fail
				}
				return OpenJSONL(ctx, src, name, 0, func(*Record) (*Example, error) { return &Example{ID: "x"}, nil })
			},
		}
	}
	broken := errors.New("no gold")
	formats := Formats{format("ab", "ab", nil), format("a", "a", nil), format("b", "b", broken)}
	files := fstest.MapFS{"abc": {Data: []byte("abc")}, "acc": {Data: []byte("acc")}, "bcc": {Data: []byte("bcc")}, "ccc": {Data: []byte("ccc")}}
	for _, tt := range []struct {
		why, path, format string
		err               error
	}{
		{"the first that knows the file", "abc", "ab", nil},
		{"the next where it does not", "acc", "a", nil},
		{"a format that fails", "bcc", "", broken},
		{"no format", "ccc", "", ErrFormat},
	} {
		run, err := formats.OpenFrom(context.Background(), files, tt.path, Options{})
		if !errors.Is(err, tt.err) || err != nil && !strings.HasPrefix(err.Error(), tt.path+": ") {
			t.Errorf("%s: %v", tt.why, err)
		}
		if err != nil {
			continue
		}
		if run.Format != tt.format || run.Name != tt.path {
			t.Errorf("%s: format %q, name %q", tt.why, run.Format, run.Name)
		}
		if err := run.Close(); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}
