package files

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"sync"

	"faithscope/loaders"
)

// spoolBlock is how many bytes of an unpacked file share a checksum.
const spoolBlock = 64 << 10

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// spool is the content of a compressed source in a file: without a name, gone
// with the process, or in the cache for the next one.
type spool struct {
	*os.File
	in    io.ReadCloser
	kept  *Kept
	name  string // where the cache wants it, "" for nowhere
	size  int64
	sums  []uint32 // per block
	block uint32   // of the block begun
}

// newSpool returns an empty spool for what in unpacks of src.
func newSpool(src *loaders.Source, kept *Kept, in io.ReadCloser) (*spool, error) {
	s := &spool{in: in, kept: kept}
	if kept != nil {
		kept.cache.Evict(src.Size)
		if f, err := kept.cache.Temporary(); err == nil {
			s.File, s.name = f, kept.cache.File(kept.entry(unpackedKind))
			return s, nil
		}
	}
	var err error
	s.File, err = nameless()
	return s, err
}

// nameless is a file that goes with the process, also after kill -9. Where the
// system does not remove open files, closing it does.
func nameless() (*os.File, error) {
	f, err := os.CreateTemp("", "faithscope-*")
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
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

// The kinds of entries that an unpacked file has: itself, and its checksums.
const (
	unpackedKind = "unpacked"
	sumsKind     = "sums"
)

// Write implements [io.Writer].
func (s *spool) Write(b []byte) (int, error) {
	if n, err := s.File.Write(b); err != nil {
		return n, fmt.Errorf("unpacking: %w", err)
	}
	if s.name == "" {
		return len(b), nil
	}
	for rest := b; len(rest) > 0; {
		n := min(len(rest), spoolBlock-int(s.size%spoolBlock))
		s.block = crc32.Update(s.block, castagnoli, rest[:n])
		s.size += int64(n)
		if s.size%spoolBlock == 0 {
			s.sums, s.block = append(s.sums, s.block), 0
		}
		rest = rest[n:]
	}
	return len(b), nil
}

// Keep leaves the whole content to the cache.
func (s *spool) Keep() {
	if s.name == "" || s.size > s.kept.cache.Most/2 {
		return
	}
	if s.size%spoolBlock != 0 {
		s.sums = append(s.sums, s.block)
	}
	payload := binary.LittleEndian.AppendUint64(nil, uint64(s.size))
	for _, sum := range s.sums {
		payload = binary.LittleEndian.AppendUint32(payload, sum)
	}
	if os.Rename(s.Name(), s.name) != nil {
		return
	}
	s.name = ""
	s.kept.Store(sumsKind, payload)
	s.kept.cache.Evict(0)
}

// Close closes the file, and removes what the cache did not get.
func (s *spool) Close() error {
	err := s.File.Close()
	if s.name != "" {
		os.Remove(s.Name())
	}
	return err
}

// unpackedCopy is the content of a source that was unpacked before. Every
// block is checked when it is read; where one is damaged the source is
// unpacked again. It is safe for concurrent use.
type unpackedCopy struct {
	src    *loaders.Source
	file   *os.File
	size   int64
	sums   []byte
	blocks sync.Pool

	mend   sync.Once
	mended *spool
	failed error
}

// unpackedBefore returns the content of a compressed source as the cache has
// it, nil where it has none.
func unpackedBefore(src *loaders.Source, kept *Kept) *unpackedCopy {
	b, ok := kept.Load(sumsKind)
	if !ok || len(b) < 8 {
		return nil
	}
	size, sums := binary.LittleEndian.Uint64(b), b[8:]
	if size > math.MaxInt64/2 || uint64(len(sums)) != (size+spoolBlock-1)/spoolBlock*4 {
		return nil
	}
	f, err := kept.cache.Reopen(kept.entry(unpackedKind))
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err != nil || uint64(info.Size()) != size {
		f.Close()
		return nil
	}
	c := &unpackedCopy{src: src, file: f, size: int64(size), sums: sums}
	c.blocks.New = func() any { return new([spoolBlock]byte) }
	return c
}

// Stream reads the copy.
func (c *unpackedCopy) Stream() io.ReadCloser {
	return io.NopCloser(io.NewSectionReader(c, 0, c.size))
}

// Size is that of the copy.
func (c *unpackedCopy) Size() int64 { return c.size }

// Keep does nothing: it is kept already.
func (*unpackedCopy) Keep() {}

// ReadAt implements [io.ReaderAt].
func (c *unpackedCopy) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) {
		if off >= c.size {
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
	length := min(spoolBlock, c.size-k*spoolBlock)
	buf := c.blocks.Get().(*[spoolBlock]byte)
	defer c.blocks.Put(buf)
	block := buf[:length]
	if _, err := c.file.ReadAt(block, k*spoolBlock); err != nil {
		return 0, false
	}
	if crc32.Checksum(block, castagnoli) != binary.LittleEndian.Uint32(c.sums[k*4:]) {
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
	c.mended = &spool{File: f}
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
