// Package output writes files that appear complete, or not at all.
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

// Version is the version of the program, set by [commands.Main]; "" for none.
var Version string

// Target is where a command's flags send its output.
type Target struct {
	Path  string // "-" for standard output
	Force bool
}

// AddOut adds --out (-o), with its default and help, and --force.
func (t *Target) AddOut(set *pflag.FlagSet, path, help string) {
	set.StringVarP(&t.Path, "out", "o", path, help)
	set.BoolVar(&t.Force, "force", false, "replace an existing file")
}

// Write writes the output by writeContent: to stdout for "-", else to a file of [Create]. If
// writeContent fails or ctx ends no file is left.
func (t *Target) Write(ctx context.Context, stdout io.Writer, writeContent func(w io.Writer) error) error {
	out, err := Create(ctx, t.Path, stdout, t.Force)
	if err != nil {
		return err
	}
	defer out.Drop()
	if err := writeContent(out); err != nil {
		return err
	}
	return out.Close()
}

// Inside returns the target of a file in the folder t: the last of fileNames, in folders named by the
// others. It makes the folders, but not the file. A link among them is an error.
func (t *Target) Inside(fileNames ...string) (*Target, error) {
	to := *t
	for _, name := range fileNames {
		if err := writer.MakeFolder(to.Path); err != nil {
			return nil, err
		}
		to.Path = filepath.Join(to.Path, name)
	}
	return &to, nil
}

// PendingFile is a file that appears under its name once complete, compressed if the name ends with .gz or
// .zst.
type PendingFile struct {
	file     *writer.PartialFile // nil for standard output
	end      func() error        // ends compression
	complete func() bool         // false if the context ended
	*bufio.Writer
}

// Create opens an output; "-" is stdout, not compressed. It fails if path exists without force, and
// for links and other irregular files. A new file follows the umask, a replaced one keeps its mode.
// When ctx ends the unfinished file is removed at once.
func Create(ctx context.Context, path string, stdout io.Writer, force bool) (*PendingFile, error) {
	if path == "-" {
		return &PendingFile{Writer: bufio.NewWriter(stdout)}, nil
	}
	file, err := writer.Beside(path, force, 0o666)
	if err != nil {
		return nil, err
	}
	o := &PendingFile{file: file, end: func() error { return nil }, complete: context.AfterFunc(ctx, func() { os.Remove(file.Name()) })}
	var w io.Writer = file
	switch filepath.Ext(path) {
	case ".gz":
		z := gzip.NewWriter(file)
		w, o.end = z, z.Close
	case ".zst":
		z, _ := zstd.NewWriter(file) // fails only for wrong options
		w, o.end = z, z.Close
	}
	o.Writer = bufio.NewWriterSize(w, 256<<10)
	return o, nil
}

// Close completes the file under its name. If that fails, or the context has ended, no file stays
// and an error is returned. It only flushes standard output.
func (o *PendingFile) Close() error {
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

// Drop discards the file, unless it was closed or is standard output.
func (o *PendingFile) Drop() {
	if o.file != nil {
		o.complete()
		o.file.Discard()
		o.file = nil
	}
}
