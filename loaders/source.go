package loaders

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// HeadSize is how many (decompressed) bytes a format sees to detect itself.
const HeadSize = 64 << 10

// ErrEmpty means that a file starts with [HeadSize] bytes of white space, or
// is shorter and holds nothing else.
var ErrEmpty = errors.New("the file is empty")

var (
	errFolder = errors.New("is a folder; name a run file in it")
	errPipe   = errors.New("is a pipe or a device; write it to a file first")
	errUTF16  = errors.New("is UTF-16; save it as UTF-8")
)

// Disk is the machine's file system as an [fs.FS] that takes any path, also
// absolute ones and such with "..": the person at the keyboard named them.
type Disk struct{}

// Open opens a regular file for reading, or a folder. It refuses what could
// make opening or reading wait for ever: pipes and devices.
func (Disk) Open(name string) (fs.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errPipe}
	}
	return os.Open(name)
}

// Local implements what [isLocal] asks.
func (Disk) Local(string) bool { return true }

// isLocal reports whether name is a path of the machine's own file system.
func isLocal(files fs.FS, name string) bool {
	l, ok := files.(interface{ Local(name string) bool })
	return ok && l.Local(name)
}

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
	bom      int64  // bytes of the byte order mark: 0 or 3
	follow   bool   // what is written behind the end is taken up
	cache    *Cache // nil for none
}

// OpenSource opens path in files and reads its head. Errors begin with the
// path; they wrap ErrEmpty for a file without content.
func OpenSource(files fs.FS, path string) (*Source, error) {
	f, err := files.Open(path)
	if err != nil {
		// The path leads the message already where it is a *fs.PathError,
		// behind the name of the call.
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, fmt.Errorf("%s: %w", path, err)
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
		return errFolder
	}
	src.Size = info.Size()
	r, kind, err := src.open(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	src.unpacked = kind
	size := int64(HeadSize)
	if s, ok := src.file.(interface{ ready(n int64) int64 }); ok && kind == "" {
		size = s.ready(size)
	}
	src.head, err = io.ReadAll(io.LimitReader(r, size))
	if bytes.HasPrefix(src.head, []byte("\xff\xfe")) || bytes.HasPrefix(src.head, []byte("\xfe\xff")) {
		return errUTF16
	}
	if rest, found := bytes.CutPrefix(src.head, []byte("\ufeff")); found {
		src.head, src.bom = rest, 3
	}
	if !Blank(src.head) {
		return nil // also with an error behind the head: what is there is shown
	}
	if err != nil {
		return err
	}
	return ErrEmpty
}

// Head returns the first decompressed bytes, at most HeadSize, without a
// byte order mark. Callers must not change them.
func (src *Source) Head() []byte { return src.head }

// Compressed names the compression, "" for none.
func (src *Source) Compressed() string { return src.unpacked }

// Reader reads the decompressed content from the start, without a byte order
// mark. Readers are independent of each other.
func (src *Source) Reader() (io.ReadCloser, error) {
	r, _, err := src.open(nil)
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, src.bom); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// open reads the content from the first byte on and counts the bytes of the
// stored file that went by.
func (src *Source) open(read *atomic.Int64) (io.ReadCloser, string, error) {
	var in io.ReadCloser
	if s, ok := src.file.(interface{ Stream() io.ReadCloser }); ok {
		in = s.Stream()
	} else if at, ok := src.file.(io.ReaderAt); ok {
		// Not the name again: a file put in its place since then would not
		// fit to what was read before. Not up to Size: the file may grow.
		in = io.NopCloser(io.NewSectionReader(at, 0, math.MaxInt64))
	} else {
		f, err := src.Files.Open(src.Path)
		if err != nil {
			return nil, "", err
		}
		in = f
	}
	r, kind, err := Unpack(counted{in, read})
	if err != nil {
		in.Close()
		return nil, kind, err
	}
	return unpacked{r, in}, kind, nil
}

type counted struct {
	io.Reader
	n *atomic.Int64 // nil counts nothing
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.n != nil {
		c.n.Add(int64(n))
	}
	return n, err
}

// unpacked closes the file under a decompressor with it.
type unpacked struct {
	io.ReadCloser
	file io.Closer
}

func (u unpacked) Close() error { return errors.Join(u.ReadCloser.Close(), u.file.Close()) }

// Unpack reads r, decompressed if it starts like gzip or zstd, and names the
// compression. Closing frees the decompressor; r is the caller's.
func Unpack(r io.Reader) (io.ReadCloser, string, error) {
	b := bufio.NewReaderSize(r, 256<<10)
	magic, _ := b.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, "gzip", fmt.Errorf("starts like gzip: %w", err)
		}
		return z, "gzip", nil
	case isZstd(magic):
		// A frame names its window; without a bound a few bytes could claim
		// any amount of memory.
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return nil, "zstd", fmt.Errorf("starts like zstd: %w", err)
		}
		return z.IOReadCloser(), "zstd", nil
	}
	return io.NopCloser(b), "", nil
}

// isZstd reports whether magic begins a frame, or one to be skipped, as pzstd
// writes it before each.
func isZstd(magic []byte) bool {
	return bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18})
}

// Close closes the file. Readers of it end.
func (src *Source) Close() error { return src.file.Close() }

// Beside searches for files that travel with a run: in its folder and in the
// two folders above, the nearest first. It returns the paths of the first
// folder in which match finds any, sorted by name, nil where there is none.
func (src *Source) Beside(match func(entry fs.DirEntry) bool) []string {
	if elsewhere(src.Path) {
		return nil
	}
	dir := filepath.Dir(src.Path)
	for range 3 {
		entries, err := fs.ReadDir(src.around(), dir)
		if err != nil {
			return nil
		}
		var found []string
		for _, e := range entries {
			if match(e) {
				found = append(found, filepath.Join(dir, e.Name()))
				src.saw(found[len(found)-1])
			}
		}
		if found != nil {
			return found
		}
		dir = filepath.Join(dir, "..")
	}
	return nil
}

// around is where files beside the run are searched: not every file in a
// folder has to do with the run.
func (src *Source) around() fs.FS {
	if w, ok := src.Files.(*witness); ok {
		return w.FS
	}
	return src.Files
}

// saw notes a file that travels with the run.
func (src *Source) saw(name string) {
	if w, ok := src.Files.(*witness); ok {
		w.saw(name)
	}
}
