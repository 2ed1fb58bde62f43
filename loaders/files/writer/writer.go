package writer

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Overwrite and KeepExisting are values of force.
const (
	Overwrite    = true
	KeepExisting = false
)

// Check returns the permissions of the file at path, 0 for none. It fails if no file may be written
// there: one exists and mayOverwrite is false, or path is a link or another non-regular file.
func Check(path string, mayOverwrite bool) (fs.FileMode, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, err
	case info.Mode().Type() == fs.ModeSymlink:
		return 0, linkError(path)
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s: exists and is not a regular file; choose another name", path)
	case !mayOverwrite:
		return 0, Exists(path)
	}
	return info.Mode().Perm(), nil
}

// PartialFile is an incomplete file under another name beside its own.
type PartialFile struct {
	*os.File
	path  string
	force bool
}

// Write implements [io.Writer]. Its error names the file, not the part.
func (p *PartialFile) Write(b []byte) (int, error) {
	n, err := p.File.Write(b)
	return n, p.nameFile(err)
}

// Beside creates a hidden part in path's folder, with fileMode (less the umask) or the mode of the file
// that it replaces. It fails like [Check]. The caller commits or discards it.
func Beside(path string, mayOverwrite bool, fileMode fs.FileMode) (*PartialFile, error) {
	old, err := Check(path, mayOverwrite)
	if err != nil {
		return nil, err
	}
	p := &PartialFile{path: path, force: mayOverwrite}
	if p.File, err = createPart(path, cmp.Or(old, fileMode)); err != nil {
		return nil, p.nameFile(err)
	}
	if old != 0 {
		if err := p.Chmod(old); err != nil {
			return nil, p.Commit(err)
		}
	}
	return p, nil
}

// createPart locks a hidden file with the first free number. It removes parts that nobody has
// locked, because a killed program left them. File systems without locks work too.
func createPart(path string, fileMode fs.FileMode) (*os.File, error) {
	dir, name := filepath.Split(path)
	for n := 0; ; n++ {
		part := filepath.Join(dir, fmt.Sprintf(".%s.%s.%d.part", name, hostName(), n))
		file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
		switch {
		case errors.Is(err, fs.ErrExist):
			if removeLeft(part) {
				n--
			}
			continue
		case err != nil:
			return nil, err
		}
		if !errors.Is(Lock(file), ErrLocked) && hasName(file) {
			return file, nil
		}
		file.Close() // another writer took it for an abandoned part
	}
}

func hasName(f *os.File) bool {
	open, err := f.Stat()
	there, wrong := os.Lstat(f.Name())
	return errors.Join(err, wrong) == nil && os.SameFile(open, there)
}

func removeLeft(partialPath string) bool {
	left, _, err := Open(partialPath, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer left.Close()
	return Lock(left) == nil && os.Remove(partialPath) == nil
}

func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return filepath.Base(name[:min(len(name), 64)])
}

// Commit closes the part and renames it, unless err isn't nil. On failure, or with err, the part is
// removed and the error names the file. To survive a loss of power, synchronise before.
func (p *PartialFile) Commit(err error) error {
	if err == nil {
		err = settleName(p.File, p.rename)
	}
	if err != nil {
		p.Discard()
	}
	return p.nameFile(err)
}

// rename replaces no file that appeared since [Check], unless p.force is set. A rename would, so it
// links, or in a file system without links first takes the name with an empty file.
func (p *PartialFile) rename() error {
	if p.force {
		return os.Rename(p.Name(), p.path)
	}
	err := os.Link(p.Name(), p.path)
	if err == nil {
		return os.Remove(p.Name())
	}
	if !errors.Is(err, fs.ErrExist) { // a file system without links
		var taken *os.File
		if taken, err = os.OpenFile(p.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			if err = errors.Join(taken.Close(), os.Rename(p.Name(), p.path)); err != nil {
				os.Remove(p.path)
			}
			return err
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return Exists(p.path)
	}
	return err
}

// Discard closes and removes the part; a committed one stays.
func (p *PartialFile) Discard() {
	p.Close()
	os.Remove(p.Name())
}

// Save writes a file of the program's own, complete and synchronised to disk, replacing the old
// one, and makes its folder. Others can't read a new one.
func Save(path string, content []byte) error {
	if err := MakeOwnFolder(filepath.Dir(path)); err != nil {
		return err
	}
	p, err := Beside(path, Overwrite, 0o600)
	if err != nil {
		return err
	}
	_, err = p.Write(content)
	return p.Commit(errors.Join(err, p.Sync()))
}

// MakeFolder makes a folder that a person named, and those above it, unless it exists. It fails if
// path is a link.
func MakeFolder(path string) error {
	if _, err := os.Readlink(filepath.Clean(path)); err == nil {
		return linkError(path)
	}
	return os.MkdirAll(path, 0o777)
}

// NewFolder makes a folder that a person named. It fails if the folder exists or the one above
// doesn't.
func NewFolder(path string) error { return os.Mkdir(path, 0o777) }

// MakeOwnFolder makes a folder for the program's own files, and those above it, unless it exists.
// Others can't look into a new one. It may be a link, for example to a larger disk.
func MakeOwnFolder(path string) error { return os.MkdirAll(path, 0o700) }

// MakePrivateFolder is [MakeOwnFolder], but fails if another person owns the folder or may write to
// it.
func MakePrivateFolder(path string) error {
	if err := MakeOwnFolder(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := checkPrivate(info); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Temporary creates a new file in a folder, "" for the system's, like [os.CreateTemp]. The caller
// removes it.
func Temporary(dir, namePattern string) (*os.File, error) { return os.CreateTemp(dir, namePattern) }

// Replace renames a temporary file to path in the same file system, replacing the file or link
// there.
func Replace(f *os.File, path string) error { return os.Rename(f.Name(), path) }

func (p *PartialFile) nameFile(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		e.Path = p.path
	} else if e, ok := errors.AsType[*os.LinkError](err); ok {
		e.Old = p.path
	}
	return err
}
