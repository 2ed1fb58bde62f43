package files_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

func TestEmbedPictures(t *testing.T) {
	run := &loaders.Run{Pictures: fstest.MapFS{"a.png": {Data: []byte("folder")}}}
	files.EmbedPictures(run, func(i, k int) ([]byte, error) {
		if i == 3 && k == 1 {
			return []byte("file"), nil
		}
		return nil, errors.New("no such picture")
	})
	for name, want := range map[string]string{
		files.EmbeddedPath(3, 1): "file",
		"a.png":                  "folder",
		files.EmbeddedPath(3, 2): "", // the reader has none
		"embedded/3/01":          "", // no other way to write a name
		"embedded/3/1/x":         "",
		"embedded":               "",
		"b.png":                  "",
		"embedded/-3/-1.png":     "",
	} {
		b, err := fs.ReadFile(run.Pictures, name)
		if string(b) != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v; want %q", name, b, err, want)
		}
	}
	info, err := fs.Stat(run.Pictures, files.EmbeddedPath(3, 1))
	if err != nil || info.Size() != 4 || !info.Mode().IsRegular() || info.Name() != "1" {
		t.Errorf("stat: %v, %v", info, err)
	}
	run = &loaders.Run{}
	files.EmbedPictures(run, func(int, int) ([]byte, error) { return nil, nil })
	_, err = fs.Stat(run.Pictures, "a.png")
	check.Is(t, "without a folder", err, fs.ErrNotExist)
}

func TestPicturesAreSought(t *testing.T) {
	dir := "data/images"
	src := &loaders.Source{Path: "data/run.jsonl", Files: fstest.MapFS{"data/images/b.jpg": {}}}
	folder, err := files.OpenFolder(src, dir)
	check.NoError(t, err)
	for _, c := range []struct {
		why      string
		pictures fs.FS
		embed    bool
		path     string
		file     string
		known    bool
	}{
		{"no folder", nil, false, "a.jpg", "", false},
		{"a folder", folder, false, "train/a.jpg", dir + "/train/a.jpg", true},
		{"the program's own pictures", fstest.MapFS{}, false, "a.jpg", "", true},
		{"in the run file", nil, true, files.EmbeddedPath(3, 0), "", true},
		{"beside the run file's, and no folder", nil, true, "a.jpg", "", false},
		{"beside the run file's", folder, true, "a.jpg", dir + "/a.jpg", true},
	} {
		run := &loaders.Run{Pictures: c.pictures}
		if c.embed {
			files.EmbedPictures(run, nil)
		}
		if file, known := run.Sought(c.path); file != c.file || known != c.known {
			t.Errorf("%s: %q, %v; want %q, %v", c.why, file, known, c.file, c.known)
		}
	}
}
