package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// output is a file that appears under its name when it is whole, or not at
// all. It is packed where its name ends with .gz or .zst.
type output struct {
	path  string   // "-" for standard output
	file  *os.File // under another name beside path, nil for standard output
	chain []io.Closer
	*bufio.Writer
}

// create opens an output. It fails where path exists, unless force says to
// replace it, and for what is no regular file.
func create(path string, stdout io.Writer, force bool) (*output, error) {
	if path == "-" {
		return &output{path: path, Writer: bufio.NewWriter(stdout)}, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: exists and is no file", path)
	case err == nil && !force:
		return nil, fmt.Errorf("%s: exists; --force replaces it", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	dir, name := filepath.Split(path)
	file, err := os.CreateTemp(filepath.Join(dir, "."), "."+name+".*.part")
	if err != nil {
		return nil, err
	}
	o := &output{path: path, file: file}
	var w io.Writer = file
	switch {
	case strings.HasSuffix(name, ".gz"):
		z := gzip.NewWriter(file)
		w, o.chain = z, append(o.chain, z)
	case strings.HasSuffix(name, ".zst"):
		z, err := zstd.NewWriter(file)
		if err != nil {
			o.drop()
			return nil, err
		}
		w, o.chain = z, append(o.chain, z)
	}
	o.Writer = bufio.NewWriterSize(w, 256<<10)
	return o, nil
}

// close completes the file and gives it its name.
func (o *output) close() error {
	err := o.Flush()
	for _, c := range o.chain {
		err = errors.Join(err, c.Close())
	}
	if o.file == nil {
		return err
	}
	err = errors.Join(err, o.file.Chmod(0o644), o.file.Close())
	if err == nil {
		err = os.Rename(o.file.Name(), o.path)
	}
	if err != nil {
		os.Remove(o.file.Name())
	}
	o.file = nil
	return err
}

// drop leaves no file, unless it was closed.
func (o *output) drop() {
	if o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
		o.file = nil
	}
}
