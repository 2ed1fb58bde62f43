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

// Write writes the output by writeContent: to stdout for "-", else to a file that appears under its name
// once complete, compressed if the name ends with .gz or .zst. It fails if the file exists without Force,
// and for links and other irregular files. A new file follows the umask, a replaced one keeps its mode. If
// writeContent fails or ctx ends no file is left.
func (t *Target) Write(ctx context.Context, stdout io.Writer, writeContent func(w io.Writer) error) error {
	if t.Path == "-" {
		out := bufio.NewWriter(stdout)
		if err := writeContent(struct{ io.Writer }{out}); err != nil { // a csv.Writer would take out for its own and flush it
			return err
		}
		return out.Flush()
	}
	file, err := writer.Beside(t.Path, t.Force, 0o666)
	if err != nil {
		return err
	}
	defer file.Discard() // a committed file stays
	keepFile := context.AfterFunc(ctx, func() { os.Remove(file.Name()) })
	defer keepFile()
	packed, endPacking := io.Writer(file), func() error { return nil }
	switch filepath.Ext(t.Path) {
	case ".gz":
		z := gzip.NewWriter(file)
		packed, endPacking = z, z.Close
	case ".zst":
		z, _ := zstd.NewWriter(file) // fails only for wrong options
		packed, endPacking = z, z.Close
	}
	out := bufio.NewWriterSize(packed, 256<<10)
	if err := writeContent(out); err != nil {
		return err
	}
	err = errors.Join(out.Flush(), endPacking(), file.Sync())
	if !keepFile() { // ctx has ended
		err = errors.Join(err, context.Canceled)
	}
	return file.Commit(err)
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
