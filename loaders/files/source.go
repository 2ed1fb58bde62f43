package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
)

// MostContent bounds the unpacked bytes of a file that are read.
const MostContent = 16 << 30

// ErrEmpty means that a file starts with [loaders.HeadSize] bytes of white space, or
// is shorter and holds nothing else.
var ErrEmpty = errors.New("the file is empty")

// ReadStored returns all bytes of a file as it is stored, not unpacked. A file of more than most
// bytes is an error. Errors name the file; one in reading comes with the bytes before it.
func ReadStored(fsys fs.FS, name string, most int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := ReadAll(f, most)
	if _, named := errors.AsType[*fs.PathError](err); err != nil && !named {
		err = loaders.Errorf("%s: %w", name, err)
	}
	return b, err
}

// mostOwn bounds a file in which a person says how the program works: a decoder of TOML takes
// minutes for a hundred thousand keys.
const mostOwn = 256 << 10

// ReadOwn returns the bytes of a person's own file, such as a configuration, of at most 256 KB. It
// refuses what is not a regular file, and so may never end.
func ReadOwn(path string) ([]byte, error) { return ReadStored(Disk{}, path, mostOwn) }

// ReadAll reads a stream to its end; more than most bytes are an error. An error in reading comes
// with the bytes before it.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil || int64(len(b)) <= most:
		return b, err
	case most < 1<<20:
		return nil, loaders.Errorf("more than %d KB", most>>10)
	}
	return nil, loaders.Errorf("more than %d MB", most>>20)
}

// SuggestName returns err, which says that a file is missing, with the most similar name in its
// folder added, if there is one: the person at the keyboard typed the name. Other errors, and those
// about files that are not on this machine, are returned as they are. An [fs.PathError] is returned
// without the path, which its message has after the name of the call.
func SuggestName(files fs.FS, path string, err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	if !errors.Is(err, fs.ErrNotExist) || !isLocal(files, path) {
		return err
	}
	dir, name := filepath.Split(path)
	entries, unread := fs.ReadDir(files, filepath.Clean(dir))
	if unread != nil {
		return err
	}
	if meant := nearest.To(name, loaders.Map(entries, fs.DirEntry.Name)); meant != "" {
		return fmt.Errorf("%w; did you mean %s?", err, dir+meant)
	}
	return err
}

// OpenSource opens path in files and reads its head, unpacked. Errors begin with the path; they
// wrap [ErrEmpty] for a file without content. Files of marks and folders are refused. A missing
// file's error suggests a similar name.
func OpenSource(files fs.FS, path string) (*loaders.Source, error) {
	if holdsMarks(path) {
		return nil, fmt.Errorf("%s: %w", path, errMarks)
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, SuggestName(files, path, err))
	}
	src := &loaders.Source{Files: files, Path: path, Content: &sourceFile{File: f}}
	if err := readHead(src); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return src, nil
}

// readHead sets the source's Size and Head, its first unpacked bytes without a byte order mark,
// and in its file how it is packed and the mark's length. Of standard input that is not packed it
// takes what has come. It fails for a folder, for compressed UTF-16 and, with ErrEmpty, for white
// space alone; a fault of the file behind some content is not an error here.
func readHead(src *loaders.Source) error {
	f := fileOf(src)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return errFolder
	}
	src.Size = info.Size()
	r, kind, err := openUnpacked(src, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	f.packed = kind
	size := int64(loaders.HeadSize)
	if g, ok := f.File.(Growing); ok && kind == "" {
		size = g.Ready(size)
	}
	src.Head, err = io.ReadAll(io.LimitReader(r, size))
	if isUTF16(src.Head) {
		return errUTF16
	}
	if rest, found := bytes.CutPrefix(src.Head, []byte("\ufeff")); found {
		src.Head, f.mark = rest, 3
	}
	if !Blank(src.Head) {
		return nil // even if an error follows the head, since what is there is shown
	}
	if err != nil {
		return err
	}
	return ErrEmpty
}

// Blank reports whether line holds no record: nothing but spaces, tabs, carriage returns and line
// ends. Other white space is not part of JSON, and may be split between two reads.
func Blank(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }

// Mark returns the length of the byte order mark that src begins with: 0 or 3.
func Mark(src *loaders.Source) int64 { return fileOf(src).mark }

// Reader returns a reader of the unpacked content of src from the start, without a byte order mark,
// which the caller closes. Readers are independent of each other.
func Reader(src *loaders.Source) (io.ReadCloser, error) {
	r, _, err := openUnpacked(src, nil)
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, fileOf(src).mark); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Stored returns a reader of the file at any place, as it is stored, for archives and column files,
// which are not a stream. It fails for a packed file, and in a file system whose files are read
// from the start only.
func Stored(src *loaders.Source) (io.ReaderAt, error) {
	f := fileOf(src)
	if f.packed != "" {
		return nil, fmt.Errorf("is compressed with %s; decompress it first", f.packed)
	}
	at, ok := f.File.(io.ReaderAt)
	if !ok {
		return nil, errors.New("is where files can be read from the start only; copy it to a disk first")
	}
	return at, nil
}

// Window returns a reader of the unpacked content at any place, and how many bytes of it there are:
// all of a file that is stored plainly on a disk, of a packed one the first most bytes, or those
// before what cannot be unpacked, and [loaders.Source.Head] of one on a server. It fails if there
// are none.
func Window(src *loaders.Source, most int64) (io.ReaderAt, int64, error) {
	if _, far := fileOf(src).File.(Streaming); far {
		return bytes.NewReader(src.Head), int64(len(src.Head)), nil
	}
	if in, err := Stored(src); err == nil {
		return in, src.Size, nil
	}
	in, err := Reader(src)
	if err != nil {
		return nil, 0, err
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, most))
	if len(b) > 0 {
		err = nil // what is there is shown
	}
	return bytes.NewReader(b), int64(len(b)), err
}
