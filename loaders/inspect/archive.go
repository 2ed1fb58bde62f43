package inspect

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"faithscope/loaders"
	"hash"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	localSign  = "PK\x03\x04"
	methodZstd = 93
)

// Bounds on what an entry unpacks to, in bytes.
const (
	maxSample    = 64 << 20
	maxSummary   = 8 << 20 // one of them
	maxSummaries = 256 << 20
	maxWindow    = 64 << 20 // of a zstd frame
)

// entry is a file of an archive.
type entry struct {
	method       uint16
	offset, size int64  // of the packed bytes
	unpacked     uint64 // as the archive says
	sum          uint32 // checksum of the unpacked bytes
	unsummed     bool   // without a checksum
	lost         error  // why its bytes can't be found
}

// archive is an open ZIP.
type archive struct {
	file    io.ReaderAt
	entries map[string]entry
	names   []string // in order
	cut     bool     // read without its table of contents
}

// openZIP reads a ZIP's table of contents or, without one, the entries from the start. Damaged
// entries are kept with their error, so that the others can be read.
func openZIP(file io.ReaderAt, size int64) (*archive, error) {
	a := &archive{file: file, entries: map[string]entry{}}
	r, err := zip.NewReader(file, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return a, a.walkHeaders(size)
	}
	for _, f := range r.File {
		offset, err := f.DataOffset()
		if err != nil {
			err = loaders.Errorf("the archive is damaged: %s does not begin where its table of contents says (%w)", f.Name, err)
		}
		a.addEntry(f.Name, entry{
			method: f.Method, offset: offset, size: int64(f.CompressedSize64), unpacked: f.UncompressedSize64, sum: f.CRC32, lost: err,
		})
	}
	return a, nil
}

func (a *archive) addEntry(name string, e entry) {
	if _, ok := a.entries[name]; !ok {
		a.names = append(a.names, name)
	}
	a.entries[name] = e
}

// walkHeaders adds the entries from one local header to the next, up to one that isn't whole or has
// no size, because the archive may be cut off there. It fails if there is not a single one.
func (a *archive) walkHeaders(size int64) error {
	a.cut = true
	const fixed = 30
	for at := int64(0); at+fixed <= size; {
		head := make([]byte, fixed)
		if _, err := a.file.ReadAt(head, at); err != nil {
			return err
		}
		if string(head[:4]) != localSign {
			break
		}
		names, extra := int64(binary.LittleEndian.Uint16(head[26:])), int64(binary.LittleEndian.Uint16(head[28:]))
		behind := make([]byte, names+extra)
		if _, err := a.file.ReadAt(behind, at+fixed); err != nil {
			break // cut off within the header
		}
		e := entry{
			method: binary.LittleEndian.Uint16(head[8:]), offset: at + fixed + names + extra,
			size: int64(binary.LittleEndian.Uint32(head[18:])), unpacked: uint64(binary.LittleEndian.Uint32(head[22:])),
			sum: binary.LittleEndian.Uint32(head[14:]),
		}
		e.readLargeSizes(behind[names:])
		const sizesBehind = 1 << 3
		e.unsummed = binary.LittleEndian.Uint16(head[6:])&sizesBehind != 0
		isUnreadable := e.unsummed && e.size == 0 || e.size < 0 || e.size > size-e.offset
		if isUnreadable {
			break
		}
		a.addEntry(string(behind[:names]), e)
		at = e.offset + e.size
	}
	if len(a.entries) == 0 {
		return errors.New("the archive is cut off in its first entry")
	}
	return nil
}

// readLargeSizes reads the sizes of an entry of more than 4 GB from its header's extra bytes.
func (e *entry) readLargeSizes(extra []byte) {
	const most, zip64 = 1<<32 - 1, 1
	for len(extra) >= 4 {
		id, n := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if n > len(extra) {
			return
		}
		if id == zip64 && n >= 16 && e.size == most {
			e.unpacked, e.size = binary.LittleEndian.Uint64(extra), int64(binary.LittleEndian.Uint64(extra[8:]))
		}
		extra = extra[n:]
	}
}

// openEntry returns a reader of an unpacked entry. It fails for an unknown name or packing; a wrong
// checksum is an error at its end.
func (a *archive) openEntry(name string) (io.ReadCloser, error) {
	e, ok := a.entries[name]
	switch {
	case !ok:
		return nil, loaders.Errorf("no %s in the archive", name)
	case e.lost != nil:
		return nil, e.lost
	}
	in := io.NewSectionReader(a.file, e.offset, e.size)
	out := &checkedReader{entry: e, name: name, hash: crc32.NewIEEE()}
	switch e.method {
	case zip.Store:
		out.ReadCloser = io.NopCloser(in)
	case zip.Deflate:
		out.ReadCloser = flate.NewReader(in)
	case methodZstd:
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return nil, err
		}
		out.ReadCloser = z.IOReadCloser()
	default:
		return nil, loaders.Errorf("%s is packed with method %d, which is not supported", name, e.method)
	}
	return out, nil
}

// checkedReader reads an entry and checks it.
type checkedReader struct {
	io.ReadCloser
	entry
	name string
	read uint64
	hash hash.Hash32
}

// Read implements [io.Reader]: instead of io.EOF it fails if size or checksum differ from the
// entry's, unless that has none.
func (s *checkedReader) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.read += uint64(n)
	_, _ = s.hash.Write(p[:n])
	isCorrupt := errors.Is(err, io.EOF) && !s.unsummed && (s.read != s.unpacked || s.hash.Sum32() != s.sum)
	if isCorrupt {
		err = loaders.Errorf("the archive is damaged: the checksum of %s is wrong", s.name)
	}
	return n, err
}

// readEntry returns an unpacked entry. It fails for more than [maxSample] bytes, whatever the
// archive says, because a small archive can unpack to any size.
func (a *archive) readEntry(name string) ([]byte, error) {
	r, err := a.openEntry(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	says := min(a.entries[name].unpacked, maxSample) // a larger one is not worth the memory
	b := bytes.NewBuffer(make([]byte, 0, says+bytes.MinRead))
	switch _, err := b.ReadFrom(io.LimitReader(r, maxSample+1)); {
	case int64(b.Len()) > maxSample:
		return nil, loaders.Errorf("%s unpacks to more than %d MB", name, maxSample>>20)
	case err != nil:
		return nil, loaders.Errorf("%s: %w", name, err)
	}
	return b.Bytes(), nil
}
