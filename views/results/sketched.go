package results

import (
	"bytes"
	"io"
	"io/fs"
	"time"
)

// sketched is a folder whose only file, whatever its name, is drawn when it is
// opened: off the screen's own goroutine.
type sketched struct{ draw func(w io.Writer) error }

// Open implements [fs.FS].
func (s sketched) Open(name string) (fs.File, error) {
	var b bytes.Buffer
	if err := s.draw(&b); err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return sheetFile{&b, info(name)}, nil
}

// Stat implements [fs.StatFS]: nothing is drawn for it.
func (s sketched) Stat(name string) (fs.FileInfo, error) { return info(name), nil }

type sheetFile struct {
	*bytes.Buffer
	info info
}

// Stat implements [fs.File].
func (f sheetFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// Close implements [fs.File].
func (sheetFile) Close() error { return nil }

// info is what is known of a file before it is drawn: its name.
type info string

// Name implements [fs.FileInfo], as the next methods do.
func (i info) Name() string { return string(i) }

// Size is not known.
func (info) Size() int64 { return 0 }

// Mode is that of a regular file.
func (info) Mode() fs.FileMode { return 0o444 }

// ModTime is none.
func (info) ModTime() time.Time { return time.Time{} }

// IsDir is false.
func (info) IsDir() bool { return false }

// Sys is nothing.
func (info) Sys() any { return nil }
