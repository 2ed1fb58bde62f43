package coding

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// Int writes a whole number, or reads one into x; one that its type cannot hold is an error, which
// calls it by name.
func Int[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](c *Coder, name string, x *T) {
	v := c.codeWhole(int64(*x))
	if !c.reads {
		return
	}
	if *x = T(v); int64(*x) != v {
		c.Fail("the %s %d", name, v)
	}
}

// Index writes or reads a whole number as [Int] does; one that is not between 0 and n-1 is an
// error.
func Index[T ~int | ~int32 | ~uint8](c *Coder, name string, x *T, n int) {
	if Int(c, name, x); uint64(*x) >= uint64(n) {
		c.Fail("the %s %d", name, *x)
	}
}

// atOnce bounds the capacity that a list gets before its values are read.
const atOnce = 4096

// codeList writes or reads the length n of a list, -1 for nil, and calls each for its indices in
// order. When it reads a list that is not nil, it calls begin first, with a capacity for n values,
// at most 4096. A length beyond the bytes that are left fails the coder, and an error ends the
// list.
func (c *Coder) codeList(n int, begin func(room int), each func(i int)) {
	if n = c.codeCount(n+1) - 1; n > len(c.Rest()) {
		c.Fail("a list of %d values", n)
	}
	if c.reads && n >= 0 {
		begin(min(n, atOnce))
	}
	for i := 0; c.err == nil && i < n; i++ {
		each(i)
	}
}

func listLength[T any](list []T) int {
	if list == nil {
		return -1
	}
	return len(list)
}

// List writes or reads a list of values, each of which a function visits, and counts its memory.
// Nil is read back as nil, and an empty list as an empty one.
func List[T any](c *Coder, list *[]T, each func(x *T)) {
	c.codeList(listLength(*list), func(room int) { *list = make([]T, 0, room) }, func(i int) {
		if c.reads {
			*list = append(*list, *new(T))
		}
		each(&(*list)[i])
	})
	c.AddMemory(reflect.TypeFor[T](), cap(*list))
}

// Texts writes or reads a list of texts; see [List].
func (c *Coder) Texts(list *[]string) { List(c, list, c.Text) }

// Ints writes or reads a list of whole numbers; see [List] and [Int].
func Ints[T ~int | ~int32](c *Coder, name string, list *[]T) {
	List(c, list, func(x *T) { Int(c, name, x) })
}

// Floats writes or reads a list of numbers as a column, of 4 bytes each where that loses nothing,
// else of 8. Nil is read back as nil, and an empty list as an empty one.
func Floats[T ~float32 | ~float64](c *Coder, list *[]T) {
	n := c.codeCount(listLength(*list)+1) - 1
	wide := !c.reads && slices.ContainsFunc(*list, func(x T) bool {
		return math.Float64bits(float64(float32(x))) != math.Float64bits(float64(x))
	})
	if n > 0 {
		c.Bool(&wide)
	}
	switch {
	case n < 0:
	case wide:
		codeNumbers[T, float64](c, list, n)
	default:
		codeNumbers[T, float32](c, list, n)
	}
	c.AddMemory(reflect.TypeFor[T](), cap(*list))
}

// codeNumbers writes the n numbers of the list as little-endian values of W, 4 or 8 bytes each, or
// reads n into a new list; one that ends too early fails the coder and leaves the list as it is.
func codeNumbers[T, W ~float32 | ~float64](c *Coder, list *[]T, n int) {
	if !c.reads {
		written := make([]W, n)
		for i, x := range *list {
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
	*list = make([]T, n)
	for i, x := range written {
		(*list)[i] = T(x)
	}
}

// Fields are values that visit their own fields.
type Fields interface{ Fields(c *Coder) }

// Struct writes or reads the exported fields of a struct, given its address, in their order. A
// field is [Fields], or a boolean, number or text, or a struct, array, slice or pointer of such.
func (c *Coder) Struct(x any) { c.codeFields(reflect.ValueOf(x).Elem()) }

func (c *Coder) codeFields(v reflect.Value) {
	for _, field := range v.Fields() {
		if field.CanSet() { // it is exported
			c.codeValue(field)
		}
	}
}

// codeValue writes or reads a value, which must be addressable: by its own Fields if it has that,
// lists of numbers, booleans, numbers and texts in their forms, and anything else part by part.
func (c *Coder) codeValue(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case Fields:
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

// codeComposed writes or reads a struct, array, pointer or slice value by value, or a whole number
// of any size, which fails the coder if the type cannot hold it. A nil pointer and a nil slice are
// read back as nil. The memory of pointers and slices is counted.
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

func (c *Coder) fitsType(x int64, tooLarge bool) bool {
	if tooLarge {
		c.Fail("the number %d, which is too large", x)
	}
	return c.reads && !tooLarge
}
