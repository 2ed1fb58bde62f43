package files

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"

	"faithscope/loaders"
)

const embeddedRoot = "embedded"

// EmbeddedPath returns the path in [loaders.Run.Pictures] of picture k of example i, both from 0.
func EmbeddedPath(i, k int) string { return fmt.Sprintf("%s/%d/%d", embeddedRoot, i, k) }

// EmbedPictures adds pictures at [EmbeddedPath] to run.Pictures. Any goroutine may call readPicture, for
// each opening. Call it after the picture folder is set and before the run is shared.
func EmbedPictures(run *loaders.Run, readPicture func(i, k int) ([]byte, error)) {
	run.Pictures = embeddedPictures{folder: run.Pictures, read: readPicture}
}

type embeddedPictures struct {
	folder fs.FS // nil for none
	read   func(i, k int) ([]byte, error)
}

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

func embeddedAt(picturePath string) (exampleIndex, pictureIndex int, isEmbedded bool) {
	_, err := fmt.Sscanf(picturePath, embeddedRoot+"/%d/%d", &exampleIndex, &pictureIndex)
	return exampleIndex, pictureIndex, err == nil && picturePath == EmbeddedPath(exampleIndex, pictureIndex)
}

func (e embeddedPictures) Sought(picturePath string) (file string, known bool) {
	if _, _, own := embeddedAt(picturePath); own {
		return "", true
	}
	return (&loaders.Run{Pictures: e.folder}).Sought(picturePath)
}

func (e embeddedPictures) Outside() bool {
	folder, ok := e.folder.(*ConfinedFolder)
	return ok && folder.Outside()
}

type memoryFile struct {
	*bytes.Reader
	name string
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return fileInfo{name: f.name, size: f.Size()}, nil }

func (*memoryFile) Close() error { return nil }
