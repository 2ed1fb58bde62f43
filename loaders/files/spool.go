package files

import (
	"errors"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/files/writer"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// contentSpool is nameless, ending with the process, or in the cache. Several may read while one
// writes.
type contentSpool struct {
	streamContent
	blockSums
	block uint32

	sync.RWMutex
	file  *os.File
	draft *cache.Draft // owns file; nil if nameless
	kept  *SourceCache
}

type blockSums struct {
	Length int64
	Sums   []uint32 // per [spoolBlock]
}

func newSpool(src *loaders.Source, sourceCache *SourceCache, unpackedInput io.ReadCloser) (*contentSpool, error) {
	s := &contentSpool{kept: sourceCache}
	if sourceCache != nil {
		sourceCache.cache.MakeRoom(src.Size)
		s.draft = sourceCache.cache.Create()
	}
	var err error
	if s.draft != nil {
		s.file = s.draft.File
	} else if s.file, err = createTemp("unpacking"); err != nil {
		return nil, err
	}
	s.in = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(unpackedInput, s), unpackedInput}
	return s, nil
}

func createTemp(activity string) (*os.File, error) {
	f, err := writer.Temporary("", "faithscope-*")
	if err != nil {
		return nil, loaders.Errorf(activity+": %w", err)
	}
	os.Remove(f.Name())
	return f, nil
}

const unpackedKind = "unpacked"

// Write moves the content to a nameless file if the cache's disk is full or fails, so that the run can
// still be read.
func (s *contentSpool) Write(b []byte) (int, error) {
	n, err := s.file.Write(b)
	if err != nil && s.draft != nil {
		if err := s.moveOut(); err != nil {
			return 0, err
		}
		n, err = s.file.Write(b)
	}
	if err != nil {
		return n, loaders.Errorf("unpacking: %w", err)
	}
	for rest := b; len(rest) > 0; {
		n := min(len(rest), spoolBlock-int(s.Length%spoolBlock))
		s.block = crc32.Update(s.block, castagnoli, rest[:n])
		s.Length += int64(n)
		if s.Length%spoolBlock == 0 {
			s.Sums, s.block = append(s.Sums, s.block), 0
		}
		rest = rest[n:]
	}
	return len(b), nil
}

func (s *contentSpool) moveOut() error {
	f, err := createTemp("unpacking")
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, io.NewSectionReader(s.file, 0, s.Length)); err != nil {
		return errors.Join(loaders.Errorf("unpacking: %w", err), f.Close())
	}
	s.Lock()
	defer s.Unlock()
	_ = s.discard()
	s.file, s.draft = f, nil
	return nil
}

func (s *contentSpool) discard() error {
	if s.draft != nil {
		return s.draft.Discard()
	}
	return s.file.Close()
}

func (s *contentSpool) ReadAt(p []byte, off int64) (int, error) {
	s.RLock()
	defer s.RUnlock()
	return s.file.ReadAt(p, off)
}

// Commit implements [UnpackedContent]: it caches a complete draft with its checksums.
func (s *contentSpool) Commit() {
	if s.draft == nil {
		return
	}
	whole := s.blockSums
	if whole.Length%spoolBlock != 0 {
		whole.Sums = append(whole.Sums, s.block)
	}
	c := coding.Writer()
	c.Struct(&whole)
	s.draft.Commit(s.kept.keyOf(unpackedKind), c.Written())
	s.draft = nil
}

// Close closes the file, which is gone unless cached.
func (s *contentSpool) Close() error {
	s.Lock()
	defer s.Unlock()
	return s.discard()
}

type streamContent struct {
	in   io.ReadCloser
	size int64
}

func (c *streamContent) Stream() io.ReadCloser {
	in := c.in
	c.in = nil // frees its buffer
	return in
}

func (c *streamContent) Size() int64 { return c.size }

func (*streamContent) Commit() {}
