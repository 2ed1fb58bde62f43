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

// Stdin names standard input for [Anywhere].
const Stdin = "-"

// remoteSpool bounds the bytes spooled from a server without ranges.
const remoteSpool = 4 << 30

// NameOpener opens names that a person types: paths, [Stdin] and http(s) URLs. Names in files need
// [Inside] and [ConfinedFolder].
type NameOpener struct {
	stdin  io.Reader
	client *http.Client
	pause  time.Duration
	spool  int64

	mu  sync.Mutex
	one *spooledStream // of stdin, which can be read once
}

// NewAnywhere reads stdin when [Stdin] is first opened; nil fails.
func NewAnywhere(stdin io.Reader) *NameOpener {
	return &NameOpener{stdin: stdin, client: newClient(), pause: remotePause, spool: remoteSpool}
}

// Close stops reading standard input for all its readers.
func (a *NameOpener) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.one != nil {
		a.one.free()
	}
	return nil
}

var errStdin = errors.New("standard input is a terminal or a device; pipe in a run instead")

// Local implements [LocalFiles]: it is false for [Stdin] and URLs.
func (*NameOpener) Local(name string) bool { return !isElsewhere(name) }

func isElsewhere(name string) bool { return name == Stdin || schemeOf(name) != "" }

func schemeOf(name string) string {
	s, _, _ := strings.Cut(name, "://")
	if s += "://"; strings.HasPrefix(name, s) && (s == "https://" || s == "http://" || retired.Error(s) != nil) {
		return s
	}
	return ""
}

// Open implements [fs.FS]: a URL's file can be read at any offset.
func (a *NameOpener) Open(name string) (fs.File, error) {
	return a.openWithin(context.Background(), name)
}

// Within binds all requests to ctx, also of opened files.
func (a *NameOpener) Within(ctx context.Context) fs.FS { return contextFiles{a, ctx} }

type contextFiles struct {
	*NameOpener
	ctx context.Context
}

func (w contextFiles) Open(name string) (fs.File, error) { return w.openWithin(w.ctx, name) }

func (a *NameOpener) openWithin(ctx context.Context, name string) (fs.File, error) {
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
	return DiskFiles{}.Open(name)
}

func (a *NameOpener) openURL(ctx context.Context, name string) (fs.File, error) {
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

// ReadDir is [DiskFiles.ReadDir]; [fs.ErrNotExist] for [Stdin] or a URL.
func (a *NameOpener) ReadDir(name string) ([]fs.DirEntry, error) {
	if !a.Local(name) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return DiskFiles{}.ReadDir(name)
}

// openStdin shares one spool, because standard input can be read only once. A terminal or device is
// an error, because it may never end.
func (a *NameOpener) openStdin() (fs.File, error) {
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
