// Package output writes files that appear when they are whole, or not at all.
package output

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/spf13/pflag"

	"faithscope/loaders/files/writer"
)

// Version is the version of the program, which [commands.Main] sets; "" for none.
var Version string

// Target is where a command's flags send its output.
type Target struct {
	Path  string // "-" for standard output
	Force bool   // replaces the file if it exists
}

// AddOut adds the flags --out (-o), with its default path and its help, and --force.
func (t *Target) AddOut(set *pflag.FlagSet, path, help string) {
	set.StringVarP(&t.Path, "out", "o", path, help)
	set.BoolVar(&t.Force, "force", false, "replace an existing file")
}

// Write writes the output by work, whole or not at all: to stdout for "-", else to the file, which
// [Create] makes. If work fails or ctx ends no file is left.
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

// Inside returns the target of a file in the folder t: the last of names, in folders called as the
// others. It makes the folders, but not the file. It fails where one of them is a link.
func (t *Target) Inside(names ...string) (*Target, error) {
	to := *t
	for _, name := range names {
		if err := writer.MakeFolder(to.Path); err != nil {
			return nil, err
		}
		to.Path = filepath.Join(to.Path, name)
	}
	return &to, nil
}

// File is a file that appears under its name once it is complete, or not at all. It is
// compressed if its name ends with .gz or .zst.
type File struct {
	file     *writer.Part // nil for standard output
	end      func() error // of what compresses it
	complete func() bool  // reports whether the context has not ended, and the file may stay
	*bufio.Writer
}

// Create opens an output; "-" is stdout, not compressed. It fails where path exists, unless force
// says to replace it, and for what is not a regular file, a link among them. A new file has the
// mode that the umask leaves, one that replaces another keeps its mode. When ctx ends the
// unfinished file is removed at once, whatever its writer still waits for.
func Create(ctx context.Context, path string, stdout io.Writer, force bool) (*File, error) {
	if path == "-" {
		return &File{Writer: bufio.NewWriter(stdout)}, nil
	}
	file, err := writer.Beside(path, force, 0o666)
	if err != nil {
		return nil, err
	}
	o := &File{file: file, end: func() error { return nil }, complete: context.AfterFunc(ctx, func() { os.Remove(file.Name()) })}
	var w io.Writer = file
	switch filepath.Ext(path) {
	case ".gz":
		z := gzip.NewWriter(file)
		w, o.end = z, z.Close
	case ".zst":
		z, _ := zstd.NewWriter(file) // it fails for wrong options
		w, o.end = z, z.Close
	}
	o.Writer = bufio.NewWriterSize(w, 256<<10)
	return o, nil
}

// Close completes the file and gives it its name. If that fails, or the context has ended, no file
// stays and an error is returned. For standard output it only flushes.
func (o *File) Close() error {
	err := o.Flush()
	if o.file == nil {
		return err
	}
	err = errors.Join(err, o.end(), o.file.Sync())
	if !o.complete() {
		err = errors.Join(err, context.Canceled)
	}
	err = o.file.Commit(err)
	o.file = nil
	return err
}

// Drop discards the file, unless it was closed; it does nothing for standard output, or a second
// time.
func (o *File) Drop() {
	if o.file != nil {
		o.complete()
		o.file.Discard()
		o.file = nil
	}
}
