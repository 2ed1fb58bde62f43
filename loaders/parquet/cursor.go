package parquet

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
)

// Bounds of a row.
const (
	maxRow    = 32 << 20 // bytes of one without pictures, or of a picture
	maxValues = 1 << 18  // in a column of it
)

// columnCursor reads a column of a row group, row after row.
type columnCursor struct {
	pages  parquet.Pages
	next   int64 // the row that is read next
	values parquet.ValueReader
	buffer [64]parquet.Value
	at, n  int // of buffer, what is left
}

func (c *columnCursor) readRow(i int64) (values []parquet.Value, size int, err error) {
	if i != c.next {
		if err := c.pages.SeekToRow(i); err != nil {
			return nil, 0, err
		}
		c.next, c.values, c.at, c.n = i, nil, 0, 0
	}
	for {
		v, err := c.peekValue()
		if errors.Is(err, io.EOF) && len(values) > 0 {
			break
		}
		if errors.Is(err, io.EOF) { // too early
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, 0, err
		}
		if v.RepetitionLevel() == 0 && len(values) > 0 {
			break
		}
		if size += bytesOf(v); size > maxRow || len(values) == maxValues {
			return nil, 0, errors.New("a row is too large")
		}
		values = append(values, v)
		c.at++
	}
	c.next = i + 1
	return values, size, nil
}

func bytesOf(v parquet.Value) int {
	if v.IsNull() || v.Kind() != parquet.ByteArray && v.Kind() != parquet.FixedLenByteArray {
		return 0
	}
	return len(v.ByteArray())
}

// peekValue returns the next value without consuming it; io.EOF at the end of the column. Pages are
// not released, because values point into them.
func (c *columnCursor) peekValue() (v parquet.Value, err error) {
	for empty := 0; c.at == c.n; empty++ {
		const most = 1 << 20 // pages without a value
		if empty == most {
			return v, io.ErrNoProgress
		}
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return v, err
			}
			c.values = page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.at, c.n = 0, n
		if errors.Is(err, io.EOF) {
			c.values = nil
		} else if err != nil {
			return v, err
		}
	}
	return c.buffer[c.at], nil
}

func (c *columnCursor) close() error { return c.pages.Close() }
