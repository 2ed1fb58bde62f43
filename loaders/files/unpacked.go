package files

import (
	"errors"
	"hash/crc32"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/files/cache"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// spool is the content of a compressed source in a file: without a name, gone
// with the process, or in the cache for the next one. It is read by several
// while one writes.
type spool struct {
	in io.ReadCloser
	blocks
	block uint32 // the checksum of the one begun

	mu    sync.RWMutex
	file  *os.File
	draft *cache.Draft // whose file it is, nil for one without a name
	kept  *Kept        // what the cache gets the draft for
}

// blocks are the checksums of the content, and its size.
type blocks struct {
	Length int64
	Sums   []uint32 // per [spoolBlock]
}

// newSpool returns an empty spool for what in unpacks of src.
func newSpool(src *loaders.Source, kept *Kept, in io.ReadCloser) (*spool, error) {
	if kept != nil {
		kept.cache.MakeRoom(src.Size)
		if d := kept.cache.Create(); d != nil {
			return &spool{in: in, file: d.File, draft: d, kept: kept}, nil
		}
	}
	f, err := nameless()
	return &spool{in: in, file: f}, err
}

// nameless is a file that goes with the process, also after kill -9. Where the
// system does not remove open files, closing it does.
func nameless() (*os.File, error) {
	f, err := os.CreateTemp("", "faithscope-*")
	if err != nil {
		return nil, loaders.Errorf("unpacking: %w", err)
	}
	os.Remove(f.Name())
	return f, nil
}

// Stream keeps what it reads.
func (s *spool) Stream() io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.TeeReader(s.in, s), s.in}
}

// Size is not known before the end.
func (*spool) Size() int64 { return 0 }

// unpackedKind is the cache's kind of a file's content. What is said about it
// are the checksums of its blocks.
const unpackedKind = "unpacked"

// Write implements [io.Writer]. Where the cache's disk is full, or fails, the
// content moves to a file without a name.
func (s *spool) Write(b []byte) (int, error) {
	if n, err := s.file.Write(b); err != nil {
		if s.draft == nil {
			return n, loaders.Errorf("unpacking: %w", err)
		}
		if err := s.move(); err != nil {
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

// move takes the content, as far as it is complete, out of the cache's folder.
func (s *spool) move() error {
	f, err := nameless()
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, io.NewSectionReader(s.file, 0, s.Length)); err != nil {
		return errors.Join(loaders.Errorf("unpacking: %w", err), f.Close())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.discard() // what was in it is in the other
	s.file, s.draft = f, nil
	return nil
}

// discard closes the file, and removes it where the cache did not get it.
func (s *spool) discard() error {
	if s.draft != nil {
		return s.draft.Discard()
	}
	return s.file.Close()
}

// ReadAt implements [io.ReaderAt].
func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.file.ReadAt(p, off)
}

// Keep leaves the whole content to the cache.
func (s *spool) Keep() {
	if s.draft == nil {
		return
	}
	whole := s.blocks
	if whole.Length%spoolBlock != 0 {
		whole.Sums = append(whole.Sums, s.block)
	}
	c := coding.Writer(coding.Bytes)
	c.Struct(&whole)
	s.draft.Keep(s.kept.key(unpackedKind), c.Written())
	s.draft = nil // what is not kept has no name
}

// Close closes the file.
func (s *spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.discard()
}

// unpackedCopy is the content of a source that was unpacked before. Every
// block is checked when it is read; where one is damaged the source is
// unpacked again. It is safe for concurrent use.
type unpackedCopy struct {
	src     *loaders.Source
	file    *os.File
	is      blocks
	buffers sync.Pool

	mend   sync.Once
	mended *spool
	failed error
}

// unpackedBefore returns the content of a compressed source as the cache has
// it, nil where it has none.
func unpackedBefore(src *loaders.Source, kept *Kept) *unpackedCopy {
	if kept == nil {
		return nil
	}
	e, ok := kept.cache.Load(kept.key(unpackedKind))
	if !ok {
		return nil
	}
	c := &unpackedCopy{src: src, file: e.File}
	in := coding.Reader(coding.Bytes, e.About)
	if in.Struct(&c.is); in.End() != nil || c.is.Length != e.Size || int64(len(c.is.Sums)) != (e.Size+spoolBlock-1)/spoolBlock {
		e.Close()
		return nil
	}
	c.buffers.New = func() any { return new([spoolBlock]byte) }
	return c
}

// Stream reads the copy.
func (c *unpackedCopy) Stream() io.ReadCloser {
	return io.NopCloser(io.NewSectionReader(c, 0, c.is.Length))
}

// Size is that of the copy.
func (c *unpackedCopy) Size() int64 { return c.is.Length }

// Keep does nothing: it is kept already.
func (*unpackedCopy) Keep() {}

// ReadAt implements [io.ReaderAt].
func (c *unpackedCopy) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) {
		if off >= c.is.Length {
			return n, io.EOF
		}
		k, ok := c.readBlock(p[n:], off)
		if !ok {
			c.mend.Do(c.unpackAnew)
			if c.failed != nil {
				return n, c.failed
			}
			k, err := c.mended.ReadAt(p[n:], off)
			return n + k, err
		}
		n += k
		off += int64(k)
	}
	return n, nil
}

