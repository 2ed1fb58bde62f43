package tabular

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"

	"faithscope/loaders"
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
	at := cmp.Or(m.DictionaryPageOffset, m.DataPageOffset)
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

var errLevels = errors.New("a page whose levels do not lie in it")

// complete checks that a data page, of which at is the place behind the
// header, has the bytes of all its values. The library looks at the room of
// its buffer instead, and would read the rest from what the buffer held
// before. Only values of a fixed width can lack bytes unseen.
func (h *header) complete(file io.ReaderAt, at int64, m *format.ColumnMetaData, leaf *parquet.Column) error {
	width := bitsOf(leaf)
	d := h.data
	if width == 0 || d.encoding != format.Plain && d.encoding != format.ByteStreamSplit || h.kind != format.DataPage && h.kind != format.DataPageV2 {
		return nil
	}
	have, values := h.unpacked-d.levels, d.values-d.nulls
	if h.kind == format.DataPage && leaf.MaxRepetitionLevel()+leaf.MaxDefinitionLevel() > 0 {
		b, err := h.content(file, at, m.Codec)
		if err != nil {
			return err
		}
		nulls := 0
		if have, nulls, err = behindLevels(b, int(d.values), leaf); err != nil {
			return err
		}
		values -= int64(nulls)
	}
	if values < 0 || values > math.MaxInt32 || have < 0 || (values*width+7)/8 > have {
		return loaders.Errorf("a page of %d values in %d bytes", values, have)
	}
	return nil
}

// bitsOf is the width of a column's values, 0 for texts.
func bitsOf(leaf *parquet.Column) int64 {
	switch leaf.Type().Kind() {
	case parquet.Boolean:
		return 1
	case parquet.Int32, parquet.Float:
		return 32
	case parquet.Int64, parquet.Double:
		return 64
	case parquet.Int96:
		return 96
	case parquet.FixedLenByteArray:
		return 8 * int64(leaf.Type().Length())
	}
	return 0
}

// content is a page of version 1, unpacked.
func (h *header) content(file io.ReaderAt, at int64, codec format.CompressionCodec) ([]byte, error) {
	b := make([]byte, h.packed)
	if _, err := file.ReadAt(b, at); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if codec == format.Uncompressed {
		return b, nil
	}
	return parquet.LookupCompressionCodec(codec).Decode(make([]byte, 0, h.unpacked), b)
}

// behindLevels counts the bytes behind a page's levels and the nulls among
// its n values.
func behindLevels(b []byte, n int, leaf *parquet.Column) (have int64, nulls int, err error) {
	for _, most := range []int{leaf.MaxRepetitionLevel(), leaf.MaxDefinitionLevel()} {
		if most == 0 {
			continue
		}
		if len(b) < 4 || int64(binary.LittleEndian.Uint32(b)) > int64(len(b)-4) {
			return 0, 0, errLevels
		}
		end := 4 + int(binary.LittleEndian.Uint32(b))
		levels, err := (&rle.Encoding{BitWidth: bits.Len(uint(most))}).DecodeLevels(nil, b[4:end])
		if err != nil || len(levels) < n {
			return 0, 0, errors.Join(errLevels, err)
		}
		nulls = 0 // those of the definition levels, which come last
		for _, level := range levels[:max(n, 0)] {
			if int(level) != most {
				nulls++
			}
		}
		b = b[end:]
	}
	if leaf.MaxDefinitionLevel() == 0 {
		nulls = 0
	}
	return int64(len(b)), nulls, nil
}

// header is what a page header says of sizes.
type header struct {
	length, unpacked, packed int64
	kind                     format.PageType
	data                     dataHeader // of a data page
}

// dataHeader is what a header says of the values of a data page. Nulls,
// bytes of levels and plain are of version 2.
type dataHeader struct {
	values, nulls, levels int64
	encoding              format.Encoding
	plain                 bool // not compressed
}
