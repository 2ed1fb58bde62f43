package files

import (
	"errors"
	"io"
	"sync"
)

// Stream reads from the start, faster than at offsets, by one answer, and reconnects if the connection breaks.
func (r *remoteFile) Stream() io.ReadCloser { return &remoteStream{r: r} }

type remoteStream struct {
	r *remoteFile
	sync.Mutex
	body io.ReadCloser
	pos  int64
}

// Read uses the kept first block until more is wanted, so that reading only the head costs no
// request, and then one long answer.
func (s *remoteStream) Read(p []byte) (n int, err error) {
	if s.pos >= s.r.size {
		return 0, io.EOF
	}
	if first, ok := s.r.recent.Get(0); ok && s.pos < int64(len(first)) && s.body == nil {
		n = copy(p, first[s.pos:])
		s.pos += int64(n)
		return n, nil
	}
	s.Lock()
	defer s.Unlock()
	err = s.r.retry(func() error {
		if s.body == nil {
			a, err := s.r.request(s.pos, -1)
			if err != nil {
				return err
			}
			s.body = a
		}
		var err error
		n, err = s.body.Read(p)
		if n > 0 {
			return nil
		}
		s.body.Close()
		s.body = nil
		if err == nil || errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // more was promised
		}
		return err
	})
	s.pos += int64(n)
	return n, err
}

func (s *remoteStream) Close() error {
	s.Lock()
	defer s.Unlock()
	if s.body != nil {
		s.body.Close()
		s.body = nil
	}
	return nil
}

func (r *remoteFile) Close() error {
	r.stop()
	return nil
}
