package files

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"faithscope/loaders/files/cache"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

// A disk that is full costs the cache its entry, and the run nothing.
func TestFullDiskOfTheCache(t *testing.T) {
	content := filestest.Lines(5000, 100)
	path := filestest.Write(t, filestest.Gzip(t, content))
	c, err := cache.Open(filepath.Join(t.TempDir(), "cache"), "a program")
	check.NoError(t, err)
	c.Least, c.Now = 0, func() time.Time { return time.Now().Add(time.Hour) }
	src, err := OpenSource(DiskFiles{}, path)
	check.NoError(t, err)
	defer src.Close()
	fileOf(src).cache = c
	got, err := OpenContent(src, CachedFor(src), nil)
	check.NoError(t, err)
	defer got.Close()
	in := got.Stream()
	defer in.Close()
	part := make([]byte, len(content)/2)
	if _, err := io.ReadFull(in, part); err != nil {
		t.Fatal(err)
	}
	s := got.(*contentSpool)
	name := s.file.Name()
	check.NoError(t, s.file.Close())
	if s.file, err = os.Open(name); err != nil { // not one more byte can be written
		t.Fatal(err)
	}
	rest, err := io.ReadAll(in)
	if err != nil || !bytes.Equal(append(part, rest...), content) {
		t.Fatalf("%d of %d bytes, %v", len(part)+len(rest), len(content), err)
	}
	again := make([]byte, len(content))
	if _, err := got.ReadAt(again, 0); err != nil || !bytes.Equal(again, content) {
		t.Errorf("read again: %v", err)
	}
	got.Commit()
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Error("half of it stays in the cache's folder")
	}
	if second, err := OpenContent(src, CachedFor(src), nil); err != nil {
		t.Error(err)
	} else {
		if _, kept := second.(*unpackedCopy); kept {
			t.Error("the cache has what did not fit")
		}
		second.Close()
	}
}
