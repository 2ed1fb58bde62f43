package files

import (
	"io"
	"sync/atomic"

	"faithscope/loaders"
)

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
