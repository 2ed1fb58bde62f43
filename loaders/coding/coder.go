// Package coding writes and reads values by one declaration: a function that
// visits the fields of a value with a [Coder], and uses it to check a value
// that was read. Whole numbers take few bytes, lists of floats are columns, and
// each text is written once.
//
// What is read may come from anyone. Anything that a Coder cannot have written is an
// error, the first of which [Coder.End] returns; a list never takes more memory than its
// data that is present.
package coding

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// Coder visits the fields of values. It is not safe for concurrent use; a coder
// that writes leaves the values alone.
type Coder struct {
	cursor
	memory int
	places map[string]int // of texts that were written
	texts  []string       // that were read
}

// cursor is where a coder is in its bytes.
type cursor struct {
	reads bool
	data  []byte
	at    int // bytes of data that were read
	err   error
}

// Writer returns a coder that writes.
func Writer() *Coder { return &Coder{places: map[string]int{}} }

// Reader returns a coder that reads b, which must not change meanwhile.
func Reader(b []byte) *Coder { return &Coder{cursor: cursor{reads: true, data: b}} }

// Reads reports whether the coder reads, in which case fields are set.
func (c *cursor) Reads() bool { return c.reads }

// Written returns what was written so far.
func (c *cursor) Written() []byte { return c.data }

// Rest returns what has not been read yet.
func (c *cursor) Rest() []byte { return c.data[c.at:] }

// Memory returns how many bytes the texts and lists of all values take.
func (c *Coder) Memory() int { return c.memory }

// AddMemory adds what n values of a type take to [Coder.Memory].
func (c *Coder) AddMemory(t reflect.Type, n int) { c.memory += n * int(t.Size()) }

// Err returns the first error in what was read so far, nil for a coder that
// writes. Fields read after it are useless.
func (c *cursor) Err() error { return c.err }

// End is Err, or says that something was left to be read.
func (c *Coder) End() error {
	if c.reads && c.err == nil && c.at < len(c.data) {
		return fmt.Errorf("%d bytes too many", len(c.data)-c.at)
	}
	return c.err
}

// Check makes what was read an error unless it is ok.
func (c *cursor) Check(ok bool, format string, args ...any) {
	if !ok {
		c.Fail(format, args...)
	}
}

// Fail makes what was read an error: like Check, but args are evaluated only
// where it fails, for checks that run often.
func (c *cursor) Fail(format string, args ...any) {
	if c.reads && c.err == nil {
		c.err = fmt.Errorf(format, args...)
		c.data, c.at = nil, 0
	}
}

// Locate puts a place before an error, if there is one.
func (c *cursor) Locate(where string) {
	if c.err != nil {
		c.err = fmt.Errorf("%s: %w", where, c.err)
	}
}

func (c *cursor) fail(err error) { c.Fail("%w", err) }

var errShort = errors.New("it ends too early")

// readBytes returns the next n bytes, nil if there are fewer.
func (c *cursor) readBytes(n int) []byte {
	if n < 0 || n > len(c.data)-c.at {
		c.fail(errShort)
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

// readCount returns a number of things that take at least a byte each.
func (c *cursor) readCount(n int) int {
	if !c.reads {
		c.data = binary.AppendUvarint(c.data, uint64(n))
		return n
	}
	x, size := binary.Uvarint(c.data[c.at:])
	if size <= 0 || x > uint64(len(c.data)) {
		c.fail(errShort)
		return 0
	}
	c.at += size
	return int(x)
}

// Bool is a boolean.
func (c *cursor) Bool(x *bool) {
	switch {
	case c.reads:
		b := c.readBytes(1)
		*x = len(b) == 1 && b[0] == 1
		c.Check(*x || len(b) == 1 && b[0] == 0, "%x is not a boolean", b)
	case *x:
		c.data = append(c.data, 1)
	default:
		c.data = append(c.data, 0)
	}
}

// There reports whether a value is there, which then comes next.
func (c *cursor) There(there bool) bool {
	c.Bool(&there)
	return there
}

func (c *cursor) checkWhole(x int64) int64 {
	if !c.reads {
		c.data = binary.AppendVarint(c.data, x)
		return x
	}
	x, n := binary.Varint(c.data[c.at:])
	if n <= 0 {
		c.fail(errShort)
		return 0
	}
	c.at += n
	return x
}

// Float is a number, finite or not, to the last bit.
func (c *cursor) Float(x *float64) {
	if !c.reads {
		c.data = binary.LittleEndian.AppendUint64(c.data, math.Float64bits(*x))
	} else if b := c.readBytes(8); b != nil {
		*x = math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
}

// Text is a text.
func (c *Coder) Text(s *string) {
	if c.reads {
		*s = c.codeKnownText()
	} else if place, ok := c.places[*s]; ok {
		c.readCount(place + 1)
	} else {
		c.places[*s] = len(c.places)
		c.readCount(0)
		c.readCount(len(*s))
		c.data = append(c.data, *s...)
	}
	c.memory += len(*s)
}

// Either is a number or a text: a value, or why there is none.
func (c *Coder) Either(isNumber *bool, x *float64, text *string) {
	if c.Bool(isNumber); *isNumber {
		c.Float(x)
	} else {
		c.Text(text)
	}
}

// codeKnownText reads a text, which may have been there before.
func (c *Coder) codeKnownText() (s string) {
	switch k := c.readCount(0); {
	case k > len(c.texts):
		c.Fail("text %d of %d", k, len(c.texts))
	case k > 0:
		s = c.texts[k-1]
	default:
		s = string(c.readBytes(c.readCount(0)))
		c.texts = append(c.texts, s)
	}
	return s
}
