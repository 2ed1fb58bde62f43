package marks

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files/writer"
)

// Beside returns the file of marks of the run at path. Its name begins with a dot, so that it
// isn't taken for a run.
func Beside(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, "."+name+loaders.MarksSuffix)
}

const (
	// patience is how long one program waits for another that writes.
	patience = 5 * time.Second
	// mostBytes limits a file, which is read as a whole; below roomy none is rewritten.
	mostBytes = 64 << 20
	roomy     = 1 << 19
	// tailBytes is how many of the last bytes read show whether the file was overwritten.
	tailBytes = 64
)

// Location is where a run's marks are kept.
type Location struct {
	// Beside is the file beside the run, see [Beside], "" if the run isn't on this machine. Part
	// is a part of it, "" for the whole.
	Beside, Part string
	// Own is the person's own file for what can't be written beside the run, "" for none; Path is
	// the run in it.
	Own, Path string
	// Quota limits the bytes written about the run here; 0 means no limit. Removed marks count
	// until the file is rewritten.
	Quota int
}

// file is one of a book's files.
type file struct {
	path, run string
	own       bool        // its folder may have to be made
	room      int64       // bytes from which it may be rewritten
	of        fs.FileInfo // of the file that was read
	whole     int64       // bytes read: whole steps
	tail      []byte      // the last of those bytes
	unread    error       // why the rest couldn't be read
	said      string      // "" for none
}

func (f *file) open(flag int) (*os.File, fs.FileInfo, error) {
	h, info, err := writer.Open(f.path, flag, 0o666)
	if err == nil && info.Size() > mostBytes {
		h.Close()
		return nil, nil, fmt.Errorf("has more than %d MB", mostBytes>>20)
	}
	return h, info, err
}

// readNew reads the whole steps written since the last reading and counts damaged lines. It
// returns [writer.ErrReplaced] if the bytes read before are no longer there.
func (f *file) readNew() (lines []line, bad int, err error) {
	h, info, err := f.open(os.O_RDONLY)
	isReplaced := f.of != nil && (errors.Is(err, fs.ErrNotExist) || err == nil && (!os.SameFile(f.of, info) || info.Size() < f.whole))
	if isReplaced {
		err = writer.ErrReplaced
	}
	switch {
	case h != nil:
		defer h.Close()
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	from := f.whole - int64(len(f.tail))
	read := make([]byte, info.Size()-from)
	if n, err := h.ReadAt(read, from); err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, err
	} else if read = read[:n]; !bytes.HasPrefix(read, f.tail) {
		return nil, 0, writer.ErrReplaced
	}
	lines, whole, bad := parseLines(read[len(f.tail):])
	f.of = info
	f.advanceBy(read[:int64(len(f.tail))+whole], whole)
	return lines, bad, nil
}

func (f *file) advanceBy(read []byte, by int64) {
	f.tail, f.whole = bytes.Clone(read[max(0, len(read)-tailBytes):]), f.whole+by
}

func (f *file) forget() { f.of, f.whole, f.tail = nil, 0, nil }

// holdLocked opens or makes the file and locks it until it is closed. It tries again for up to
// patience, because another program may be writing or replacing it.
func (f *file) holdLocked(ctx context.Context, patience time.Duration) (*os.File, error) {
	if f.own {
		if err := writer.MakeOwnFolder(filepath.Dir(f.path)); err != nil {
			return nil, err
		}
	}
	for end := time.Now().Add(patience); ; {
		h, _, err := f.open(os.O_RDWR | os.O_CREATE)
		if err == nil {
			if err = writer.Lock(h); err == nil {
				err = f.settleLines(h)
			}
			if err == nil {
				return h, nil
			}
			h.Close()
		}
		again := errors.Is(err, writer.ErrLocked) || errors.Is(err, writer.ErrReplaced)
		if !again || time.Now().After(end) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// settleLines drops replaced lines from a large locked file, if that at least halves it, and
// returns [writer.ErrReplaced], so that the caller opens it again.
func (f *file) settleLines(h *os.File) error {
	info, err := h.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Lstat(f.path); err != nil || !os.SameFile(info, named) {
		return writer.ErrReplaced
	}
	if info.Size() >= f.room {
		all, err := io.ReadAll(io.NewSectionReader(h, 0, info.Size()))
		if err != nil {
			return err
		}
		lines, _, _ := parseLines(all)
		kept, err := encodeAll(dropReplaced(lines))
		if err != nil {
			return err
		}
		f.room = max(f.room, 2*int64(len(kept)))
		if info.Size() >= f.room && f.rewriteFile(info, kept) == nil {
			return writer.ErrReplaced
		}
	}
	if info.Size() > mostBytes-roomy {
		return errors.New("is full")
	}
	return nil
}

// rewriteFile replaces the locked file with one of the same group and mode. It fails if another
// user owns the file, because that user might lose it.
func (f *file) rewriteFile(info fs.FileInfo, content []byte) error {
	part, err := writer.Beside(f.path, writer.Overwrite, 0o600)
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	err = part.Commit(errors.Join(err, inheritOwner(part.File, info), part.Sync()))
	syncFolder(f.path)
	return err
}

// appendLines appends lines to the file h, synced and read back, and cuts it to its old length on
// any error, so that all are on disk or none. It first cuts off what a killed program left
// unfinished.
func (f *file) appendLines(h *os.File, added []byte) (err error) {
	info, err := h.Stat()
	switch {
	case err != nil || f.unread != nil:
		return cmp.Or(err, f.unread)
	case f.of == nil || !os.SameFile(info, f.of):
		return writer.ErrReplaced
	case f.whole+int64(len(added)) > mostBytes:
		return fmt.Errorf("would have more than %d MB", mostBytes>>20)
	}
	if info.Size() > f.whole {
		if err := h.Truncate(f.whole); err != nil {
			return err
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.Truncate(f.whole))
		}
	}()
	if _, err = h.WriteAt(added, f.whole); err == nil {
		err = h.Sync()
	}
	there := make([]byte, len(added))
	if err == nil {
		_, err = h.ReadAt(there, f.whole)
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(there, added) {
		return errors.New("the file does not hold what was written")
	}
	if f.whole == 0 {
		syncFolder(f.path)
	}
	f.advanceBy(append(f.tail, added...), int64(len(added)))
	return nil
}

func syncFolder(path string) {
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
}
