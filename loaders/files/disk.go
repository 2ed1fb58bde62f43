package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
)

var (
	errFolder = errors.New("is a folder; name a run file in it")
	errPipe   = errors.New("is a pipe or a device; write its content to a file first")
	errMarks  = errors.New("contains the marks for the run beside it, not a run")
	errUTF16  = errors.New("is compressed UTF-16; decompress it, or save it as UTF-8")
)

func openError(name string, err error) error {
	return &fs.PathError{Op: "open", Path: name, Err: err}
}

// DiskFiles accepts any path, also absolute and with "..", because the person at the keyboard named it.
type DiskFiles struct{}

// Open implements [fs.FS] for regular files and folders. It refuses pipes and devices, which could
// block forever.
func (DiskFiles) Open(name string) (fs.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, openError(name, errPipe)
	}
	return os.Open(name)
}

// Local implements [LocalFiles].
func (DiskFiles) Local(string) bool { return true }

// LocalFiles is a file system with paths on this machine.
type LocalFiles interface {
	fs.FS
	Local(name string) bool
}

func isLocal(files fs.FS, name string) bool {
	l, ok := files.(LocalFiles)
	return ok && l.Local(name)
}

// ReadDir implements [fs.ReadDirFS], without files of marks, which belong to no run's data.
func (DiskFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return holdsMarks(e.Name()) }), err
}

func holdsMarks(fileName string) bool {
	return strings.Contains(filepath.Base(fileName), loaders.MarksSuffix)
}
