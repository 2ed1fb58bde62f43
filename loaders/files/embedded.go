package files

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"

	"faithscope/loaders"
)

// embeddedRoot is the path in [loaders.Run.Pictures] of the pictures that a run file
// contains.
const embeddedRoot = "embedded"

// EmbeddedPath returns the path in [loaders.Run.Pictures] of picture k that the file holds
// for example i, both counted from 0.
func EmbeddedPath(i, k int) string { return fmt.Sprintf("%s/%d/%d", embeddedRoot, i, k) }

// EmbedPictures adds the pictures that the run file itself holds to the run's Pictures, at
// [EmbeddedPath]; other paths still lead to its folder. read is called whenever one is opened, from
// any goroutine. It is called before the run is shared, and after its folder of pictures is set.
func EmbedPictures(run *loaders.Run, read func(i, k int) ([]byte, error)) {
	run.Pictures = embeddedPictures{folder: run.Pictures, read: read}
}

// embeddedPictures is a folder of pictures, and among them those that are inside the run file.
type embeddedPictures struct {
	folder fs.FS // nil for none
	read   func(i, k int) ([]byte, error)
}

// Open implements [fs.FS]: for the name of a picture within the run file it reads that into memory;
// any other name it opens in the folder, and without a folder there is no such file.
func (e embeddedPictures) Open(name string) (fs.File, error) {
	i, k, own := embeddedAt(name)
	if !own {
		if e.folder == nil {
			return nil, openError(name, fs.ErrNotExist)
		}
		return e.folder.Open(name)
	}
	b, err := e.read(i, k)
	if err != nil {
		return nil, openError(name, err)
	}
	return &memoryFile{bytes.NewReader(b), path.Base(name)}, nil
}

func embeddedAt(path string) (i, k int, own bool) {
	_, err := fmt.Sscanf(path, embeddedRoot+"/%d/%d", &i, &k)
	return i, k, err == nil && path == EmbeddedPath(i, k)
}

// Sought returns the file of a picture for [loaders.Run.Sought]: "" for one in the run file,
// otherwise that of the folder.
func (e embeddedPictures) Sought(path string) (file string, known bool) {
	if _, _, own := embeddedAt(path); own {
		return "", true
	}
	return (&loaders.Run{Pictures: e.folder}).Sought(path)
}

func (e embeddedPictures) Outside() bool {
	folder, ok := e.folder.(*Folder)
	return ok && folder.Outside()
}

// memoryFile is a file in memory, with its name.
type memoryFile struct {
	*bytes.Reader
	name string
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return fileInfo{name: f.name, size: f.Size()}, nil }

func (*memoryFile) Close() error { return nil }
