package tabular

import (
	"encoding/binary"
	"errors"
	"faithscope/loaders"
	"io"
	"math"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

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
