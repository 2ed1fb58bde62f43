// Package coding writes and reads values by one declaration: a function that visits the fields of a
// value with a [Coder], and checks what was read. Whole numbers take few bytes, lists of floats are
// columns, and each text is written once.
//
// Input may come from anyone. Anything that a Coder can't have written is an error, the first of
// which [Coder.End] returns; a list never takes more memory than its data.
package coding

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

// Coder visits the fields of values. It isn't safe for concurrent use. While writing, it doesn't
// change the values.
type Coder struct {
	reads  bool
	data   []byte
	at     int // bytes of data that were read
	err    error
	memory int
	places map[string]int // of texts written
	texts  []string       // read so far
}

// Writer returns a coder that writes.
func Writer() *Coder { return &Coder{places: map[string]int{}} }

// Reader returns a coder that reads b, which must not change meanwhile.
func Reader(b []byte) *Coder { return &Coder{reads: true, data: b} }

// Reads reports whether the coder reads, not writes.
func (c *Coder) Reads() bool { return c.reads }

// Written returns what was written so far.
func (c *Coder) Written() []byte { return c.data }

// Rest returns the bytes not read yet.
func (c *Coder) Rest() []byte { return c.data[c.at:] }

// Memory returns the bytes of the texts and lists of all values visited so far.
func (c *Coder) Memory() int { return c.memory }

// AddMemory adds n values of type t to [Coder.Memory].
func (c *Coder) AddMemory(t reflect.Type, n int) { c.memory += n * int(t.Size()) }

// Err returns the first error, nil for none.
func (c *Coder) Err() error { return c.err }

// End returns the first error, or one for bytes left unread.
func (c *Coder) End() error {
	if c.reads && c.err == nil && c.at < len(c.data) {
		return fmt.Errorf("%d bytes left over", len(c.data)-c.at)
	}
	return c.err
}

// Check sets the error unless condition is true, if the coder reads.
func (c *Coder) Check(condition bool, format string, args ...any) {
	if !condition {
		c.Fail(format, args...)
	}
}

// Fail sets the error, unless there is one already.
func (c *Coder) Fail(format string, args ...any) {
	if c.reads && c.err == nil {
		c.err = fmt.Errorf(format, args...)
		c.data, c.at = nil, 0
	}
}

// Locate puts a place before the error, if there is one.
func (c *Coder) Locate(errorPlace string) {
	if c.err != nil {
		c.err = fmt.Errorf("%s: %w", errorPlace, c.err)
	}
}

func (c *Coder) failShort() { c.Fail("the data ends too early") }

func (c *Coder) readBytes(n int) []byte {
	if n < 0 || n > len(c.data)-c.at {
		c.failShort()
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

// codeCount codes a number of things that take at least a byte each. While reading, more than the
// bytes in all is an error, so that no list takes too much memory.
func (c *Coder) codeCount(n int) int {
	if !c.reads {
		c.data = binary.AppendUvarint(c.data, uint64(n))
		return n
	}
	x, size := binary.Uvarint(c.data[c.at:])
	if size <= 0 || x > uint64(len(c.data)) {
		c.failShort()
		return 0
	}
	c.at += size
	return int(x)
}

// Bool writes a boolean, or reads one into x; bytes other than 0 and 1 are an error.
func (c *Coder) Bool(x *bool) {
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

// There writes or reads whether something follows.
func (c *Coder) There(isPresent bool) bool {
	c.Bool(&isPresent)
	return isPresent
}

func (c *Coder) codeWhole(x int64) int64 {
	if !c.reads {
		c.data = binary.AppendVarint(c.data, x)
		return x
	}
	x, n := binary.Varint(c.data[c.at:])
	if n <= 0 {
		c.failShort()
		return 0
	}
	c.at += n
	return x
}

// Float writes a number to the last bit, finite or not, or reads one into x.
func (c *Coder) Float(x *float64) {
	if !c.reads {
		c.data = binary.LittleEndian.AppendUint64(c.data, math.Float64bits(*x))
	} else if b := c.readBytes(8); b != nil {
		*x = math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
}

// Text writes a text, or its number if it was written before, or reads either into s. Both count
// the text's memory each time.
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

func (c *Coder) readKnownText() (s string) {
	switch k := c.codeCount(0); {
	case k > len(c.texts):
		c.Fail("text %d is out of range: there are only %d", k, len(c.texts))
	case k > 0:
		s = c.texts[k-1]
	default:
		s = string(c.readBytes(c.codeCount(0)))
		c.texts = append(c.texts, s)
	}
	return s
}
