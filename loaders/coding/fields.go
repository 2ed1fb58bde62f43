package coding

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// Int writes a whole number or reads one into x; one that its type can't hold is an error with this
// name.
func Int[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](c *Coder, name string, x *T) {
	v := c.codeWhole(int64(*x))
	if !c.reads {
		return
	}
	if *x = T(v); int64(*x) != v {
		c.Fail("invalid %s %d", name, v)
	}
}

// Index is [Int] for a number from 0 to n-1; others are an error.
func Index[T ~int | ~int32 | ~uint8](c *Coder, name string, x *T, n int) {
	if Int(c, name, x); uint64(*x) >= uint64(n) {
		c.Fail("invalid %s %d", name, *x)
	}
}

// atOnce bounds the capacity of a list before its values are read.
const atOnce = 4096

// codeList codes the length n of a list, -1 for nil, and calls codeItem for its indices. While reading
// it first calls allocate with a bounded capacity, because the length may be hostile; more than the
// bytes left is an error.
func (c *Coder) codeList(n int, allocate func(room int), codeItem func(i int)) {
	if n = c.codeCount(n+1) - 1; n > len(c.Rest()) {
		c.Fail("a list of %d values is too long", n)
	}
	if c.reads && n >= 0 {
		allocate(min(n, atOnce))
	}
	for i := 0; c.err == nil && i < n; i++ {
		codeItem(i)
	}
}

func listLength[T any](elements []T) int {
	if elements == nil {
		return -1
	}
	return len(elements)
}

// List codes a list, each value visited by a function, and counts its memory. Nil is read back as
// nil, and an empty list as empty.
func List[T any](c *Coder, elements *[]T, codeItem func(x *T)) {
	c.codeList(listLength(*elements), func(room int) { *elements = make([]T, 0, room) }, func(i int) {
		if c.reads {
			*elements = append(*elements, *new(T))
		}
		codeItem(&(*elements)[i])
	})
	c.AddMemory(reflect.TypeFor[T](), cap(*elements))
}

// Texts writes or reads a list of texts; see [List].
func (c *Coder) Texts(texts *[]string) { List(c, texts, c.Text) }

// Ints codes a list of whole numbers; see [List] and [Int].
func Ints[T ~int | ~int32](c *Coder, name string, numbers *[]T) {
	List(c, numbers, func(x *T) { Int(c, name, x) })
}

// Floats codes a list of numbers as a column of 4 bytes each if that loses nothing, otherwise 8.
// Nil is read back as nil, and an empty list as empty.
func Floats[T ~float32 | ~float64](c *Coder, numbers *[]T) {
	n := c.codeCount(listLength(*numbers)+1) - 1
	wide := !c.reads && slices.ContainsFunc(*numbers, func(x T) bool {
		return math.Float64bits(float64(float32(x))) != math.Float64bits(float64(x))
	})
	if n > 0 {
		c.Bool(&wide)
	}
	switch {
	case n < 0:
	case wide:
		codeNumbers[T, float64](c, numbers, n)
	default:
		codeNumbers[T, float32](c, numbers, n)
	}
	c.AddMemory(reflect.TypeFor[T](), cap(*numbers))
}

func codeNumbers[T, W ~float32 | ~float64](c *Coder, numbers *[]T, n int) {
	if !c.reads {
		written := make([]W, n)
		for i, x := range *numbers {
			written[i] = W(x)
		}
		c.data, _ = binary.Append(c.data, binary.LittleEndian, written)
		return
	}
	b := c.readBytes(n * binary.Size(W(0)))
	if b == nil {
		return
	}
	written := make([]W, n)
	_, _ = binary.Decode(b, binary.LittleEndian, written)
	*numbers = make([]T, n)
	for i, x := range written {
		(*numbers)[i] = T(x)
	}
}

// CodedValue are values that visit their own fields.
type CodedValue interface{ Fields(c *Coder) }

// Struct codes the exported fields of a struct, given its address, in order. A field is [CodedValue],
// or a boolean, number or text, or a struct, array, slice or pointer of such.
func (c *Coder) Struct(x any) { c.codeFields(reflect.ValueOf(x).Elem()) }

func (c *Coder) codeFields(v reflect.Value) {
	for _, field := range v.Fields() {
		if field.CanSet() { // it is exported
			c.codeValue(field)
		}
	}
}

func (c *Coder) codeValue(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case CodedValue:
		x.Fields(c)
	case *[]float64:
		Floats(c, x)
	case *[]float32:
		Floats(c, x)
	case *bool:
		c.Bool(x)
	case *float64:
		c.Float(x)
	case *string:
		c.Text(x)
	default:
		c.codeComposed(v)
	}
}

func (c *Coder) codeComposed(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		c.codeFields(v)
	case reflect.Array:
		for i := range v.Len() {
			c.codeValue(v.Index(i))
		}
	case reflect.Pointer:
		if of := v.Type().Elem(); c.There(!v.IsNil()) {
			if c.reads {
				v.Set(reflect.New(of))
			}
			c.AddMemory(of, 1)
			c.codeValue(v.Elem())
		}
	case reflect.Slice:
		of, n := v.Type().Elem(), v.Len()
		if v.IsNil() {
			n = -1
		}
		c.codeList(n, func(room int) { v.Set(reflect.MakeSlice(v.Type(), 0, room)) }, func(i int) {
			if c.reads {
				v.Set(reflect.Append(v, reflect.Zero(of)))
			}
			c.codeValue(v.Index(i))
		})
		c.AddMemory(of, v.Cap())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		if x := c.codeWhole(int64(v.Uint())); c.fitsType(x, x < 0 || v.OverflowUint(uint64(x))) {
			v.SetUint(uint64(x))
		}
	default:
		if x := c.codeWhole(v.Int()); c.fitsType(x, v.OverflowInt(x)) {
			v.SetInt(x)
		}
	}
}

func (c *Coder) fitsType(x int64, isTooLarge bool) bool {
	if isTooLarge {
		c.Fail("the number %d is too large", x)
	}
	return c.reads && !isTooLarge
}
