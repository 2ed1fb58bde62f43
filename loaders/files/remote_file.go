package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
)

func (r *remoteFile) openFile(ctx context.Context, maxBytes int64) (_ fs.File, err error) {
	r.recent, _ = lru.New[int64, []byte](remoteBlocks) // it fails for a size below 1
	r.ctx, r.stop = context.WithCancel(ctx)
	defer func() {
		if err != nil {
			r.stop()
		}
	}()
	a, err := r.request(0, remoteBlock-1)
	if err != nil {
		return nil, err
	}
	if a.StatusCode == http.StatusOK { // without ranges
		if n := a.ContentLength; n > maxBytes {
			return nil, errors.Join(fmt.Errorf("is %d bytes; the server doesn't support ranges, so the limit is %d", n, maxBytes), a.Close())
		}
		a.cancel = r.stop
		s, err := newStream(r.address, a, maxBytes)
		if err != nil {
			return nil, err
		}
		f := s.openHandle()
		f.only = true
		return f, nil
	}
	if err := r.readFirst(a); err != nil {
		return nil, err
	}
	r.Reader = io.NewSectionReader(r, 0, r.size)
	return r, nil
}

func (r *remoteFile) Stat() (fs.FileInfo, error) {
	return fileInfo{name: path.Base(r.address), size: r.size, at: r.at}, nil
}

func (r *remoteFile) readFirst(a *serverAnswer) error {
	defer a.Close() //nolint:errcheck // it was only read
	_, _, size, err := contentRange(a.Header.Get("Content-Range"))
	if err != nil {
		return err
	}
	if size > MostContent {
		return fmt.Errorf("is %d GB, above the limit of %d GB", size>>30, MostContent>>30)
	}
	r.size = size
	r.signs = versionSigns(a.Header)
	if tag := r.signs[0]; strings.HasPrefix(tag, `"`) {
		r.tag = tag
	}
	if at, err := http.ParseTime(r.signs[1]); err == nil {
		r.at = at
	}
	first, err := io.ReadAll(io.LimitReader(a, min(remoteBlock, size)))
	if err != nil {
		return err
	}
	if int64(len(first)) < min(remoteBlock, size) {
		return io.ErrUnexpectedEOF
	}
	r.known = true
	r.recent.Add(0, first)
	return nil
}

func (r *remoteFile) ReadAt(p []byte, off int64) (int, error) {
	return readBlocks(p, off, r.size, func(off int64) ([]byte, error) {
		block, err := r.readBlock(off / remoteBlock)
		if err != nil {
			return nil, err
		}
		return block[off%remoteBlock:], nil
	})
}

// Concurrent callers share one request per block, because many examples lie in one.
func (r *remoteFile) readBlock(k int64) ([]byte, error) {
	if b, ok := r.recent.Get(k); ok {
		return b, nil
	}
	b, err, _ := r.flight.Do(strconv.FormatInt(k, 10), func() (any, error) {
		var b []byte
		err := r.retry(func() (err error) {
			b, err = r.fetchBlock(k * remoteBlock)
			return err
		})
		if err == nil {
			r.recent.Add(k, b)
		}
		return b, err
	})
	return b.([]byte), err
}

func (r *remoteFile) fetchBlock(firstByte int64) ([]byte, error) {
	last := min(firstByte+remoteBlock, r.size) - 1
	a, err := r.request(firstByte, last)
	if err != nil {
		return nil, err
	}
	defer a.Close() //nolint:errcheck // it was only read
	b := make([]byte, last-firstByte+1)
	_, err = io.ReadFull(a, b)
	return b, err
}
