package loaders

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// followEvery is how often a file that is followed is looked at. It is asked
// by name, which shows news from another machine over NFS sooner than an open
// file does.
const followEvery = 500 * time.Millisecond

// ErrFollow means that a run cannot be followed: only plain JSON Lines grow
// at their end.
var ErrFollow = errors.New("only plain JSON Lines on a disk can be followed")

// errNoRecord means that the first record is not whole yet.
var errNoRecord = errors.New("holds no whole record yet; try again in a moment")

// Follow is what became of a file that is followed.
type Follow struct {
	// On says that new records are still taken up.
	On bool
	// Changed says why they no longer are: the file is not the one that was
	// opened, and is to be opened anew. "" while it is.
	Changed string
}

// Following says whether the run takes up what is written behind its end.
func (r *Run) Following() Follow {
	if f, ok := r.records.(interface{ Following() Follow }); ok {
		return f.Following()
	}
	return Follow{}
}

// follows reports whether src is to be followed, and can be.
func (src *Source) follows(split bounds) (bool, error) {
	if !src.follow {
		return false, nil
	}
	if _, grows := src.file.(interface{ ready(n int64) int64 }); grows {
		return false, nil // what is piped in is followed to its end
	}
	_, lines := split.(*lineEnds)
	_, disk := src.file.(*os.File)
	if !lines || !disk || src.unpacked != "" {
		return false, ErrFollow
	}
	if len(src.head) < HeadSize && !bytes.Contains(src.head, []byte("\n")) {
		return false, errNoRecord
	}
	return true, nil
}

// Following implements what [Run.Following] asks.
func (l *Lines) Following() Follow {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Follow{On: l.following && !l.Complete(), Changed: l.changed}
}

// await waits until the file has more than size bytes. A non-empty answer
// says that it is no longer the file that was opened.
func (l *Lines) await(ctx context.Context, size int64) (changed string) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ""
		case <-ticker.C:
		}
		info, err := fs.Stat(l.src.Files, l.src.Path)
		if err != nil {
			continue // between two files of one name, or a server that is away
		}
		switch changed := l.src.changed(info, size); {
		case changed != "":
			return changed
		case info.Size() > size:
			return ""
		}
	}
}

// changed says how the file of this name now differs from the one of which
// size bytes were read, "" where it continues it.
func (src *Source) changed(info fs.FileInfo, size int64) string {
	own, err := src.file.Stat()
	if err != nil {
		return ""
	}
	switch {
	case !os.SameFile(own, info):
		return "another file has taken its place"
	case info.Size() < size:
		return "the file was cut short"
	case info.Size() > size && !src.sameHead():
		return "the file was written anew"
	}
	return ""
}

// sameHead reports whether the file still begins as it did.
func (src *Source) sameHead() bool {
	at, ok := src.file.(io.ReaderAt)
	if !ok {
		return true
	}
	head := make([]byte, len(src.head))
	n, _ := at.ReadAt(head, src.bom)
	return bytes.Equal(head[:n], src.head)
}

// changes ends the following of a file that is no longer the one opened.
func (l *Lines) changes(why string) {
	l.mu.Lock()
	l.changed = why
	l.mu.Unlock()
	l.problems.Add(Problem{File: l.src.Path, What: why + " while it was followed", Done: "opened anew"})
}
