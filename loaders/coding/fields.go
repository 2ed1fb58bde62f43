package coding

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// Int is a whole number that its type can hold.
func Int[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](c *Coder, name string, x *T) {
	v := c.whole(name, int64(*x))
	if !c.reads {
		return
	}
	if *x = T(v); int64(*x) != v {
		c.Fail("the %s %d", name, v)
	}
}

// Index is a whole number from 0 up to but without n.
func Index[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](c *Coder, name string, x *T, n int) {
	if Int(c, name, x); uint64(*x) >= uint64(n) {
		c.Fail("the %s %d", name, *x)
	}
}

// Object is an object of JSON with the fields that a function goes over.
func (c *Coder) Object(name string, fields func()) { c.within(name, "{", "}", fields) }

// Tuple is a list of JSON, of fields whose names stand in errors alone.
func (c *Coder) Tuple(name string, fields func()) { c.within(name, "[", "]", fields) }

func (c *Coder) within(name, first, last string, fields func()) {
	if c.lead(name); c.form != JSON {
		fields()
		return
	}
	c.literal(first)
	bare := c.bare
	c.begun, c.bare = false, first == "["
	fields()
	c.begun, c.bare = true, bare
	c.literal(last)
}

// There tells whether a value is there, null in JSON for one that is not. One
// that is there comes next.
func (c *Coder) There(name string, there bool) bool {
	if c.form != JSON {
		c.Bool(name, &there)
		return there
	}
	c.lead(name)
	if c.reads {
		there = !c.next('n')
	}
	if c.led = there; !there {
		c.literal("null")
	}
	return there && c.err == nil
}

// Optional is a value that may be nil, and goes over it where it is not.
func Optional[T any](c *Coder, name string, x **T, fields func(x *T)) {
	if !c.There(name, *x != nil) {
		return
	}
	if c.reads {
		*x = new(T)
	}
	c.Takes(size[T]())
	fields(*x)
}

// Either is a number or a text: a value, or why there is none.
func (c *Coder) Either(name string, isNumber *bool, x *float64, text *string) {
	if c.form != JSON {
		c.Bool(name, isNumber)
	} else if c.lead(name); c.reads {
		*isNumber = !c.next('"')
	}
	c.led = c.form == JSON
	if *isNumber {
		c.Float("", x)
	} else {
		c.Text("", text)
	}
}

// size is what a T takes beside what it refers to.
func size[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// atOnce bounds the room that is made for a list before its values are read.
const atOnce = 4096

// List is a list of values, each of which a function goes over. Nil comes back
// as nil, and an empty list as an empty one.
func List[T any](c *Coder, name string, list *[]T, each func(x *T)) {
	n := len(*list)
	if c.form == JSON {
		if !c.There(name, *list != nil) {
			return
		}
		c.lead("")
		c.literal("[")
		c.begun = false
	} else {
		n = c.length(*list == nil, n)
	}
	if c.reads && n >= 0 {
		*list = make([]T, 0, min(n, atOnce))
	}
	for i := 0; c.goesOn(i, n); i++ {
		if c.reads {
			*list = append(*list, *new(T))
		}
		each(&(*list)[i])
	}
	if c.form == JSON {
		c.literal("]")
		c.begun = true
		if c.reads {
			*list = slices.Clone(*list) // without spare room
		}
	}
	c.Takes(cap(*list) * size[T]())
}

// length is that of a list as bytes, -1 for nil.
func (c *Coder) length(isNil bool, n int) int {
	if isNil {
		n = -1
	}
	n = c.count(n+1) - 1
	c.Check(n <= len(c.Rest()), "a list of %d values", n)
	return n
}

// goesOn reports whether a list has a value i, where n is its length unless it
// is read as JSON.
func (c *Coder) goesOn(i, n int) bool {
	if c.reads && c.form == JSON {
		return c.err == nil && !c.next(']')
	}
	return c.err == nil && i < n
}

// Ints is a list of whole numbers.
func Ints[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](c *Coder, name string, list *[]T) {
	List(c, name, list, func(x *T) { Int(c, "", x) })
}

// Texts is a list of texts.
func (c *Coder) Texts(name string, list *[]string) {
	List(c, name, list, func(s *string) { c.Text("", s) })
}

// Floats is a list of numbers, as bytes a column: of 4 bytes each where that
// loses nothing.
func Floats[T ~float32 | ~float64](c *Coder, name string, list *[]T) {
	if c.form == JSON {
		List(c, name, list, func(x *T) {
			v := float64(*x)
			if c.Float("", &v); c.reads {
				*x = T(v)
			}
		})
		return
	}
	n := c.length(*list == nil, len(*list))
	wide := !c.reads && slices.ContainsFunc(*list, func(x T) bool {
		return math.Float64bits(float64(float32(x))) != math.Float64bits(float64(x))
	})
	if n > 0 {
		c.Bool("", &wide)
	}
	switch {
	case !c.reads && wide:
		for _, x := range *list {
			c.data = binary.LittleEndian.AppendUint64(c.data, math.Float64bits(float64(x)))
		}
	case !c.reads:
		for _, x := range *list {
			c.data = binary.LittleEndian.AppendUint32(c.data, math.Float32bits(float32(x)))
		}
	case n >= 0:
		*list = column[T](c, n, wide)
	}
	c.Takes(cap(*list) * size[T]())
}

// column reads n numbers.
func column[T ~float32 | ~float64](c *Coder, n int, wide bool) []T {
	bytes := 4
	if wide {
		bytes = 8
	}
	b := c.take(n * bytes)
	if b == nil {
		return nil
	}
	list := make([]T, n)
	for i := range list {
		if wide {
			list[i] = T(math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:])))
		} else {
			list[i] = T(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
		}
	}
	return list
}
