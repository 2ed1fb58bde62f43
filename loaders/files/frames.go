package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sort"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/singleflight"

	"faithscope/loaders"
)

// Bounds of archives that are read in place.
const (
	frameMost  = 4 << 20  // bytes of content of one frame: what one record costs
	framesKept = 16       // unpacked, the ones used last
	framesMost = 50 << 20 // frames of one archive
)

// frames is the content of an archive of many small frames, which can be
// unpacked one by one: zstd's, as pzstd and the seekable format write them,
// and gzip's with block sizes, as bgzip does. It is safe for concurrent use.
type frames struct {
	file   io.ReaderAt
	kind   string
	list   []frame
	zstd   *zstd.Decoder
	recent blockCache
	content
}

// frame is where a frame is: in the file, and its content in all content.
type frame struct {
	at, content    int64
	packed, length uint32
}

// framesOf returns the content of src, which in reads from the start, by its frames, nil
// if that is not possible.
func framesOf(src *loaders.Source, in io.ReadCloser) *frames {
	file, disk := fileOf(src).File.(*os.File)
	if !disk {
		return nil // a server would have to send every frame's header
	}
	f := &frames{file: file, kind: fileOf(src).packed, recent: newBlockCache(framesKept), content: content{in: in}}
	var err error
	switch f.kind {
	case "zstd":
		if err = f.find(src.Size, zstdFrame); err == nil {
			f.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(frameMost))
		}
	case "gzip":
		err = f.find(src.Size, gzipBlock)
	default:
		return nil
	}
	if err != nil || len(f.list) < 2 {
		return nil
	}
	return f
}

// errNoFrames means that an archive is not made of frames of known, small
// size.
var errNoFrames = errors.New("no frames of known size")

// find lists the frames up to size. next returns a frame's size in the file and
// that of its content.
func (f *frames) find(size int64, next func(file io.ReaderAt, at int64) (packed, length int64, err error)) error {
	for at := int64(0); at < size; {
		packed, length, err := next(f.file, at)
		if err != nil {
			return err
		}
		if packed <= 0 || at+packed > size || packed > 1<<31 || length > frameMost || len(f.list) >= framesMost {
			return errNoFrames
		}
		if length > 0 {
			f.list = append(f.list, frame{at, f.size, uint32(packed), uint32(length)})
		}
		at += packed
		f.size += length
	}
	return nil
}

// zstdFrame measures a frame of RFC 8878: its header states the size of its content, if
// the writer knew it, and each block states its own.
func zstdFrame(file io.ReaderAt, at int64) (packed, length int64, err error) {
	buf := make([]byte, zstd.HeaderMaxSize)
	n, _ := file.ReadAt(buf, at)
	var h zstd.Header
	if err := h.Decode(buf[:n]); err != nil {
		return 0, 0, err
	}
	if h.Skippable {
		return int64(h.HeaderSize) + int64(h.SkippableSize), 0, nil
	}
	if !h.HasFCS || h.FrameContentSize > frameMost {
		return 0, 0, errNoFrames
	}
	pos := at + int64(h.HeaderSize)
	for last := false; !last; {
		var block [3]byte
		if _, err := file.ReadAt(block[:], pos); err != nil {
			return 0, 0, err
		}
		v := uint32(block[0]) | uint32(block[1])<<8 | uint32(block[2])<<16
		size := int64(v >> 3)
		if v>>1&3 == 1 { // one byte, repeated
			size = 1
		}
		last = v&1 == 1
		pos += 3 + size
	}
	if h.HasCheckSum {
		pos += 4
	}
	return pos - at, int64(h.FrameContentSize), nil
}

// gzipBlock measures a member of the BGZF kind: an extra field BC has its
// size, its last bytes that of its content.
func gzipBlock(file io.ReaderAt, at int64) (packed, length int64, err error) {
	var head [18]byte
	if _, err := file.ReadAt(head[:], at); err != nil {
		return 0, 0, err
	}
	if !bytes.Equal(head[:3], []byte{0x1f, 0x8b, 8}) || head[3] != 4 || !bytes.Equal(head[10:16], []byte{6, 0, 'B', 'C', 2, 0}) {
		return 0, 0, errNoFrames
	}
	packed = int64(binary.LittleEndian.Uint16(head[16:])) + 1
	var tail [4]byte
	if _, err := file.ReadAt(tail[:], at+packed-4); err != nil {
		return 0, 0, err
	}
	return packed, int64(binary.LittleEndian.Uint32(tail[:])), nil
}

// ReadAt implements [io.ReaderAt].
func (f *frames) ReadAt(p []byte, off int64) (int, error) {
	return readBlocks(p, off, f.size, func(off int64) ([]byte, error) {
		k := sort.Search(len(f.list), func(k int) bool { return f.list[k].content > off }) - 1
		content, err := f.recent.read(int64(k), func() ([]byte, error) { return f.unpack(f.list[k]) })
		if err != nil {
			return nil, err
		}
		return content[off-f.list[k].content:], nil
	})
}

// readBlocks fills p from offset off of a content of the given size, as [io.ReaderAt]
// does; block returns the bytes from an offset on.
func readBlocks(p []byte, off, size int64, block func(off int64) ([]byte, error)) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= size {
			return n, io.EOF
		}
		rest, err := block(at)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], rest)
	}
	return n, nil
}

// blockCache has the blocks of a file that were used last. Several that want the
// same one at once read it once.
type blockCache struct {
	*lru.Cache[int64, []byte]
	flight *singleflight.Group
}

func newBlockCache(n int) blockCache {
	blocks, _ := lru.New[int64, []byte](n) // it fails for a size below 1
	return blockCache{blocks, &singleflight.Group{}}
}

// read returns block k, from the cache or as f reads it.
func (c blockCache) read(k int64, f func() ([]byte, error)) ([]byte, error) {
	if b, ok := c.Get(k); ok {
		return b, nil
	}
	b, err, _ := c.flight.Do(strconv.FormatInt(k, 10), func() (any, error) {
		b, err := f()
		if err == nil {
			c.Add(k, b)
		}
		return b, err
	})
	return b.([]byte), err
}

func (f *frames) unpack(at frame) ([]byte, error) {
	packed := make([]byte, at.packed)
	if _, err := f.file.ReadAt(packed, at.at); err != nil {
		return nil, err
	}
	var content []byte
	var err error
	if f.kind == "zstd" {
		content, err = f.zstd.DecodeAll(packed, make([]byte, 0, at.length))
	} else {
		content, err = ungzip(packed, int(at.length))
	}
	if err == nil && len(content) != int(at.length) {
		err = loaders.Errorf("%d bytes where %d are promised", len(content), at.length)
	}
	if err != nil {
		return nil, loaders.Errorf("the archive is damaged: %w", err)
	}
	return content, nil
}

// ungzip unpacks a member of which the content's size is known; it reads no
// more than one byte beyond that.
func ungzip(packed []byte, size int) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	content := make([]byte, size+1)
	n, err := io.ReadFull(z, content)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return content[:n], err
}

// Close frees the decoder.
func (f *frames) Close() error {
	if f.zstd != nil {
		f.zstd.Close()
	}
	return nil
}
