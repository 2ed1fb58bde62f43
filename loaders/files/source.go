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

// ReadStored returns a file's packed bytes; more than maxBytes are an error. Errors name the file; a
// read error comes with the bytes before it.
func ReadStored(fsys fs.FS, name string, maxBytes int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := ReadAll(f, maxBytes)
	if _, named := errors.AsType[*fs.PathError](err); err != nil && !named {
		err = loaders.Errorf("%s: %w", name, err)
	}
	return b, err
}

// A TOML decoder takes minutes for a hundred thousand keys.
const mostOwn = 256 << 10

// ReadOwn returns a person's file, such as a configuration, of at most 256 KB. It must be regular,
// because a pipe may never end.
func ReadOwn(path string) ([]byte, error) { return ReadStored(DiskFiles{}, path, mostOwn) }

// ReadAll fails for more than maxBytes. A read error comes with the bytes before it.
func ReadAll(r io.Reader, maxBytes int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	switch {
	case err != nil || int64(len(b)) <= maxBytes:
		return b, err
	case maxBytes < 1<<20:
		return nil, loaders.Errorf("larger than %d KB", maxBytes>>10)
	}
	return nil, loaders.Errorf("larger than %d MB", maxBytes>>20)
}

// SuggestName adds the most similar name to an error for a missing file on this machine; an
// [fs.PathError] loses its path.
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

// OpenSource opens path and reads its unpacked head. Errors begin with the path, wrap [ErrEmpty]
// without content, and suggest a similar name for a missing file. Files of marks and folders are
// refused.
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

// readHead takes what has arrived on standard input, so that a slow writer isn't waited for. A
// fault behind some content isn't an error here, because that content is shown.
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
	if g, ok := f.File.(*streamFile); ok && kind == "" {
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
		return nil // even if an error follows the head
	}
	if err != nil {
		return err
	}
	return ErrEmpty
}

// Blank reports whether line is JSON white space. Other white space may be split between two reads.
func Blank(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }

// FirstLine returns text up to its first line end.
func FirstLine(text []byte) []byte {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return first
}

// Mark returns the byte order mark's length: 0 or 3.
func Mark(src *loaders.Source) int64 { return fileOf(src).mark }

// Reader returns an independent reader of the unpacked content, without a byte order mark. The
// caller closes it.
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

// Stored reads the stored file at any offset. It fails if the file is packed or only readable from
// its start.
func Stored(src *loaders.Source) (io.ReaderAt, error) {
	f := fileOf(src)
	if f.packed != "" {
		return nil, fmt.Errorf("is compressed with %s; decompress it first", f.packed)
	}
	at, ok := f.File.(io.ReaderAt)
	if !ok {
		return nil, errors.New("can only be read from the start; copy it to disk first")
	}
	return at, nil
}

// Window reads the unpacked content at any offset, and returns its size: all of a plain file on
// disk, the first maxBytes of a packed one (or those before a fault), and [loaders.Source.Head]
// of a file on a server. It fails for no bytes.
func Window(src *loaders.Source, maxBytes int64) (io.ReaderAt, int64, error) {
	if _, far := fileOf(src).File.(*remoteFile); far {
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
	b, err := io.ReadAll(io.LimitReader(in, maxBytes))
	if len(b) > 0 {
		err = nil
	}
	return bytes.NewReader(b), int64(len(b)), err
}
