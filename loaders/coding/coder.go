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

func (c *cursor) Reads() bool { return c.reads }

func (c *cursor) Written() []byte { return c.data }

func (c *cursor) Rest() []byte { return c.data[c.at:] }

// Memory returns how many bytes the texts and lists of all values visited so far take.
func (c *Coder) Memory() int { return c.memory }

// AddMemory adds the bytes that n values of a type take to [Coder.Memory].
func (c *Coder) AddMemory(t reflect.Type, n int) { c.memory += n * int(t.Size()) }

func (c *cursor) Err() error { return c.err }

// End returns the error as [Coder.Err] does, or else one that says that bytes were left to be read.
func (c *Coder) End() error {
	if c.reads && c.err == nil && c.at < len(c.data) {
		return fmt.Errorf("%d bytes too many", len(c.data)-c.at)
	}
	return c.err
}

// Check sets the error as [Coder.Fail] does unless ok is true. It does nothing for a coder that
// writes.
func (c *cursor) Check(ok bool, format string, args ...any) {
	if !ok {
		c.Fail(format, args...)
	}
}

func (c *cursor) Fail(format string, args ...any) {
	if c.reads && c.err == nil {
		c.err = fmt.Errorf(format, args...)
		c.data, c.at = nil, 0
	}
}

func (c *cursor) Locate(where string) {
	if c.err != nil {
		c.err = fmt.Errorf("%s: %w", where, c.err)
	}
}

func (c *cursor) fail(err error) { c.Fail("%w", err) }

var errShort = errors.New("it ends too early")

// readBytes returns the next n bytes, which are not copied, and moves behind them; nil if there are
// fewer, which fails the cursor.
func (c *cursor) readBytes(n int) []byte {
	if n < 0 || n > len(c.data)-c.at {
		c.fail(errShort)
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

// codeCount writes n and returns it, or reads and returns a number of things that take at least a
// byte each. A number that exceeds the bytes in all fails the cursor, and 0 is returned.
func (c *cursor) codeCount(n int) int {
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

// Bool writes a boolean, or reads one into x; other bytes than 0 and 1 are an error.
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

func (c *cursor) There(there bool) bool {
	c.Bool(&there)
	return there
}

// codeWhole writes x and returns it, or reads and returns a whole number; 0 if there is none, which
// fails the cursor.
func (c *cursor) codeWhole(x int64) int64 {
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

func (c *cursor) Float(x *float64) {
	if !c.reads {
		c.data = binary.LittleEndian.AppendUint64(c.data, math.Float64bits(*x))
	} else if b := c.readBytes(8); b != nil {
		*x = math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
}

// Text writes a text, or, for one that was written before, its number among these; or it reads
// either into s. Both count the text's memory, each time.
func (c *Coder) Text(s *string) {
	if c.reads {
		*s = c.readKnownText()
	} else if place, ok := c.places[*s]; ok {
		c.codeCount(place + 1)
	} else {
		c.places[*s] = len(c.places)
		c.codeCount(0)
		c.codeCount(len(*s))
		c.data = append(c.data, *s...)
	}
	c.memory += len(*s)
}

// Either writes or reads a number or a text, as isNumber says: a value, or why there is none.
func (c *Coder) Either(isNumber *bool, x *float64, text *string) {
	if c.Bool(isNumber); *isNumber {
		c.Float(x)
	} else {
		c.Text(text)
	}
}

// readKnownText reads a text, and keeps it, or the number, from 1, of one that was read before. A
// number that is too large fails the coder.
func (c *Coder) readKnownText() (s string) {
	switch k := c.codeCount(0); {
	case k > len(c.texts):
		c.Fail("text %d of %d", k, len(c.texts))
	case k > 0:
		s = c.texts[k-1]
	default:
		s = string(c.readBytes(c.codeCount(0)))
		c.texts = append(c.texts, s)
	}
	return s
}
