package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

func TestOpenSource(t *testing.T) {
	long := strings.Repeat("x", 3*loaders.HeadSize)
	tests := []struct {
		why     string
		content []byte
		head    string
		kind    string
		err     error
	}{
		{"a plain file", []byte("abc"), "abc", "", nil},
		{"gzip by its first bytes", filestest.Gzip(t, []byte("abc")), "abc", "gzip", nil},
		{"zstd by its first bytes", filestest.Zstd(t, []byte("abc")), "abc", "zstd", nil},
		{"a mark is not content", []byte("\ufeffabc"), "abc", "", nil},
		{"the head has a bound", []byte(long), long[:loaders.HeadSize], "", nil},
		{"nothing", nil, "", "", ErrEmpty},
		{"nothing but white space", []byte(" \r\n\t"), "", "", ErrEmpty},
		{"nothing, packed", filestest.Gzip(t, nil), "", "", ErrEmpty},
		{"nothing but a mark", []byte("\ufeff\n"), "", "", ErrEmpty},
		{"UTF-16, as some editors save", []byte("\xff\xfe{\x00\xe9\x00"), "{é", "UTF-16", nil},
		{"UTF-16, the larger byte first", []byte("\xfe\xff\x00{\x00\xe9"), "{é", "UTF-16", nil},
		{"Windows-1252", []byte("caf\xe9;d\xe9j\xe0"), "café;déjà", "Windows-1252", nil},
		{"old Mac", []byte("a,b\r1,2\r"), "a,b\n1,2\n", "old Mac", nil},
		{"JSON with one wrong byte", []byte("{\"a\": \"\xe9\"}"), "{\"a\": \"\xe9\"}", "", nil},
		{"UTF-8 with a wrong byte", []byte("é \xe9"), "é \xe9", "", nil},
		{"Python", []byte("{'a': \"it's\", 'b': (None, True)}\n"), "{\"a\": \"it's\", \"b\": [null, true]}\n", "Python", nil},
		{"GB18030", []byte("\xca\xc7\xb7\xf1,a"), "\xca\xc7\xb7\xf1,a", "", nil},
		{"UTF-16, packed", filestest.Gzip(t, []byte("\xff\xfe{\x00")), "", "", errUTF16},
	}
	for _, tt := range tests {
		for _, files := range []fs.FS{DiskFiles{}, fstest.MapFS{"run": {Data: tt.content}}, noReaderAt{fstest.MapFS{"run": {Data: tt.content}}}} {
			path := "run"
			if _, disk := files.(DiskFiles); disk {
				path = filestest.Write(t, tt.content)
			}
			src, err := OpenSource(files, path)
			if !errors.Is(err, tt.err) || err != nil && !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("%s: error %v, want %v behind the path", tt.why, err, tt.err)
			}
			if err != nil {
				continue
			}
			if string(src.Head) != tt.head || fileOf(src).packed != tt.kind || src.Size != int64(len(tt.content)) {
				t.Errorf("%s: head %.10q of %d bytes, kind %q, size %d", tt.why, src.Head, len(src.Head), fileOf(src).packed, src.Size)
			}
			for range 2 {
				r, err := Reader(src)
				check.NoError(t, err)
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
	_, err := OpenSource(DiskFiles{}, dir)
	check.Is(t, "a folder", err, errFolder)
	missing := filepath.Join(dir, "no")
	if _, err := OpenSource(DiskFiles{}, missing); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Errorf("a missing file: %v; want the path once", err)
	}
	_, err = OpenSource(DiskFiles{}, os.DevNull)
	check.Is(t, "a device", err, errPipe)
}

func TestAFilePutInPlaceOfTheRun(t *testing.T) {
	path := filestest.Write(t, []byte("old"))
	src, err := OpenSource(DiskFiles{}, path)
	check.NoError(t, err)
	defer src.Close()
	check.NoError(t, os.WriteFile(path+"2", []byte("new and longer"), 0o600))
	if err := os.Rename(path+"2", path); err != nil {
		t.Skip(err)
	}
	r, err := Reader(src)
	check.NoError(t, err)
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
	check.NoError(t, err)
	defer src.Close()
	for ending, want := range map[string][]string{
		".csv":     {"data/runs/a.csv", "data/runs/b.csv"}, // the nearest folder only
		".txt":     {"data/runs/one/notes.txt"},
		"gold.csv": {"data/gold.csv"},
		"top.csv":  nil, // three folders above
	} {
		got := Beside(src, func(_ string, e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ending) })
		check.EqualLists(t, "beside *", got, want, ending)
	}
}

func TestFolderOnDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"runs/run", "runs/images/a.png", "images/b.png"} {
		path := filepath.Join(dir, name)
		check.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		check.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	}
	src, err := OpenSource(DiskFiles{}, filepath.Join(dir, "runs", "run"))
	check.NoError(t, err)
	defer src.Close()
	for _, inside := range []string{"..", "../images", "images/../..", "/", filepath.Join(dir, "images"), ""} {
		if f, err := Inside(src, inside, loaders.Options{}); err == nil {
			f.Close()
			t.Errorf("Inside(%q) opened %s", inside, f.Path)
		}
	}
	own, err := Inside(src, "images", loaders.Options{})
	check.NoError(t, err)
	defer own.Close()
	other, err := OpenFolder(src, filepath.Join(dir, "images"))
	check.NoError(t, err)
	defer other.Close()
	for _, tt := range []struct {
		folder *ConfinedFolder
		name   string
		want   bool
	}{
		{own, "a.png", true}, {own, "../run", false}, {own, "/etc/passwd", false}, {own, "b.png", false},
		{other, "b.png", true}, {other, "../runs/run", false},
	} {
		f, err := tt.folder.Open(tt.name)
		check.Equal(t, "found", err == nil, tt.want, tt.name, "in", tt.folder.Path, err)
		if err == nil {
			f.Close()
		}
	}
}

// A file that is too large is not taken for its beginning.
func TestReadStored(t *testing.T) {
	fsys := fstest.MapFS{"a": {Data: make([]byte, 2<<10)}}
	if b, err := ReadStored(fsys, "a", 2<<10); err != nil || len(b) != 2<<10 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if b, err := ReadStored(fsys, "a", 1<<10); b != nil || err == nil || err.Error() != "a: larger than 1 KB" {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}
