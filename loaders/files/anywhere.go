package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"faithscope/loaders/retired"
)

// Stdin is the name by which [Anywhere] opens standard input.
const Stdin = "-"

// remoteSpool bounds what is spooled from a server that knows no ranges.
const remoteSpool = 4 << 30

// Anywhere is a file system for names that a person types: paths on the
// machine, [Stdin], and URLs of files (https, http). Names from a file's content are never
// opened in it: [Inside] and [Folder] see to that.
type Anywhere struct {
	stdin  io.Reader
	client *http.Client
	pause  time.Duration
	spool  int64

	mu  sync.Mutex
	one *spooledStream // of stdin: it comes once
}

// NewAnywhere returns the file system. stdin is read when [Stdin] is first opened; it may be nil,
// and then opening that fails.
func NewAnywhere(stdin io.Reader) *Anywhere {
	return &Anywhere{stdin: stdin, client: newClient(), pause: remotePause, spool: remoteSpool}
}

// Close ends the reading of standard input for all its readers, if it was opened.
func (a *Anywhere) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.one != nil {
		a.one.free()
	}
	return nil
}

// errStdin means that there is nothing to read on standard input.
var errStdin = errors.New("standard input is a terminal or a device; pipe a run into it")

// Local implements [Local]: it reports whether name is a path on the machine, neither [Stdin] nor a
// URL.
func (*Anywhere) Local(name string) bool { return !isElsewhere(name) }

// isElsewhere reports whether name is [Stdin] or a URL, so that no file can be beside it.
func isElsewhere(name string) bool { return name == Stdin || schemeOf(name) != "" }

func schemeOf(name string) string {
	s, _, _ := strings.Cut(name, "://")
	if s += "://"; strings.HasPrefix(name, s) && (s == "https://" || s == "http://" || retired.Error(s) != nil) {
		return s
	}
	return ""
}

// Open implements [fs.FS]: it opens a path as [Disk] does, [Stdin], or a URL, whose file can be
// read at any place.
func (a *Anywhere) Open(name string) (fs.File, error) {
	return a.openWithin(context.Background(), name)
}

// Within returns the file system with requests to servers that end with ctx, those of files that it
// opened too.
func (a *Anywhere) Within(ctx context.Context) fs.FS { return contextFiles{a, ctx} }

// contextFiles is a file system whose requests end with a context.
type contextFiles struct {
	*Anywhere
	ctx context.Context
}

func (w contextFiles) Open(name string) (fs.File, error) { return w.openWithin(w.ctx, name) }

// openWithin opens [Stdin], a URL, whose requests end with ctx, or else a path, as [Disk.Open]
// does. An error of a URL becomes an [fs.PathError] with its name; the others are returned as they
// are.
func (a *Anywhere) openWithin(ctx context.Context, name string) (fs.File, error) {
	switch {
	case name == Stdin:
		return a.openStdin()
	case isElsewhere(name):
		f, err := a.openURL(ctx, name)
		if err != nil {
			return nil, openError(name, err)
		}
		return f, nil
	}
	return Disk{}.Open(name)
}

// openURL opens the file that a URL names on a web server. Requests end with ctx, and when no byte
// comes for a.pause; a server that knows no ranges is spooled, up to a.spool bytes.
func (a *Anywhere) openURL(ctx context.Context, name string) (fs.File, error) {
	if err := retired.Error(schemeOf(name)); err != nil {
		return nil, err
	}
	address, err := webAddress(name)
	if err != nil {
		return nil, err
	}
	r := &remoteFile{address: address, client: a.client, pause: a.pause}
	return r.openFile(ctx, a.spool)
}

// ReadDir lists a folder of the machine as [Disk.ReadDir] does. For [Stdin] or a URL it fails with
// [fs.ErrNotExist].
func (a *Anywhere) ReadDir(name string) ([]fs.DirEntry, error) {
	if !a.Local(name) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return Disk{}.ReadDir(name)
}

// openStdin returns standard input as a file from its start. The first call begins to spool it in
// the background, at most [MostContent] bytes; later ones read the same spool. It fails for a
// terminal or a device, and if there is none.
func (a *Anywhere) openStdin() (fs.File, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.one == nil {
		if a.stdin == nil {
			return nil, openError(Stdin, errStdin)
		}
		if f, ok := a.stdin.(*os.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
				return nil, openError(Stdin, errStdin)
			}
		}
		one, err := newStream("standard input", io.NopCloser(a.stdin), MostContent)
		if err != nil {
			return nil, err
		}
		a.one = one
	}
	return a.one.openHandle(), nil
}
