package files

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"time"

	"faithscope/loaders"
)

// embeddedRoot is where the pictures that stand in a run file are found in
// [loaders.Run.Pictures].
const embeddedRoot = "embedded"

// EmbeddedPath is the path in [loaders.Run.Pictures] of picture k that the file holds
// for example i, both counted from 0.
func EmbeddedPath(i, k int) string { return fmt.Sprintf("%s/%d/%d", embeddedRoot, i, k) }

// EmbedPictures adds the pictures that the run file itself holds to the run's
// Pictures, at [EmbeddedPath]. read is called whenever one is opened, from
// any goroutine. It is called before the run is shared, and after its folder
// of pictures is set.
func EmbedPictures(run *loaders.Run, read func(i, k int) ([]byte, error)) {
	run.Pictures = embedded{folder: run.Pictures, read: read}
}

// embedded is a folder of pictures with those of the run file in it.
type embedded struct {
	folder fs.FS // nil for none
	read   func(i, k int) ([]byte, error)
}

// Open opens a picture of the run file, or a file of the folder.
func (e embedded) Open(name string) (fs.File, error) {
	i, k, own := embeddedAt(name)
	if !own {
		if e.folder == nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return e.folder.Open(name)
	}
	b, err := e.read(i, k)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &inMemory{bytes.NewReader(b), path.Base(name)}, nil
}

// embeddedAt is the picture at a path, own false where the run file holds none
// there.
func embeddedAt(path string) (i, k int, own bool) {
	_, err := fmt.Sscanf(path, embeddedRoot+"/%d/%d", &i, &k)
	return i, k, err == nil && path == EmbeddedPath(i, k)
}

// Sought is the folder's file, for [loaders.Run.Sought].
func (e embedded) Sought(path string) (file string, known bool) {
	if _, _, own := embeddedAt(path); own {
		return "", true
	}
	return (&loaders.Run{Pictures: e.folder}).Sought(path)
}

// Outside is the folder's, for [loaders.Run.ImagePath].
func (e embedded) Outside() bool {
	folder, ok := e.folder.(*Folder)
	return ok && folder.Outside()
}

// inMemory is a file for reading, and what is to say about it.
type inMemory struct {
	*bytes.Reader
	name string
}

// Stat says that it is a regular file.
func (f *inMemory) Stat() (fs.FileInfo, error) { return f, nil }

// Close does nothing.
func (*inMemory) Close() error { return nil }

// Name is the last part of its path.
func (f *inMemory) Name() string { return f.name }

// Size is that of the whole, whatever was read.
func (f *inMemory) Size() int64 { return f.Reader.Size() }

// Mode says that it can be read.
func (*inMemory) Mode() fs.FileMode { return 0o444 }

// ModTime is unknown.
func (*inMemory) ModTime() time.Time { return time.Time{} }

// IsDir says that it is none.
func (*inMemory) IsDir() bool { return false }

// Sys has nothing to add.
func (*inMemory) Sys() any { return nil }

var _ io.ReaderAt = (*inMemory)(nil)
