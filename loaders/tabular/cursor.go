package tabular

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

// cursor reads a column of a row group, row after row.
type cursor struct {
	pages  parquet.Pages
	next   int64 // the row that is read next
	values parquet.ValueReader
	buffer [64]parquet.Value
	at, n  int // of buffer, what is left
}

// row returns the values of row i with their bytes.
func (c *cursor) row(i int64) (values []parquet.Value, size int, err error) {
	if i != c.next {
		if err := c.pages.SeekToRow(i); err != nil {
			return nil, 0, err
		}
		c.next, c.values, c.at, c.n = i, nil, 0, 0
	}
	for {
		v, err := c.peek()
		if errors.Is(err, io.EOF) && len(values) > 0 {
			break
		}
		if err != nil {
			return nil, 0, noEOF(err)
		}
		if v.RepetitionLevel() == 0 && len(values) > 0 {
			break
		}
		if size += len(v.ByteArrayOrNil()); size > maxRow || len(values) == maxValues {
			return nil, 0, errors.New("a row that is too large")
		}
		values = append(values, v.Value)
		c.at++
	}
	c.next = i + 1
	return values, size, nil
}

// noEOF makes a column that ends too early an error that says so.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// columnValue is one columnValue of a column.
type columnValue struct{ parquet.Value }

// ByteArrayOrNil is the bytes of a text, nil for other kinds.
func (v columnValue) ByteArrayOrNil() []byte {
	if v.IsNull() || v.Kind() != parquet.ByteArray && v.Kind() != parquet.FixedLenByteArray {
		return nil
	}
	return v.ByteArray()
}

// peek is the next value, which stays. A page is not released: values point
// into it.
func (c *cursor) peek() (columnValue, error) {
	for empty := 0; c.at == c.n; empty++ {
		const most = 1 << 20 // pages without a value
		if empty == most {
			return columnValue{}, io.ErrNoProgress
		}
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return columnValue{}, err
			}
			c.values = page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.at, c.n = 0, n
		if errors.Is(err, io.EOF) {
			c.values = nil
		} else if err != nil {
			return columnValue{}, err
		}
	}
	return columnValue{c.buffer[c.at]}, nil
}

func (c *cursor) close() error { return c.pages.Close() }
