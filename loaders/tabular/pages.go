package tabular

import (
	"encoding/binary"
	"errors"
	"faithscope/loaders"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// Bounds of a page. One that unpacks to more than freePage bytes has to have
// some of them in the file.
const (
	maxHeader = 64 << 10
	maxPage   = 512 << 20
	freePage  = 8 << 20
	maxRatio  = 1100 // somewhat more than deflate reaches
)

var errHeader = errors.New("a page header that cannot be read")

// checkPages goes through the headers of a column's pages: the library takes
// as much memory as they say. file is the whole file; leaf is the column's
// place in the schema, nil where only sizes are checked. Where m is wrong on
// where the first data page begins, it is mended: DuckDB before 0.10.1 left the
// header of the dictionary out of the count, and later versions named a
// dictionary where there is none.
func checkPages(file io.ReaderAt, m *format.ColumnMetaData, leaf *parquet.Column) error {
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		at = m.DictionaryPageOffset
	}
	end := at + m.TotalCompressedSize
	dictionary, data := int64(0), int64(-1)
	buffer := make([]byte, 256)
	for at < end {
		h, err := headerAt(file, at, end, &buffer)
		if err != nil {
			return err
		}
		if h.kind == format.DictionaryPage {
			dictionary = at
		} else if data < 0 {
			data = at
		}
		at += h.length
		if err := h.within(end - at); err != nil {
			return err
		}
		if leaf != nil {
			if err := h.complete(file, at, m, leaf); err != nil {
				return err
			}
		}
		at += h.packed
	}
	if data < 0 && m.NumValues > 0 {
		return errors.New("the column has no page of values")
	}
	m.DataPageOffset, m.DictionaryPageOffset = max(data, 0), dictionary
	return nil
}

// within says why a page does not fit in so many bytes, or in memory.
func (h *header) within(room int64) error {
	switch {
	case h.packed < 0 || h.packed > room:
		return loaders.Errorf("a page of %d bytes in %d", h.packed, room)
	case h.unpacked < 0 || h.unpacked > maxPage || h.unpacked > freePage && h.unpacked > h.packed*maxRatio:
		return loaders.Errorf("a page of %d bytes that unpacks to %d", h.packed, h.unpacked)
	}
	return nil
}

// headerAt reads the header at a place before end. It takes a small buffer
// first, since headers are.
func headerAt(file io.ReaderAt, at, end int64, buffer *[]byte) (header, error) {
	for {
		b := (*buffer)[:min(int64(len(*buffer)), end-at)]
		n, err := file.ReadAt(b, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return header{}, err
		}
		r := compact{rest: b[:n]}
		h := r.header()
		if !r.failed {
			h.length = int64(n - len(r.rest))
			return h, nil
		}
		if n < len(*buffer) || len(*buffer) >= maxHeader {
			return header{}, errHeader
		}
		*buffer = make([]byte, 4*len(*buffer))
	}
}

// compact reads Thrift's compact protocol, as far as page headers need it.
type compact struct {
	rest   []byte
	failed bool // it ends too early, or makes no sense
}

// The types of the protocol.
const (
	typeTrue   = 1
	typeFalse  = 2
	typeByte   = 3
	typeI16    = 4
	typeI32    = 5
	typeI64    = 6
	typeDouble = 7
	typeBinary = 8
	typeStruct = 12
)

// The fields of a page header that say sizes.
const (
	fieldType     = 1
	fieldUnpacked = 2
	fieldPacked   = 3
	fieldV1       = 5
	fieldV2       = 8
)

func (r *compact) header() header {
	h := header{unpacked: -1, packed: -1}
	r.fields(func(id int16, kind byte) bool {
		switch {
		case id == fieldType && kind == typeI32:
			h.kind = format.PageType(r.signed())
		case (id == fieldV1 || id == fieldV2) && kind == typeStruct:
			r.data(&h.data, id == fieldV2)
		case id == fieldUnpacked && kind == typeI32:
			h.unpacked = r.signed()
		case id == fieldPacked && kind == typeI32:
			h.packed = r.signed()
		default:
			return false
		}
		return true
	}, 0)
	return h
}

// data reads the header of a data page, whose fields differ by version.
func (r *compact) data(h *dataHeader, second bool) {
	r.fields(func(id int16, kind byte) bool {
		switch {
		case second && id == 7:
			h.plain = kind == typeFalse
			return false
		case kind != typeI32:
			return false
		case id == 1:
			h.values = r.signed()
		case second && id == 2:
			h.nulls = r.signed()
		case second && id == 4 || !second && id == 2:
			h.encoding = format.Encoding(r.signed())
		case second && (id == 5 || id == 6):
			h.levels += r.signed()
		default:
			return false
		}
		return true
	}, 1)
}

// maxStructs bounds how deep structs nest in a page header.
const maxStructs = 8

// fields reads a struct. take reads a field, or leaves it to be passed over.
func (r *compact) fields(take func(id int16, kind byte) bool, depth int) {
	id := int16(0)
	for !r.failed {
		b := r.byte()
		kind, delta := b&0xf, int16(b>>4)
		if b == 0 {
			return
		}
		if id += delta; delta == 0 {
			id = int16(r.signed())
		}
		if take == nil || !take(id, kind) {
			r.pass(kind, depth)
		}
	}
}

// pass passes over a value.
func (r *compact) pass(kind byte, depth int) {
	switch kind {
	case typeTrue, typeFalse:
	case typeByte:
		r.bytes(1)
	case typeI16, typeI32, typeI64:
		r.unsigned()
	case typeDouble:
		r.bytes(8)
	case typeBinary:
		r.bytes(r.unsigned())
	case typeStruct:
		if depth == maxStructs {
			r.failed = true
			return
		}
		r.fields(nil, depth+1)
	default: // lists, sets and maps: page headers have none
		r.failed = true
	}
}

func (r *compact) byte() byte {
	b := r.bytes(1)
	if r.failed {
		return 0
	}
	return b[0]
}

func (r *compact) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.failed = true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *compact) unsigned() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.failed = true
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// signed is a number in zigzag.
func (r *compact) signed() int64 {
	x := r.unsigned()
	return int64(x>>1) ^ -int64(x&1)
}
