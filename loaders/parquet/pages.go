package parquet

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"faithscope/loaders"
)

// Bounds of a page. A page that unpacks to more than freePage bytes needs a
// share of them in the file.
const (
	maxHeader = 64 << 10
	maxPage   = 512 << 20
	freePage  = 8 << 20
	maxRatio  = 1100 // somewhat more than deflate reaches
)

// checkPages fails if a page would take too much memory, because the library takes as much as the
// header says. It corrects the offsets in m: DuckDB left the dictionary's header out of the count
// before 0.10.1, and later named a dictionary that is missing.
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
		if h.Type == format.DictionaryPage {
			dictionary = at
		} else if data < 0 {
			data = at
		}
		at += h.length
		if err := h.checkRoom(end - at); err != nil {
			return err
		}
		if leaf != nil {
			if err := h.checkComplete(file, at, m, leaf); err != nil {
				return err
			}
		}
		at += int64(h.CompressedPageSize)
	}
	if data < 0 && m.NumValues > 0 {
		return errors.New("the column has no page of values")
	}
	m.DataPageOffset, m.DictionaryPageOffset = max(data, 0), dictionary
	return nil
}

func (h *header) checkRoom(room int64) error {
	packed, unpacked := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	isBomb := unpacked > freePage && unpacked > packed*maxRatio
	switch {
	case packed < 0 || packed > room:
		return loaders.Errorf("a page of %d bytes in %d", packed, room)
	case unpacked < 0 || unpacked > maxPage || isBomb:
		return loaders.Errorf("a page of %d bytes that unpacks to %d", packed, unpacked)
	}
	return nil
}

type header struct {
	format.PageHeader
	length int64
}

// headerAt enlarges *buffer up to 64 KB until the header fits.
func headerAt(file io.ReaderAt, offset, end int64, buffer *[]byte) (header, error) {
	for {
		b := (*buffer)[:min(int64(len(*buffer)), end-offset)]
		n, err := file.ReadAt(b, offset)
		if err != nil && !errors.Is(err, io.EOF) {
			return header{}, err
		}
		var h header
		r := new(thrift.CompactProtocol).NewReaderFromBytes(b[:n]) // which takes no memory for what is not there
		if thrift.NewDecoder(r).Decode(&h.PageHeader) == nil {
			h.length = int64(r.BytesRead())
			return h, nil
		}
		if n < len(*buffer) || len(*buffer) >= maxHeader {
			return header{}, errors.New("a page header that cannot be read")
		}
		*buffer = make([]byte, 4*len(*buffer))
	}
}

var errLevels = errors.New("a page whose levels do not lie in it")

// checkComplete fails if a data page lacks bytes of its values: the library looks at the room of its
// buffer instead, and would read the rest from what that held before. Only plain values of a fixed
// width can lack bytes unseen.
func (h *header) checkComplete(file io.ReaderAt, offset int64, m *format.ColumnMetaData, leaf *parquet.Column) error {
	width := bitsOf(leaf)
	first, second := &h.DataPageHeader.V, &h.DataPageHeaderV2.V
	encoding, have, values := first.Encoding, int64(h.UncompressedPageSize), int64(first.NumValues)
	switch {
	case h.Type == format.DataPageV2:
		encoding, values = second.Encoding, int64(second.NumValues)-int64(second.NumNulls)
		have -= int64(second.DefinitionLevelsByteLength) + int64(second.RepetitionLevelsByteLength)
	case h.Type != format.DataPage:
		return nil
	}
	if width == 0 || encoding != format.Plain && encoding != format.ByteStreamSplit {
		return nil
	}
	if h.Type == format.DataPage && leaf.MaxRepetitionLevel()+leaf.MaxDefinitionLevel() > 0 {
		b, err := h.pageContent(file, offset, m.Codec)
		if err != nil {
			return err
		}
		nulls := 0
		if have, nulls, err = behindLevels(b, int(values), leaf); err != nil {
			return err
		}
		values -= int64(nulls)
	}
	if values < 0 || values > math.MaxInt32 || (values*width+7)/8 > have {
		return loaders.Errorf("a page of %d values in %d bytes", values, have)
	}
	return nil
}

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

func (h *header) pageContent(file io.ReaderAt, offset int64, codec format.CompressionCodec) ([]byte, error) {
	b := make([]byte, h.CompressedPageSize)
	if _, err := file.ReadAt(b, offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if codec == format.Uncompressed {
		return b, nil
	}
	return parquet.LookupCompressionCodec(codec).Decode(make([]byte, 0, h.UncompressedPageSize), b)
}

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
		// Those of the definition levels come last.
		nulls = loaders.CountFunc(levels[:max(n, 0)], func(level byte) bool { return int(level) != most })
		b = b[end:]
	}
	if leaf.MaxDefinitionLevel() == 0 {
		nulls = 0
	}
	return int64(len(b)), nulls, nil
}
