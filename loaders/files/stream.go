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

// spooledStream is a file that comes once, from its start: standard input, the answer
// of a server. It is spooled to a file without a name, and can be read at any
// place from the first byte on: a read of what has not come yet waits for it.
type spooledStream struct {
	name string
	most int64

	sync.Mutex
	come *sync.Cond // more bytes, the end, or a closing
	f    *os.File
	size int64
	end  error // io.EOF, or what went wrong; nil while more may come
	at   time.Time
}

// newStream begins to spool in, in the background, to a file without a name, and closes in at its
// end. More than most bytes are an error to the readers that come so far.
func newStream(name string, in io.ReadCloser, most int64) (*spooledStream, error) {
	f, err := createTemp("spooling")
	if err != nil {
		in.Close()
		return nil, err
	}
	s := &spooledStream{name: name, most: most, f: f, at: time.Now()}
	s.come = sync.NewCond(s)
	go s.spoolFrom(in)
	return s, nil
}

// spoolFrom copies in to the spool until its end, an error, more than s.most bytes, or until nobody
// wants it (s.f is nil). At every step it sets the size, time and end, and wakes those who wait; at
// last it closes in.
func (s *spooledStream) spoolFrom(in io.ReadCloser) {
	defer in.Close()
	buf := make([]byte, 256<<10)
	for {
		n, err := in.Read(buf)
		s.Lock()
		if s.f == nil { // it is no longer wanted
			s.Unlock()
			return
		}
		if n > 0 {
			if _, werr := s.f.WriteAt(buf[:n], s.size); werr != nil {
				err = fmt.Errorf("spooling: %w", werr)
			} else {
				s.size += int64(n)
				s.at = time.Now()
			}
		}
		if err == nil && s.size > s.most {
			err = fmt.Errorf("more than %d GB", s.most>>30)
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

// streamFile is one reader of a stream.
type streamFile struct {
	io.Reader // from the start
	s         *spooledStream
	only      bool // no other is ever wanted
	closed    bool // guarded by s
}

// Stat implements [fs.File]: it returns the stream's name and how many bytes have come. It has no
// time, so that it is never the same twice.
func (f *streamFile) Stat() (fs.FileInfo, error) {
	f.s.Lock()
	defer f.s.Unlock()
	return fileInfo{name: f.s.name, size: f.s.size}, nil
}

// ReadAt implements [io.ReaderAt] but for short reads: it waits until a byte at off has come and
// reads what is there. At the end it returns what ended the stream, io.EOF or an error, and
// [fs.ErrClosed] after a closing.
func (f *streamFile) ReadAt(p []byte, off int64) (int, error) {
	s := f.s
	s.Lock()
	for s.size <= off && s.end == nil && !f.closed {
		s.come.Wait()
	}
	size, end, file := s.size, s.end, s.f
	if f.closed {
		file = nil
	}
	s.Unlock()
	if file == nil {
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

// headPause is how long a stream may pause before a format gets only the bytes
// that have come.
const headPause = 300 * time.Millisecond

// Ready implements [Growing]: it waits until n bytes have come, or all, or a whole line and then
// nothing for 300 ms, and returns how many there are, at most n.
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

// Close ends the reads that wait in this handle. If it is the only one that is ever wanted, it
// frees the spool; of standard input that stays for others.
func (f *streamFile) Close() error {
	s := f.s
	if f.only {
		defer s.free()
	}
	s.Lock()
	defer s.Unlock()
	if f.closed {
		return nil
	}
	f.closed = true
	s.come.Broadcast()
	return nil
}

// free ends the stream for all readers and frees the spool.
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

// fileInfo holds what is known about a file that is in no folder.
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
