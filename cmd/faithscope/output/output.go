// Package output writes files that appear when they are whole, or not at all.
package output

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/spf13/pflag"
)

// Target is where a command's flags send its output.
type Target struct {
	Path  string // "-" for standard output
	Force bool   // replaces the file if it exists
}

// AddTo adds the flags --out, with its default and its help, and --force.
func (t *Target) AddTo(set *pflag.FlagSet, path, help, force string) {
	set.StringVarP(&t.Path, "out", "o", path, help)
	set.BoolVar(&t.Force, "force", false, force)
}

// Write writes the output by work, whole or not at all.
func (t *Target) Write(ctx context.Context, stdout io.Writer, work func(w io.Writer) error) error {
	out, err := Create(ctx, t.Path, stdout, t.Force)
	if err != nil {
		return err
	}
	defer out.Drop()
	if err := work(out); err != nil {
		return err
	}
	return out.Close()
}

// Save writes a file of the person's own, in the place of the one before, and
// makes the folder that it is in.
func Save(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return (&Target{Path: path, Force: true}).Write(context.Background(), nil, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// File is a file that appears under its name once it is complete, or not at all. It is
// compressed if its name ends with .gz or .zst.
type File struct {
	path     string       // "-" for standard output
	force    bool         // replaces what is there
	file     *os.File     // under another name beside path, nil for standard output
	end      func() error // of what compresses it
	complete func() bool  // reports whether the context has not ended, and the file may stay
	*bufio.Writer
}

// Create opens an output. It fails where path exists, unless force says to
// replace it, and for what is not a regular file. A new file has the mode that
// the umask leaves, one that replaces another keeps its mode. When ctx ends the
// file is removed at once, whatever its writer still waits for.
func Create(ctx context.Context, path string, stdout io.Writer, force bool) (*File, error) {
	if path == "-" {
		return &File{path: path, Writer: bufio.NewWriter(stdout)}, nil
	}
	var mode fs.FileMode
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: exists and is not a regular file", path)
	case err == nil && !force:
		return nil, exists(path)
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil { // the link stays
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	file, err := createPart(path)
	if err != nil {
		return nil, err
	}
	if mode != 0 {
		if err := file.Chmod(mode); err != nil {
			file.Close()
			os.Remove(file.Name())
			return nil, err
		}
	}
	o, err := pack(path, file)
	if err != nil {
		return nil, err
	}
	o.force = force
	o.complete = context.AfterFunc(ctx, func() { os.Remove(file.Name()) })
	return o, nil
}

// ErrLocked says that another program is writing a file.
var ErrLocked = errors.New("another program is writing it")

// createPart creates a file beside path for what is still incomplete, and locks
// it: a part without a lock was left behind by a program that was killed, and is
// removed.
func createPart(path string) (*os.File, error) {
	dir, name := filepath.Split(path)
	own := "." + name + "." + host() + "."
	removeLeft(dir, own)
	for n := 0; ; n++ {
		part := filepath.Join(dir, fmt.Sprintf("%s%d-%d.part", own, os.Getpid(), n))
		file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666) // less the umask
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, err
		}
		if !errors.Is(Lock(file), ErrLocked) && named(file) {
			return file, nil
		}
		file.Close() // another writer took it for one that was left
	}
}

// named reports whether an open file still has its name.
func named(f *os.File) bool {
	open, err := f.Stat()
	there, wrong := os.Lstat(f.Name())
	return errors.Join(err, wrong) == nil && os.SameFile(open, there)
}

// removeLeft removes the parts in a folder whose names begin with own and that no
// program is writing any more.
func removeLeft(dir, own string) {
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return // creating a file says why
	}
	for _, e := range entries {
		process, ours := strings.CutPrefix(e.Name(), own)
		process, part := strings.CutSuffix(process, ".part")
		if !e.Type().IsRegular() || !ours || !part || strings.Contains(process, ".") { // the host's name goes on
			continue
		}
		left, err := os.OpenFile(filepath.Join(dir, e.Name()), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if Lock(left) == nil {
			os.Remove(left.Name())
		}
		left.Close()
	}
}

// host is this machine's name: a cluster may share the folder, and its machines do
// not know each other's processes.
func host() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return filepath.Base(name[:min(len(name), 64)])
}

// pack returns an output that writes to file, compressed as its name says.
func pack(path string, file *os.File) (*File, error) {
	o := &File{path: path, file: file, complete: func() bool { return true }, end: func() error { return nil }}
	var w io.Writer = file
	switch filepath.Ext(path) {
	case ".gz":
		z := gzip.NewWriter(file)
		w, o.end = z, z.Close
	case ".zst":
		z, err := zstd.NewWriter(file)
		if err != nil {
			o.Drop()
			return nil, err
		}
		w, o.end = z, z.Close
	}
	o.Writer = bufio.NewWriterSize(w, 256<<10)
	return o, nil
}

// Close completes the file and gives it its name.
func (o *File) Close() error {
	err := o.Flush()
	if o.file == nil {
		return err
	}
	err = errors.Join(err, o.end(), o.file.Sync())
	if !o.complete() {
		err = errors.Join(err, context.Canceled)
	}
	if err == nil {
		err = settle(o.file, o.name)
	}
	if err != nil {
		o.file.Close()
		os.Remove(o.file.Name())
	}
	o.file = nil
	return err
}

// name gives the file on disk its name, which another program may have taken since
// [Create] looked.
func (o *File) name() error {
	part := o.file.Name()
	if o.force {
		return os.Rename(part, o.path)
	}
	err := os.Link(part, o.path)
	if err == nil {
		return os.Remove(part)
	}
	if !errors.Is(err, fs.ErrExist) { // a file system without links: the name is taken, and then the file put there
		var taken *os.File
		if taken, err = os.OpenFile(o.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			return errors.Join(taken.Close(), os.Rename(part, o.path))
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return exists(o.path)
	}
	return err
}

func exists(path string) error { return fmt.Errorf("%s: exists; --force replaces it", path) }

// Drop leaves no file, unless it was closed.
func (o *File) Drop() {
	if o.file != nil {
		o.complete()
		o.file.Close()
		os.Remove(o.file.Name())
		o.file = nil
	}
}
