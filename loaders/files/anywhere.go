package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Stdin is the name by which [Anywhere] opens standard input.
const Stdin = "-"

// remoteSpool bounds what is spooled from a server that knows no ranges.
const remoteSpool = 4 << 30

// Anywhere is a file system for names that a person types: paths on the
// machine, [Stdin], and URLs of files (https, http, s3, gs). Names from a file's content are never
// opened in it: [Inside] and [Folder] see to that.
type Anywhere struct {
	stdin  io.Reader
	client *http.Client
	pause  time.Duration
	spool  int64

	mu  sync.Mutex
	one *stream // of stdin: it comes once
}

// NewAnywhere returns the file system. stdin may be nil.
func NewAnywhere(stdin io.Reader) *Anywhere {
	return &Anywhere{stdin: stdin, client: newClient(), pause: remotePause, spool: remoteSpool}
}

// Close ends the reading of standard input.
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

// Local reports whether name is a path on the machine.
func (*Anywhere) Local(name string) bool { return !elsewhere(name) }

// elsewhere reports whether name is not a path, so that no file can be beside it.
func elsewhere(name string) bool { return name == Stdin || scheme(name) != "" }

// scheme returns the scheme of a URL; "" for a path.
func scheme(name string) string {
	if s, _, ok := strings.Cut(name, "://"); ok && slices.Contains([]string{"https", "http", "s3", "gs"}, s) {
		return s
	}
	return ""
}

// Open opens a name. Files of a server can be read at any place.
func (a *Anywhere) Open(name string) (fs.File, error) {
	return a.openWithin(context.Background(), name)
}

// Within returns a with requests to servers that end with ctx.
func (a *Anywhere) Within(ctx context.Context) fs.FS { return within{a, ctx} }

// within is a file system whose requests end with a context.
type within struct {
	*Anywhere
	ctx context.Context
}

// Open implements [fs.FS].
func (w within) Open(name string) (fs.File, error) { return w.openWithin(w.ctx, name) }

func (a *Anywhere) openWithin(ctx context.Context, name string) (fs.File, error) {
	switch s := scheme(name); {
	case name == Stdin:
		return a.openStdin()
	case s != "":
		f, err := a.openURL(ctx, s, name)
		if err != nil {
			return nil, openError(name, err)
		}
		return f, nil
	}
	return Disk{}.Open(name)
}

func (a *Anywhere) openURL(ctx context.Context, scheme, name string) (fs.File, error) {
	var sign signer
	var err error
	if scheme == "s3" || scheme == "gs" {
		sign, err = bucketAddress(name, a.client)
	} else {
		name, sign, err = webAddress(name)
	}
	if err != nil {
		return nil, err
	}
	return openRemote(ctx, a.client, name, sign, a.pause, a.spool)
}

// ReadDir lists a folder of the machine. There are no files beside one that is elsewhere.
func (a *Anywhere) ReadDir(name string) ([]fs.DirEntry, error) {
	if !a.Local(name) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return Disk{}.ReadDir(name)
}

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
	return a.one.handle(), nil
}

// signed is how long a request to a bucket may be on its way.
const signed = 15 * time.Minute

// bucketAddress returns what signs requests for the object that a URL names:
// s3://bucket/key at AWS or the server in AWS_ENDPOINT_URL, with the
// credentials that its own tools would use; gs://bucket/key at Google, with
// the HMAC key in GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY. Without
// credentials the bucket must be public.
func bucketAddress(name string, client *http.Client) (signer, error) {
	u, err := url.Parse(name)
	if err != nil {
		return nil, errors.New("no URL")
	}
	bucket, key := u.Host, strings.TrimPrefix(u.Path, "/")
	if bucket == "" || key == "" || u.User != nil {
		return nil, fmt.Errorf("names no object: %s://bucket/key", u.Scheme)
	}
	endpoint, o, err := bucketServer(u.Scheme)
	if err != nil {
		return nil, err
	}
	o.Transport = client.Transport
	server, err := minio.New(endpoint, o)
	if err != nil {
		return nil, err
	}
	v, _ := o.Creds.GetWithContext(nil) // finding none is not an error
	if v.AccessKeyID == "" {
		public := server.EndpointURL().JoinPath(bucket, key).String()
		return func(context.Context) (string, error) { return public, nil }, nil
	}
	return func(ctx context.Context) (string, error) {
		address, err := server.PresignedGetObject(ctx, bucket, key, signed, nil)
		if err != nil {
			return "", err
		}
		return address.String(), nil
	}, nil
}

// bucketServer is where buckets of a scheme are, and who asks.
func bucketServer(scheme string) (endpoint string, o *minio.Options, err error) {
	if scheme == "gs" {
		return "storage.googleapis.com", &minio.Options{Secure: true, Region: "auto", Creds: credentials.NewStaticV4(
			os.Getenv("GS_ACCESS_KEY_ID"), os.Getenv("GS_SECRET_ACCESS_KEY"), "")}, nil
	}
	home, _ := os.UserHomeDir()
	for variable, usual := range map[string]string{"AWS_CONFIG_FILE": "config", "AWS_SHARED_CREDENTIALS_FILE": "credentials"} {
		name := cmp.Or(os.Getenv(variable), filepath.Join(home, ".aws", usual))
		if _, err := fs.Stat(Disk{}, name); errors.Is(err, errPipe) && name != os.DevNull { // minio would wait for it
			return "", nil, err
		}
	}
	o = &minio.Options{
		Secure: true, Region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{},
		}),
	}
	own := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	if own == "" {
		return "s3.amazonaws.com", o, nil
	}
	at, err := url.Parse(own)
	if err != nil || at.Host == "" {
		return "", nil, errors.New("AWS_ENDPOINT_URL is not a URL")
	}
	o.Secure, o.Region = at.Scheme == "https", cmp.Or(o.Region, "us-east-1")
	return at.Host, o, nil
}
