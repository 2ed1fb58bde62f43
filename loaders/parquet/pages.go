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
func checkPages(fileReader io.ReaderAt, m *format.ColumnMetaData, leafColumn *parquet.Column) error {
	at := cmp.Or(m.DictionaryPageOffset, m.DataPageOffset)
	end := at + m.TotalCompressedSize
	dictionary, data := int64(0), int64(-1)
	buffer := make([]byte, 256)
	for at < end {
		h, err := headerAt(fileReader, at, end, &buffer)
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
		if leafColumn != nil {
			if err := h.checkComplete(fileReader, at, m, leafColumn); err != nil {
				return err
			}
		}
		at += int64(h.CompressedPageSize)
	}
	if data < 0 && m.NumValues > 0 {
		return errors.New("the column has no data page")
	}
	m.DataPageOffset, m.DictionaryPageOffset = max(data, 0), dictionary
	return nil
}

func (h *sizedPageHeader) checkRoom(availableBytes int64) error {
	packed, unpacked := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	isBomb := unpacked > freePage && unpacked > packed*maxRatio
	switch {
	case packed < 0 || packed > availableBytes:
		return loaders.Errorf("a page claims %d bytes, but only %d are left", packed, availableBytes)
	case unpacked < 0 || unpacked > maxPage || isBomb:
		return loaders.Errorf("a page of %d bytes claims to unpack to %d", packed, unpacked)
	}
	return nil
}

type sizedPageHeader struct {
	format.PageHeader
	length int64
}

// headerAt begins with a small buffer, because headers are small, and enlarges it up to 64 KB.
func headerAt(fileReader io.ReaderAt, startOffset, endOffset int64, readBuffer *[]byte) (sizedPageHeader, error) {
	for {
		b := (*readBuffer)[:min(int64(len(*readBuffer)), endOffset-startOffset)]
		n, err := fileReader.ReadAt(b, startOffset)
		if err != nil && !errors.Is(err, io.EOF) {
			return sizedPageHeader{}, err
		}
		var h sizedPageHeader
		r := new(thrift.CompactProtocol).NewReaderFromBytes(b[:n]) // which takes no memory for what is not there
		if thrift.NewDecoder(r).Decode(&h.PageHeader) == nil {
			h.length = int64(r.BytesRead())
			return h, nil
		}
		if n < len(*readBuffer) || len(*readBuffer) >= maxHeader {
			return sizedPageHeader{}, errors.New("an unreadable page header")
		}
		*readBuffer = make([]byte, 4*len(*readBuffer))
	}
}

var errLevels = errors.New("a page's levels lie outside the page")

// checkComplete fails if a data page lacks bytes of its values: the library looks at the room of its
// buffer instead, and would read the rest from what that held before. Only plain values of a fixed
// width can lack bytes unseen.
func (h *sizedPageHeader) checkComplete(fileReader io.ReaderAt, offset int64, m *format.ColumnMetaData, leafColumn *parquet.Column) error {
	width := bitsOf(leafColumn)
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
	if h.Type == format.DataPage && leafColumn.MaxRepetitionLevel()+leafColumn.MaxDefinitionLevel() > 0 {
		b, err := h.pageContent(fileReader, offset, m.Codec)
		if err != nil {
			return err
		}
		nulls := 0
		if have, nulls, err = behindLevels(b, int(values), leafColumn); err != nil {
			return err
		}
		values -= int64(nulls)
	}
	if values < 0 || values > math.MaxInt32 || (values*width+7)/8 > have {
		return loaders.Errorf("a page claims %d values in %d bytes", values, have)
	}
	return nil
}

func bitsOf(leafColumn *parquet.Column) int64 {
	switch leafColumn.Type().Kind() {
	case parquet.Boolean:
		return 1
	case parquet.Int32, parquet.Float:
		return 32
	case parquet.Int64, parquet.Double:
		return 64
	case parquet.Int96:
		return 96
	case parquet.FixedLenByteArray:
		return 8 * int64(leafColumn.Type().Length())
	}
	return 0
}

func (h *sizedPageHeader) pageContent(fileReader io.ReaderAt, offset int64, compressionCodec format.CompressionCodec) ([]byte, error) {
	b := make([]byte, h.CompressedPageSize)
	if _, err := fileReader.ReadAt(b, offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if compressionCodec == format.Uncompressed {
		return b, nil
	}
	return parquet.LookupCompressionCodec(compressionCodec).Decode(make([]byte, 0, h.UncompressedPageSize), b)
}

func behindLevels(b []byte, n int, leafColumn *parquet.Column) (have int64, nulls int, err error) {
	for _, most := range []int{leafColumn.MaxRepetitionLevel(), leafColumn.MaxDefinitionLevel()} {
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
	if leafColumn.MaxDefinitionLevel() == 0 {
		nulls = 0
	}
	return int64(len(b)), nulls, nil
}
