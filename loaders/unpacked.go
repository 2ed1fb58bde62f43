package loaders

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"sync"
)

// spoolBlock is how many bytes of an unpacked file share a checksum.
const spoolBlock = 64 << 10

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// spool is the content of a compressed source in a file: without a name, gone
// with the process, or in the cache for the next one.
type spool struct {
	*os.File
	name  string // where the cache wants it, "" for nowhere
	size  int64
	sums  []uint32 // per block
	block uint32   // of the block begun
}

// newSpool returns an empty spool for what src, a file of an identity, holds.
func newSpool(src *Source, of identity) (*spool, error) {
	if of != "" {
		src.cache.evict(src.Size)
		if f, err := os.CreateTemp(src.cache.dir, "temporary-*"); err == nil {
			return &spool{File: f, name: src.cache.file(entryKey{unpackedKind, src.Path})}, nil
		}
	}
	f, err := os.CreateTemp("", "faithscope-*")
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	// Gone with the process, also after kill -9. Where the system does not
	// remove open files, Close does.
	os.Remove(f.Name())
	return &spool{File: f}, nil
}

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

// keep leaves the whole content to the cache.
func (s *spool) keep(src *Source, of identity) {
	if s.name == "" || s.size > src.cache.most/2 {
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
	src.cache.store(entryKey{sumsKind, src.Path}, of, payload)
	src.cache.evict(0)
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
// unpacked anew. It is safe for concurrent use.
type unpackedCopy struct {
	src    *Source
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
func (src *Source) unpackedBefore(of identity) *unpackedCopy {
	b, ok := src.cache.load(entryKey{sumsKind, src.Path}, of)
	if !ok || len(b) < 8 {
		return nil
	}
	size, sums := binary.LittleEndian.Uint64(b), b[8:]
	if size > math.MaxInt64/2 || uint64(len(sums)) != (size+spoolBlock-1)/spoolBlock*4 {
		return nil
	}
	f, err := os.Open(src.cache.file(entryKey{unpackedKind, src.Path}))
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err != nil || uint64(info.Size()) != size {
		f.Close()
		return nil
	}
	_ = os.Chtimes(f.Name(), src.cache.now(), src.cache.now()) // it is used, and lives longer
	c := &unpackedCopy{src: src, file: f, size: int64(size), sums: sums}
	c.blocks.New = func() any { return new([spoolBlock]byte) }
	return c
}

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
	in, _, err := c.src.open(nil)
	if err != nil {
		c.failed = err
		return
	}
	defer in.Close()
	f, err := os.CreateTemp("", "faithscope-*")
	if err != nil {
		c.failed = fmt.Errorf("unpacking: %w", err)
		return
	}
	os.Remove(f.Name())
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
