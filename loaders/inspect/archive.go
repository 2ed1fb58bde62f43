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

// archiveEntry is a file of an archive.
type archiveEntry struct {
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
	entries map[string]archiveEntry
	names   []string // in order
	cut     bool     // read without its table of contents
}

// openZIP reads a ZIP's table of contents or, without one, the entries from the start. Damaged
// entries are kept with their error, so that the others can be read.
func openZIP(fileReader io.ReaderAt, archiveSize int64) (*archive, error) {
	a := &archive{file: fileReader, entries: map[string]archiveEntry{}}
	r, err := zip.NewReader(fileReader, archiveSize)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return a, a.walkHeaders(archiveSize)
	}
	for _, f := range r.File {
		offset, err := f.DataOffset()
		if err != nil {
			err = loaders.Errorf("the archive is damaged: %s doesn't begin where the table of contents says (%w)", f.Name, err)
		}
		a.addEntry(f.Name, archiveEntry{
			method: f.Method, offset: offset, size: int64(f.CompressedSize64), unpacked: f.UncompressedSize64, sum: f.CRC32, lost: err,
		})
	}
	return a, nil
}

func (a *archive) addEntry(entryName string, e archiveEntry) {
	if _, ok := a.entries[entryName]; !ok {
		a.names = append(a.names, entryName)
	}
	a.entries[entryName] = e
}

// walkHeaders adds the entries from one local header to the next, up to one that isn't whole or has
// no size, because the archive may be cut off there. It fails if there is not a single one.
func (a *archive) walkHeaders(archiveSize int64) error {
	a.cut = true
	const fixed = 30
	for at := int64(0); at+fixed <= archiveSize; {
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
		e := archiveEntry{
			method: binary.LittleEndian.Uint16(head[8:]), offset: at + fixed + names + extra,
			size: int64(binary.LittleEndian.Uint32(head[18:])), unpacked: uint64(binary.LittleEndian.Uint32(head[22:])),
			sum: binary.LittleEndian.Uint32(head[14:]),
		}
		e.readLargeSizes(behind[names:])
		const sizesBehind = 1 << 3
		e.unsummed = binary.LittleEndian.Uint16(head[6:])&sizesBehind != 0
		isUnreadable := e.unsummed && e.size == 0 || e.size < 0 || e.size > archiveSize-e.offset
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

// readLargeSizes reads the sizes of an entry of more than 4 GB from the header's extra bytes, because
// 32 bits don't hold them.
func (e *archiveEntry) readLargeSizes(extraField []byte) {
	const most, zip64 = 1<<32 - 1, 1
	for len(extraField) >= 4 {
		id, n := binary.LittleEndian.Uint16(extraField), int(binary.LittleEndian.Uint16(extraField[2:]))
		extraField = extraField[4:]
		if n > len(extraField) {
			return
		}
		if id == zip64 && n >= 16 && e.size == most {
			e.unpacked, e.size = binary.LittleEndian.Uint64(extraField), int64(binary.LittleEndian.Uint64(extraField[8:]))
		}
		extraField = extraField[n:]
	}
}

func (a *archive) openEntry(entryName string) (io.ReadCloser, error) {
	e, ok := a.entries[entryName]
	switch {
	case !ok:
		return nil, loaders.Errorf("no %s in the archive", entryName)
	case e.lost != nil:
		return nil, e.lost
	}
	in := io.NewSectionReader(a.file, e.offset, e.size)
	out := &checkedReader{archiveEntry: e, name: entryName, hash: crc32.NewIEEE()}
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
		return nil, loaders.Errorf("%s: compression method %d isn't supported", entryName, e.method)
	}
	return out, nil
}

// checkedReader reads an entry and checks it.
type checkedReader struct {
	io.ReadCloser
	archiveEntry
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
func (a *archive) readEntry(entryName string) ([]byte, error) {
	r, err := a.openEntry(entryName)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	says := min(a.entries[entryName].unpacked, maxSample) // a larger one is not worth the memory
	b := bytes.NewBuffer(make([]byte, 0, says+bytes.MinRead))
	switch _, err := b.ReadFrom(io.LimitReader(r, maxSample+1)); {
	case int64(b.Len()) > maxSample:
		return nil, loaders.Errorf("%s unpacks to more than %d MB", entryName, maxSample>>20)
	case err != nil:
		return nil, loaders.Errorf("%s: %w", entryName, err)
	}
	return b.Bytes(), nil
}
