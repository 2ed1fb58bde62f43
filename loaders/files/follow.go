package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"time"

	"faithscope/loaders"
)

var errNoRecord = errors.New("contains no complete record yet; try again in a moment")

// Follows reports whether bytes appended to src are new records; areLines means that records are
// lines. If requested, following fails with [loaders.ErrFollow] for anything but plain lines on
// disk, and if no line is whole yet. Piped input is read to its end anyway: false.
func Follows(src *loaders.Source, areLines bool) (bool, error) {
	f := fileOf(src)
	if !f.follow {
		return false, nil
	}
	if _, grows := f.File.(*streamFile); grows {
		return false, nil
	}
	_, disk := f.File.(*os.File)
	if !areLines || !disk || f.packed != "" {
		return false, loaders.ErrFollow
	}
	if len(src.Head) < loaders.HeadSize && !bytes.Contains(src.Head, []byte("\n")) {
		return false, errNoRecord
	}
	return true, nil
}

// FileWatcher notices growth or replacement of a followed file.
type FileWatcher struct {
	src  *loaders.Source
	read int64
	tail []byte
	// modified is the time when nothing followed the read bytes. doubt is a later time seen once,
	// because a writer's file gets its time just before its size.
	modified, doubt time.Time
}

// A restarted run often begins like the one before and differs only in its answers.
const watchedTail = 64 << 10

// NewWatch watches src from its first byte; report bytes to [FileWatcher.Read].
func NewWatch(src *loaders.Source) *FileWatcher { return &FileWatcher{src: src} }

// Read counts the next bytes and keeps the last 64 KB.
func (w *FileWatcher) Read(b []byte) {
	w.read += int64(len(b))
	w.tail = append(w.tail, b[max(0, len(b)-watchedTail):]...)
	w.tail = w.tail[:copy(w.tail, w.tail[max(0, len(w.tail)-watchedTail):])]
}

// CheckGrowth looks the file up by name. It reports more bytes, or why it isn't the opened file:
// another file has the name, it is shorter, its first or last read bytes differ, or a later time
// was seen twice without more bytes. It returns false and "" if nothing is new or the lookup fails.
func (w *FileWatcher) CheckGrowth() (more bool, changed string) {
	info, err := fs.Stat(w.src.Files, w.src.Path)
	if err != nil {
		return false, "" // between two files of one name, or a server that is away
	}
	own, err := fileOf(w.src).Stat()
	if err != nil {
		return false, ""
	}
	more = info.Size() > w.read
	at := info.ModTime()
	switch {
	case !os.SameFile(own, info):
		return false, "the file was replaced"
	case info.Size() < w.read:
		return false, "the file was truncated"
	case !more && at.Equal(w.modified):
		return false, ""
	case !w.isSame(), !more && at.Equal(w.doubt):
		if now, err := fs.Stat(w.src.Files, w.src.Path); err == nil && now.Size() < w.read { // since the look above
			return false, "the file was truncated"
		}
		return false, "the file was rewritten"
	case more:
		w.modified, w.doubt = time.Time{}, time.Time{}
	case w.modified.IsZero():
		w.modified = at
	default:
		w.doubt = at
	}
	return more, ""
}

func (w *FileWatcher) isSame() bool {
	f := fileOf(w.src)
	at := f.File.(*os.File) // see [Follows]
	head, tail := make([]byte, len(w.src.Head)), make([]byte, len(w.tail))
	n, _ := at.ReadAt(head, f.mark)
	m, _ := at.ReadAt(tail, w.read-int64(len(tail)))
	return bytes.Equal(head[:n], w.src.Head) && bytes.Equal(tail[:m], w.tail)
}
