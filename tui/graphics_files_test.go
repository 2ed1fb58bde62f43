package tui

import (
	"io"
	"io/fs"
	"time"
)

// sameFile is a folder in which every file has the same content.
type sameFile struct {
	data   []byte
	opened chan<- string
}

func (s sameFile) Open(name string) (fs.File, error) {
	s.opened <- name
	return &openFile{s.data, name}, nil
}

func (s sameFile) Stat(name string) (fs.FileInfo, error) { return &openFile{s.data, name}, nil }

type openFile struct {
	rest []byte
	name string
}

func (f *openFile) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func (f *openFile) Close() error               { return nil }
func (f *openFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *openFile) Name() string               { return f.name }
func (f *openFile) Size() int64                { return int64(len(f.rest)) }
func (f *openFile) Mode() fs.FileMode          { return 0o444 }
func (f *openFile) ModTime() time.Time         { return time.Time{} }
func (f *openFile) IsDir() bool                { return false }
func (f *openFile) Sys() any                   { return nil }
