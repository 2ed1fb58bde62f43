package files

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// unpackedCopy, from the cache, is safe for concurrent use. If a block is damaged, the source is
// unpacked again.
type unpackedCopy struct {
	streamContent
	src     *loaders.Source
	file    *os.File
	sums    []uint32 // per [spoolBlock]
	buffers sync.Pool

	mend   sync.Once
	mended UnpackedContent
	failed error
}

func cachedCopy(src *loaders.Source, sourceCache *SourceCache) *unpackedCopy {
	if sourceCache == nil {
		return nil
	}
	e, ok := sourceCache.cache.Load(sourceCache.keyOf(unpackedKind))
	if !ok {
		return nil
	}
	var is blockSums
	in := coding.Reader(e.About)
	if in.Struct(&is); in.End() != nil || is.Length != e.Size || int64(len(is.Sums)) != (e.Size+spoolBlock-1)/spoolBlock {
		e.Close()
		return nil
	}
	c := &unpackedCopy{src: src, file: e.File, sums: is.Sums}
	c.streamContent = streamContent{io.NopCloser(io.NewSectionReader(c, 0, e.Size)), e.Size}
	c.buffers.New = func() any { return new([spoolBlock]byte) }
	return c
}

var errDamaged = errors.New("the cached copy is damaged")

// ReadAt reads the source, unpacked again once, from the first damaged block on.
func (c *unpackedCopy) ReadAt(p []byte, off int64) (int, error) {
	buf := c.buffers.Get().(*[spoolBlock]byte)
	defer c.buffers.Put(buf)
	n, err := readBlocks(p, off, c.size, func(off int64) ([]byte, error) {
		k := off / spoolBlock
		block := buf[:min(spoolBlock, c.size-k*spoolBlock)]
		if _, err := c.file.ReadAt(block, k*spoolBlock); err != nil || crc32.Checksum(block, castagnoli) != c.sums[k] {
			return nil, errDamaged
		}
		return block[off-k*spoolBlock:], nil
	})
	if !errors.Is(err, errDamaged) {
		return n, err
	}
	if c.mend.Do(c.unpackAnew); c.failed != nil {
		return n, c.failed
	}
	k, err := c.mended.ReadAt(p[n:], off+int64(n))
	return n + k, err
}

func (c *unpackedCopy) unpackAnew() {
	os.Remove(c.file.Name())
	if c.mended, c.failed = OpenContent(c.src, nil, nil); c.failed != nil {
		return
	}
	in := c.mended.Stream()
	defer in.Close()
	_, c.failed = io.Copy(io.Discard, in)
}

func readBlocks(p []byte, off, contentSize int64, readBlock func(off int64) ([]byte, error)) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= contentSize {
			return n, io.EOF
		}
		rest, err := readBlock(at)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], rest)
	}
	return n, nil
}

func (c *unpackedCopy) Close() error {
	c.mend.Do(func() { c.failed = os.ErrClosed })
	err := c.file.Close()
	if c.mended != nil {
		err = errors.Join(err, c.mended.Close())
	}
	return err
}

// UnpackedContent is unpacked: one reader streams it, and any number read passed offsets.
type UnpackedContent interface {
	io.ReaderAt
	io.Closer
	// Stream reads from the byte order mark on. It is called once.
	Stream() io.ReadCloser
	// Size bounds the bytes; 0 if unknown before the end.
	Size() int64
	// Commit caches the content: the stream was read to its end and the file is still the opened
	// one.
	Commit()
}

// OpenContent returns the plain file, its unpacked copy in the cache, or a spool that fills while
// the stream is read, for the cache if that isn't nil. bytesExamined, if not nil, counts stored bytes.
func OpenContent(src *loaders.Source, sourceCache *SourceCache, bytesExamined *atomic.Int64) (UnpackedContent, error) {
	f := fileOf(src)
	if f.packed != "" {
		if c := cachedCopy(src, sourceCache); c != nil {
			return c, nil
		}
	}
	in, _, err := openUnpacked(src, bytesExamined)
	if err != nil {
		return nil, err
	}
	if at, ok := f.File.(io.ReaderAt); ok && f.packed == "" {
		return &plainContent{ReaderAt: at, src: src, streamContent: streamContent{in, src.Size}}, nil
	}
	s, err := newSpool(src, sourceCache, in)
	if err != nil {
		in.Close()
		return nil, err
	}
	return s, nil
}

type plainContent struct {
	io.ReaderAt
	streamContent
	src  *loaders.Source
	seen atomic.Int64 // time at which the file still began as it did
}

var errRewritten = errors.New("the file was rewritten after it was opened; `:reload` opens it again")

// ReadAt fails once the file begins differently. Records appended to it change nothing.
func (c *plainContent) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	f := fileOf(c.src)
	file, disk := f.File.(*os.File)
	if err != nil || !disk || f.follow { // [FileWatcher] sees to a followed one
		return n, err
	}
	info, err := file.Stat()
	if err != nil || info.ModTime().UnixNano() == c.seen.Load() {
		return n, err
	}
	head := make([]byte, len(c.src.Head))
	if k, _ := c.ReaderAt.ReadAt(head, f.mark); !bytes.HasPrefix(c.src.Head, head[:k]) {
		return 0, errRewritten
	}
	c.seen.Store(info.ModTime().UnixNano())
	return n, nil
}

func (*plainContent) Close() error { return nil }
