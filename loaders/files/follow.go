package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"faithscope/loaders"
)

// errNoRecord means that the first record is not whole yet.
var errNoRecord = errors.New("holds no whole record yet; try again in a moment")

// Follows reports whether what is appended to src is to be read as new records; lines says whether
// the records are lines. If the user asks for that, it fails with [loaders.ErrFollow] for anything
// but plain lines of a file on disk, and for a file without a whole line yet. Piped input is read
// to its end anyway: false.
func Follows(src *loaders.Source, lines bool) (bool, error) {
	f := fileOf(src)
	if !f.follow {
		return false, nil
	}
	if _, grows := f.File.(Growing); grows {
		return false, nil // piped input is followed to its end
	}
	_, disk := f.File.(*os.File)
	if !lines || !disk || f.packed != "" {
		return false, loaders.ErrFollow
	}
	if len(src.Head) < loaders.HeadSize && !bytes.Contains(src.Head, []byte("\n")) {
		return false, errNoRecord
	}
	return true, nil
}

// Watch notices what happens to a followed file: whether it has grown, and whether it is
// still the one that has been read so far.
type Watch struct {
	src  *loaders.Source
	read int64  // bytes, from the file's start
	tail []byte // the last of them
	// modified is when the file was last changed, as seen with nothing behind
	// what was read; zero before that. doubt is a later time, seen once: a
	// writer's file gets its time a moment before its size.
	modified, doubt time.Time
}

// watchedTail is how many of the last bytes that were read are compared with
// what the file has in their place. A run that is started again often begins as
// the one before, and differs where there are answers.
const watchedTail = 64 << 10

// NewWatch returns a watch of src, of which nothing was read yet; [Watch.Read] tells it what is.
func NewWatch(src *loaders.Source) *Watch { return &Watch{src: src} }

// Read notes the bytes that were read next: it counts them, and keeps the last 64 KB of all that
// were read.
func (w *Watch) Read(b []byte) {
	w.read += int64(len(b))
	w.tail = append(w.tail, b[max(0, len(b)-watchedTail):]...)
	w.tail = w.tail[:copy(w.tail, w.tail[max(0, len(w.tail)-watchedTail):])]
}

// CheckGrowth looks up the file by its name. It reports whether there is more than was read, or in
// changed why it is not the file that was opened: another has its name, it is shorter than what
// was read, its first or the last bytes read differ, or two looks find one later time of change
// and no more bytes. It is false and "" while nothing is new or the file cannot be looked up. It
// keeps in w the times that it saw.
func (w *Watch) CheckGrowth() (more bool, changed string) {
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
		return false, "another file has taken its place"
	case info.Size() < w.read:
		return false, "the file was cut short"
	case !more && at.Equal(w.modified):
		return false, ""
	case !w.isSame(), !more && at.Equal(w.doubt):
		if now, err := fs.Stat(w.src.Files, w.src.Path); err == nil && now.Size() < w.read { // since the look above
			return false, "the file was cut short"
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

// isSame reports whether the file still has the bytes that it began with, and those before the
// place up to which it was read; true if it cannot be read at places.
func (w *Watch) isSame() bool {
	f := fileOf(w.src)
	at, ok := f.File.(io.ReaderAt)
	if !ok {
		return true
	}
	head, tail := make([]byte, len(w.src.Head)), make([]byte, len(w.tail))
	n, _ := at.ReadAt(head, f.mark)
	m, _ := at.ReadAt(tail, w.read-int64(len(tail)))
	return bytes.Equal(head[:n], w.src.Head) && bytes.Equal(tail[:m], w.tail)
}
