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

// Beside returns a run's file of marks, whose dot keeps it from being taken for a run.
func Beside(runPath string) string {
	dir, name := filepath.Split(runPath)
	return filepath.Join(dir, "."+name+loaders.MarksSuffix)
}

const (
	// wait for another writer
	patience = 5 * time.Second
	// of a file, which is read whole; below roomy none is rewritten
	mostBytes = 64 << 20
	roomy     = 1 << 19
	tailBytes = 64
)

// MarksLocation is where a run's marks are kept.
type MarksLocation struct {
	// See [Beside], "" if the run isn't on this machine. Part is "" for the whole.
	Beside, Part string
	// Own is for what can't be written beside the run, "" for none; Path is the run in it.
	Own, Path string
	// bytes written about the run; 0 means no limit. Removed marks count until the file is
	// rewritten.
	Quota int
}

type marksFile struct {
	path, run string
	own       bool
	room      int64
	of        fs.FileInfo
	whole     int64 // bytes read: whole steps
	tail      []byte
	unread    error
	said      string
}

func (f *marksFile) open(openFlags int) (*os.File, fs.FileInfo, error) {
	h, info, err := writer.Open(f.path, openFlags, 0o666)
	if err == nil && info.Size() > mostBytes {
		h.Close()
		return nil, nil, fmt.Errorf("the file is larger than %d MB", mostBytes>>20)
	}
	return h, info, err
}

// readNew reads whole steps only, because a writer may be killed in the middle of one; damaged lines
// are counted. It returns [writer.ErrReplaced] if the bytes read before are gone.
func (f *marksFile) readNew() (lines []marksLine, bad int, err error) {
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

func (f *marksFile) advanceBy(content []byte, byteCount int64) {
	f.tail, f.whole = bytes.Clone(content[max(0, len(content)-tailBytes):]), f.whole+byteCount
}

// holdLocked tries again for up to maxWait, because another program may be writing or replacing the
// file.
func (f *marksFile) holdLocked(ctx context.Context, maxWait time.Duration) (*os.File, error) {
	if f.own {
		if err := writer.MakeOwnFolder(filepath.Dir(f.path)); err != nil {
			return nil, err
		}
	}
	for end := time.Now().Add(maxWait); ; {
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

// settleLines drops replaced lines if that at least halves a large file, so that rewriting stays rare.
// [writer.ErrReplaced] makes the caller open it again.
func (f *marksFile) settleLines(h *os.File) error {
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
		return errors.New("the file is at its size limit")
	}
	return nil
}

// Group and mode stay. Another user's file fails, because that user might lose it.
func (f *marksFile) rewriteFile(fileInfo fs.FileInfo, fileContent []byte) error {
	part, err := writer.Beside(f.path, writer.Overwrite, 0o600)
	if err != nil {
		return err
	}
	_, err = part.Write(fileContent)
	err = part.Commit(errors.Join(err, inheritOwner(part.File, fileInfo), part.Sync()))
	syncFolder(f.path)
	return err
}

// Lines are synced and read back; any error cuts the file to its old length, so that all are on
// disk or none. It first cuts off what a killed program left.
func (f *marksFile) appendLines(h *os.File, addedLines []byte) (err error) {
	info, err := h.Stat()
	switch {
	case err != nil || f.unread != nil:
		return cmp.Or(err, f.unread)
	case f.of == nil || !os.SameFile(info, f.of):
		return writer.ErrReplaced
	case f.whole+int64(len(addedLines)) > mostBytes:
		return fmt.Errorf("the file would be larger than %d MB", mostBytes>>20)
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
	if _, err = h.WriteAt(addedLines, f.whole); err == nil {
		err = h.Sync()
	}
	there := make([]byte, len(addedLines))
	if err == nil {
		_, err = h.ReadAt(there, f.whole)
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(there, addedLines) {
		return errors.New("the file does not contain what was written")
	}
	if f.whole == 0 {
		syncFolder(f.path)
	}
	f.advanceBy(append(f.tail, addedLines...), int64(len(addedLines)))
	return nil
}

func syncFolder(filePath string) {
	if dir, err := os.Open(filepath.Dir(filePath)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
}
