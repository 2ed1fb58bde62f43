package parquet

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/format"

	"faithscope/loaders/loadertest/check"
)

// pageHeader returns a page header in Thrift's compact protocol, with these fields
// behind the sizes.
func pageHeader(unpacked, packed int64, more ...byte) []byte {
	b := []byte{0x15, 0} // 1: type, 0
	b = binary.AppendVarint(append(b, 0x15), unpacked)
	b = binary.AppendVarint(append(b, 0x15), packed)
	return append(append(b, more...), 0)
}

func TestCheckPages(t *testing.T) {
	body := strings.Repeat("x", 100)
	page := func(unpacked, packed int64, more ...byte) string {
		return string(pageHeader(unpacked, packed, more...)) + body
	}
	const structs = "\x1c" // the next field, a struct
	for _, c := range []struct {
		why, chunk, problem string
	}{
		{"two pages", page(100, 100) + page(200, 100), ""},
		{"all that a header can hold", page(100, 100, 0xfc, 0x11, 0x12, 0x13, 7, 0x14, 7, 0x16, 7, 0x17, 1, 2, 3, 4, 5, 6, 7, 8, 0x18, 2, 'a',
			'b', 0x05, 0x20, 7, 0), ""},
		{"little that unpacks to much", page(9<<20, 100), "claims to unpack to 9437184"},
		{"more than a page may have", page(600<<20, 100), "claims to unpack to 629145600"},
		{"beyond the column", page(100, 101), "a page claims 101 bytes, but only 100 are left"},
		{"less than nothing", page(-1, 100), "a page of 100 bytes claims to unpack to -1"},
		{"packed to less than nothing", page(100, -1), "a page claims -1 bytes"},
		{"no sizes", "\x00" + body, "unreadable page header"},
		{"a list longer than the header", page(100, 100, 0xf9, 0xf5, 0xff, 0xff, 0xff, 0xff, 0x07), "unreadable page header"},
		{"a text longer than the header", page(100, 100, 0x18, 0xff, 0xff, 0xff, 0xff, 0x0f), "unreadable page header"},
		{"deep structs", page(100, 100, []byte(strings.Repeat(structs, 100))...), "unreadable page header"},
		{"a number without end", "\x15\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" + body, "unreadable page header"},
		{"cut off in a header", page(100, 100) + "\x15", "unreadable page header"},
	} {
		err := checkPages(bytes.NewReader([]byte(c.chunk)), &format.ColumnMetaData{TotalCompressedSize: int64(len(c.chunk))}, nil)
		check.Error(t, c.why, err, c.problem)
	}
	long := page(100, 100, append([]byte{0x18, 0xd0, 0x0f}, strings.Repeat("m", 2000)...)...)
	check.NoError(t, checkPages(strings.NewReader(long), &format.ColumnMetaData{TotalCompressedSize: int64(len(long))}, nil))
	two := "\x15\x04" + page(100, 100)[2:] + page(100, 100) // a dictionary and values
	first := 1 + int64(len(page(100, 100)))
	for _, said := range []int64{first, 5, 1} {
		m := &format.ColumnMetaData{DictionaryPageOffset: 1, DataPageOffset: said, TotalCompressedSize: int64(len(two))}
		if err := checkPages(strings.NewReader("x"+two), m, nil); err != nil || m.DataPageOffset != first || m.DictionaryPageOffset != 1 {
			t.Errorf("values said to begin at %d: %v, read from %d behind a dictionary at %d", said, err, m.DataPageOffset, m.DictionaryPageOffset)
		}
	}
}
