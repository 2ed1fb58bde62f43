package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"sync"
	"time"

	"faithscope/loaders"
)

// spooledStream can be read only once: standard input, or a server's answer. Its spool is read at
// any offset, waiting for missing bytes.
type spooledStream struct {
	name string
	most int64

	sync.Mutex
	come *sync.Cond // more bytes, the end, or a close
	f    *os.File
	size int64
	end  error // io.EOF or a fault; nil while more may come
	at   time.Time
}

func newStream(name string, unpackedInput io.ReadCloser, maxBytes int64) (*spooledStream, error) {
	f, err := createTemp("spooling")
	if err != nil {
		unpackedInput.Close()
		return nil, err
	}
	s := &spooledStream{name: name, most: maxBytes, f: f, at: time.Now()}
	s.come = sync.NewCond(s)
	go s.spoolFrom(unpackedInput)
	return s, nil
}

func (s *spooledStream) spoolFrom(unpackedInput io.ReadCloser) {
	defer unpackedInput.Close()
	buf := make([]byte, 256<<10)
	for {
		n, err := unpackedInput.Read(buf)
		s.Lock()
		if s.f == nil {
			s.Unlock()
			return
		}
		if n > 0 {
			if _, werr := s.f.WriteAt(buf[:n], s.size); werr != nil {
				err = fmt.Errorf("writing the temporary copy: %w", werr)
			} else {
				s.size += int64(n)
				s.at = time.Now()
			}
		}
		if err == nil && s.size > s.most {
			err = fmt.Errorf("larger than %d GB", s.most>>30)
		}
		s.end = err
		s.come.Broadcast()
		s.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *spooledStream) openHandle() *streamFile {
	f := &streamFile{s: s}
	f.Reader = io.NewSectionReader(f, 0, math.MaxInt64)
	return f
}

type streamFile struct {
	io.Reader // from the start
	s         *spooledStream
	only      bool // the stream has no other reader
	closed    bool // guarded by s
}

// Stat reports no time, so that two looks are never equal.
func (f *streamFile) Stat() (fs.FileInfo, error) {
	f.s.Lock()
	defer f.s.Unlock()
	return fileInfo{name: f.s.name, size: f.s.size}, nil
}

// ReadAt may read less: it waits only for the byte at off.
func (f *streamFile) ReadAt(p []byte, off int64) (int, error) {
	s := f.s
	s.Lock()
	for s.size <= off && s.end == nil && !f.closed {
		s.come.Wait()
	}
	size, end, file, isClosed := s.size, s.end, s.f, f.closed
	s.Unlock()
	if isClosed || file == nil {
		return 0, fs.ErrClosed
	}
	if off >= size {
		return 0, end
	}
	short := int64(len(p)) > size-off
	n, err := file.ReadAt(p[:min(int64(len(p)), size-off)], off)
	if err == nil && short && errors.Is(end, io.EOF) {
		err = io.EOF
	}
	return n, err
}

// After a pause, a format gets only the bytes that have arrived.
const headPause = 300 * time.Millisecond

// Ready waits for n bytes, or all, or a whole line and then a pause of 300 ms, and returns how many have
// arrived.
func (f *streamFile) Ready(n int64) int64 {
	s := f.s
	wake := time.AfterFunc(headPause, s.come.Broadcast)
	defer wake.Stop()
	s.Lock()
	defer s.Unlock()
	for s.size < n && s.end == nil && !f.closed {
		if time.Since(s.at) >= headPause && s.hasLine() {
			break
		}
		wake.Reset(headPause)
		s.come.Wait()
	}
	return min(n, s.size)
}

func (s *spooledStream) hasLine() bool {
	head := make([]byte, min(s.size, loaders.HeadSize))
	n, _ := s.f.ReadAt(head, 0)
	return bytes.IndexByte(head[:n], '\n') >= 0
}

// Close frees the spool only without other readers, because standard input can't be read again.
func (f *streamFile) Close() error {
	s := f.s
	if f.only {
		defer s.free()
	}
	s.Lock()
	defer s.Unlock()
	f.closed = true
	s.come.Broadcast()
	return nil
}

func (s *spooledStream) free() {
	s.Lock()
	defer s.Unlock()
	if s.f != nil {
		s.f.Close()
		s.f = nil
	}
	if s.end == nil {
		s.end = fs.ErrClosed
	}
	s.come.Broadcast()
}

type fileInfo struct {
	name string
	size int64
	at   time.Time
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return 0o444 }
func (i fileInfo) ModTime() time.Time { return i.at }
func (i fileInfo) IsDir() bool        { return false }
func (i fileInfo) Sys() any           { return nil }