// readBlock copies from the block at off; ok is false where it is damaged.
func (c *unpackedCopy) readBlock(p []byte, off int64) (n int, ok bool) {
	k := off / spoolBlock
	length := min(spoolBlock, c.is.Length-k*spoolBlock)
	buf := c.buffers.Get().(*[spoolBlock]byte)
	defer c.buffers.Put(buf)
	block := buf[:length]
	if _, err := c.file.ReadAt(block, k*spoolBlock); err != nil {
		return 0, false
	}
	if crc32.Checksum(block, castagnoli) != c.is.Sums[k] {
		return 0, false
	}
	return copy(p, block[off-k*spoolBlock:]), true
}

// unpackAnew takes the place of a damaged copy.
func (c *unpackedCopy) unpackAnew() {
	os.Remove(c.file.Name())
	in, _, err := unpack(c.src, nil)
	if err != nil {
		c.failed = err
		return
	}
	defer in.Close()
	f, err := nameless()
	if err != nil {
		c.failed = err
		return
	}
	c.mended = &spool{file: f}
	_, c.failed = io.Copy(c.mended, in)
}

// Close closes the files.
func (c *unpackedCopy) Close() error {
	c.mend.Do(func() { c.failed = os.ErrClosed })
	err := c.file.Close()
	if c.mended != nil {
		err = errors.Join(err, c.mended.Close())
	}
	return err
}

// Content is what a source holds, unpacked: it is read once from its start by
// whoever looks for records, and then at any place that went by, by as many
// as like.
type Content interface {
	io.ReaderAt
	io.Closer
	// Stream reads the content from its first byte on, byte order mark
	// included. It is called once.
	Stream() io.ReadCloser
	// Size bounds the bytes of the content, 0 where nobody knows before the
	// stream has ended.
	Size() int64
	// Keep says that the stream was read to its end, and that the file is the
	// one that was opened: what was unpacked may serve the next opening.
	Keep()
}

// OpenContent opens what src holds: the file itself, what the cache has of it
// unpacked, an archive that is read in place, or one unpacked into a file
// without a name. The bytes of the stored file that went by are added to
// examined.
func OpenContent(src *loaders.Source, kept *Kept, examined *atomic.Int64) (Content, error) {
	f := fileOf(src)
	if f.packed != "" {
		if c := unpackedBefore(src, kept); c != nil {
			return c, nil
		}
	}
	in, _, err := unpack(src, examined)
	if err != nil {
		return nil, err
	}
	if at, ok := f.File.(io.ReaderAt); ok && f.packed == "" {
		return &plain{at, in, src.Size}, nil
	}
	if frames := framesOf(src, in); frames != nil {
		return frames, nil
	}
	s, err := newSpool(src, kept, in)
	if err != nil {
		in.Close()
		return nil, err
	}
	return s, nil
}

// plain is the content of a file that is not packed.
type plain struct {
	io.ReaderAt
	in   io.ReadCloser
	size int64
}

func (p *plain) Stream() io.ReadCloser { return p.in }
func (p *plain) Size() int64           { return p.size }
func (*plain) Keep()                   {}

// Close leaves the file to its source.
func (*plain) Close() error { return nil }
