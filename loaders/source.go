package loaders

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// HeadSize is how many (decompressed) bytes a format sees to detect itself.
const HeadSize = 64 << 10

// ErrEmpty means that a file holds no byte but white space.
var ErrEmpty = errors.New("the file is empty")

// Disk is the machine's file system as an [fs.FS] that takes any path, also
// absolute ones and such with "..": the person at the keyboard named them.
type Disk struct{}

// Open opens a file for reading.
func (Disk) Open(name string) (fs.File, error) { return os.Open(name) }

// ReadDir lists a folder, sorted by name.
func (Disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

// Source is a run file, opened: its first bytes and its contents,
// decompressed. Gzip and zstd are told by their first bytes.
type Source struct {
	Files fs.FS
	Path  string
	// Size of the file in bytes as stored, for progress.
	Size int64

	head     []byte
	file     fs.File
	unpacked string // "gzip", "zstd" or ""
}

// OpenSource opens path in files and reads its head. It returns ErrEmpty for
// a file without content.
func OpenSource(files fs.FS, path string) (*Source, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	src := &Source{Files: files, Path: path, file: f}
	if err := src.readHead(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return src, nil
}

func (src *Source) readHead() error {
	info, err := src.file.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return errors.New("is a folder; name a run file in it")
	}
	src.Size = info.Size()
	r, err := src.Reader()
	if err != nil {
		return err
	}
	defer r.Close()
	src.head, err = io.ReadAll(io.LimitReader(r, HeadSize))
	if len(bytes.TrimSpace(src.head)) == 0 {
		if err != nil {
			return err
		}
		return ErrEmpty
	}
	return nil
}

// Head returns the first decompressed bytes, at most HeadSize. Callers must
// not change them.
func (src *Source) Head() []byte { return src.head }

// Compressed names the compression, "" for none.
func (src *Source) Compressed() string { return src.unpacked }

// Reader reads the decompressed content from the start. Every call opens the
// file anew.
func (src *Source) Reader() (io.ReadCloser, error) {
	f, err := src.Files.Open(src.Path)
	if err != nil {
		return nil, err
	}
	r, kind, err := Unpack(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	src.unpacked = kind
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// Unpack reads r, decompressed if it starts like gzip or zstd, and names the
// compression.
func Unpack(r io.Reader) (io.Reader, string, error) {
	b := bufio.NewReaderSize(r, 256<<10)
	magic, _ := b.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(b)
		return z, "gzip", err
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return nil, "zstd", err
		}
		return z.IOReadCloser(), "zstd", nil
	}
	return b, "", nil
}

// Close closes the file.
func (src *Source) Close() error { return src.file.Close() }

// Beside searches for files that travel with a run: in its folder and in the
// two folders above, the nearest first. It returns the paths of the first
// folder in which match finds any, sorted by name, nil where there is none.
func (src *Source) Beside(match func(entry fs.DirEntry) bool) []string {
	dir := filepath.Dir(src.Path)
	for range 3 {
		entries, err := fs.ReadDir(src.Files, dir)
		if err != nil {
			return nil
		}
		var found []string
		for _, e := range entries {
			if match(e) {
				found = append(found, filepath.Join(dir, e.Name()))
			}
		}
		if found != nil {
			return found
		}
		dir = filepath.Join(dir, "..")
	}
	return nil
}
