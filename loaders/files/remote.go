package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

const (
	remoteBlock  = 1 << 20 // bytes read at once
	remoteBlocks = 32      // kept per file
	remotePause  = 30 * time.Second
	remoteTries  = 3
	redirects    = 5
)

var errServerChanged = errors.New("the file has changed on the server since it was opened")

type remoteFile struct {
	address string
	client  *http.Client
	pause   time.Duration // most time without a byte
	size    int64
	tag     string                    // a strong validator, "" for none
	signs   [2]string                 // ETag and Last-Modified of the version
	at      time.Time                 // last change by the server
	recent  *lru.Cache[int64, []byte] // blocks
	flight  singleflight.Group
	ctx     context.Context // ends with Close
	stop    context.CancelFunc
	known   bool
	io.Reader

	sync.Mutex
	failure error
	until   time.Time // when the server may be asked again
}

// An address may be signed, so that redirects, at most five, never lead from HTTPS to HTTP.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: remotePause, IdleConnTimeout: time.Minute,
			MaxIdleConnsPerHost: 4, DisableCompression: true, // a range of packed bytes is not a range of the file
		},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			req.Header.Del("Referer") // an address may be signed: it is for its own host
			switch scheme := req.URL.Scheme; {
			case len(via) >= redirects:
				return fmt.Errorf("more than %d redirects", redirects)
			case scheme != "https" && via[0].URL.Scheme == "https":
				return errors.New("redirects from https to " + scheme)
			case scheme != "https" && scheme != "http":
				return errors.New("redirects to " + scheme)
			}
			return nil
		},
	}
}

// webAddress refuses a user name or password, because it would be shown on screen.
func webAddress(addressText string) (address string, err error) {
	u, err := url.Parse(addressText)
	switch {
	case err != nil:
		return "", errors.New("not a valid URL")
	case u.Host == "":
		return "", errors.New("the URL has no host")
	case u.User != nil:
		return "", errors.New("the URL's user name and password would be shown on screen; use a URL without them")
	}
	u.Fragment = ""
	return u.String(), nil
}

func versionSigns(h http.Header) [2]string {
	return [2]string{h.Get("ETag"), h.Get("Last-Modified")}
}

func contentRange(rangeHeader string) (first, last, size int64, err error) {
	_, err = fmt.Sscanf(rangeHeader, "bytes %d-%d/%d", &first, &last, &size)
	isWrong := err != nil || rangeHeader != fmt.Sprintf("bytes %d-%d/%d", first, last, size) || first < 0 || last < first || last >= size
	if isWrong {
		return 0, 0, 0, fmt.Errorf("the server's range %.60q is invalid", rangeHeader)
	}
	return first, last, size, nil
}

type serverAnswer struct {
	*http.Response
	idle   *time.Timer
	cancel func()
	pause  time.Duration
}

// request sends the tag, so that a server doesn't continue with another version of the file. A
// negative lastByte means the end.
func (r *remoteFile) request(firstByte, lastByte int64) (*serverAnswer, error) {
	ctx, cancel := context.WithCancel(r.ctx)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.address, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	span := fmt.Sprintf("bytes=%d-", firstByte)
	if lastByte >= 0 {
		span += strconv.FormatInt(lastByte, 10)
	}
	req.Header.Set("Range", span)
	req.Header.Set("User-Agent", "faithscope")
	if r.tag != "" {
		req.Header.Set("If-Range", r.tag)
	}
	idle := time.AfterFunc(r.pause, cancel)
	resp, err := r.client.Do(req) //nolint:bodyclose // the answer's reader closes it
	idle.Stop()
	if err != nil {
		cancel()
		return nil, plainError(err)
	}
	a := &serverAnswer{resp, idle, cancel, r.pause}
	if err := r.checkAnswer(resp, firstByte); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (r *remoteFile) checkAnswer(response *http.Response, firstByte int64) error {
	switch response.StatusCode {
	case http.StatusPartialContent:
		from, _, size, err := contentRange(response.Header.Get("Content-Range"))
		switch {
		case err != nil:
			return err
		case from != firstByte:
			return fmt.Errorf("the server sent data from byte %d instead of byte %d", from, firstByte)
		case r.known && (size != r.size || versionSigns(response.Header) != r.signs):
			return errServerChanged
		}
		return nil
	case http.StatusOK:
		if r.known {
			return errServerChanged
		}
		return nil
	case http.StatusRequestedRangeNotSatisfiable:
		if r.known {
			return errServerChanged
		}
		return ErrEmpty
	}
	return fmt.Errorf("the server returned %s", response.Status)
}

func plainError(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		if errors.Is(wrapped.Err, context.Canceled) {
			return errors.New("the server is not responding")
		}
		return wrapped.Err
	}
	return err
}

func (a *serverAnswer) Read(b []byte) (int, error) {
	a.idle.Reset(a.pause)
	n, err := a.Body.Read(b)
	a.idle.Stop()
	if errors.Is(err, context.Canceled) {
		err = errors.New("the server stopped sending data")
	}
	return n, err
}

func (a *serverAnswer) Close() error {
	a.idle.Stop()
	a.cancel()
	return a.Body.Close()
}

// Otherwise half a million examples would each wait for a failed server.
const restFor = 5 * time.Second

func (r *remoteFile) retry(f func() error) (err error) {
	r.Lock()
	failure, until := r.failure, r.until
	r.Unlock()
	if time.Now().Before(until) {
		return failure
	}
	defer func() {
		if err != nil && r.ctx.Err() == nil {
			r.Lock()
			r.failure, r.until = err, time.Now().Add(restFor)
			r.Unlock()
		}
	}()
	for try := range remoteTries {
		if try > 0 {
			select {
			case <-time.After(time.Duration(try) * 200 * time.Millisecond):
			case <-r.ctx.Done():
				return err
			}
		}
		if err = f(); err == nil || errors.Is(err, errServerChanged) || r.ctx.Err() != nil {
			return err
		}
	}
	return err
}
