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

// spool is the content of a compressed source in a file: without a name, ending
// with the process, or in the cache for the next one. Several may read while
// one writes.
type spool struct {
	content
	blocks
	block uint32 // the checksum of the one begun

	sync.RWMutex
	file  *os.File
	draft *cache.Draft // whose file it is, nil for one without a name
	kept  *Kept        // what the cache gets the draft for
}

// blocks are the checksums of the content, and its size.
type blocks struct {
	Length int64
	Sums   []uint32 // per [spoolBlock]
}

// newSpool returns an empty spool for what in decompresses from src: a draft of the cache, which
// makes room for it, or a file without a name if there is no cache or it fails. What is read from
// the spool's stream is written to it. If there can be no file, it returns an error with a spool
// that has none.
func newSpool(src *loaders.Source, kept *Kept, in io.ReadCloser) (*spool, error) {
	if kept != nil {
		kept.cache.MakeRoom(src.Size)
		if d := kept.cache.Create(); d != nil {
			s := &spool{file: d.File, draft: d, kept: kept}
			return s.fillFrom(in), nil
		}
	}
	f, err := createTemp("unpacking")
	return (&spool{file: f}).fillFrom(in), err
}

func (s *spool) fillFrom(in io.ReadCloser) *spool {
	s.in = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(in, s), in}
	return s
}

func createTemp(doing string) (*os.File, error) {
	f, err := writer.Temporary("", "faithscope-*")
	if err != nil {
		return nil, loaders.Errorf(doing+": %w", err)
	}
	os.Remove(f.Name())
	return f, nil
}

// unpackedKind is the cache's kind for a file's content. Its description holds
// the checksums of its blocks.
const unpackedKind = "unpacked"

// Write implements [io.Writer]: it appends to the file and updates the checksums of its blocks. If
// the cache's disk is full, or fails, the content moves to a file without a name.
func (s *spool) Write(b []byte) (int, error) {
	if n, err := s.file.Write(b); err != nil {
		if s.draft == nil {
			return n, loaders.Errorf("unpacking: %w", err)
		}
		if err := s.moveOut(); err != nil {
			return 0, err
		}
		if n, err := s.file.Write(b); err != nil {
			return n, loaders.Errorf("unpacking: %w", err)
		}
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

// moveOut copies the content so far from the cache's draft to a file without a name, discards the
// draft, and leaves s with that file and no draft, so that the cache does not get it. If the
// copying fails it returns the error, and s keeps the draft.
func (s *spool) moveOut() error {
	f, err := createTemp("unpacking")
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, io.NewSectionReader(s.file, 0, s.Length)); err != nil {
		return errors.Join(loaders.Errorf("unpacking: %w", err), f.Close())
	}
	s.Lock()
	defer s.Unlock()
	_ = s.discard() // its content is in the other one
	s.file, s.draft = f, nil
	return nil
}

func (s *spool) discard() error {
	if s.draft != nil {
		return s.draft.Discard()
	}
	return s.file.Close()
}

func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	s.RLock()
	defer s.RUnlock()
	return s.file.ReadAt(p, off)
}

// Commit implements [Content]: it gives the whole content, with its checksums, to the cache, if it
// is in a draft of it, and s has no draft then. Otherwise it does nothing.
func (s *spool) Commit() {
	if s.draft == nil {
		return
	}
	whole := s.blocks
	if whole.Length%spoolBlock != 0 {
		whole.Sums = append(whole.Sums, s.block)
	}
	c := coding.Writer()
	c.Struct(&whole)
	s.draft.Commit(s.kept.keyOf(unpackedKind), c.Written())
	s.draft = nil // what is not kept has no name
}

// Close closes the file, which ends unless the cache has it.
func (s *spool) Close() error {
	s.Lock()
	defer s.Unlock()
	return s.discard()
}

// content holds what is the same for all kinds of [Content].
type content struct {
	in   io.ReadCloser // the stream
	size int64
}

func (c *content) Stream() io.ReadCloser {
	in := c.in
	c.in = nil // its buffer goes when it was read
	return in
}

func (c *content) Size() int64 { return c.size }

// Commit implements [Content]: it does nothing, since there is nothing to keep.
func (*content) Commit() {}
