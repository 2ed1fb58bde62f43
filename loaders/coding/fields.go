package coding

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
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

// Index is a whole number from 0 to n-1.
func Index[T ~int | ~int32 | ~uint8](c *Coder, name string, x *T, n int) {
	if Int(c, name, x); uint64(*x) >= uint64(n) {
		c.Fail("the %s %d", name, *x)
	}
}

// Object is an object of JSON with the fields that a function visits.
func (c *Coder) Object(name string, fields func()) { c.within(name, "{", "}", fields) }

// Tuple is a list of JSON, of fields whose names appear only in errors.
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

// There reports whether a value is there; one that is not is null in JSON. One
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

// atOnce bounds the capacity that a list gets before its values are read.
const atOnce = 4096

// list visits n values, -1 for nil: each sets value i, which is the next one
// where they are read, in a list that begin makes.
func (c *Coder) list(name string, n int, begin func(room int), each func(i int)) {
	if c.form != JSON {
		n = c.count(n+1) - 1
		if n > len(c.Rest()) {
			c.Fail("a list of %d values", n)
		}
	} else {
		if !c.There(name, n >= 0) {
			return
		}
		c.lead("")
		c.literal("[")
		c.begun = false
	}
	if c.reads && (n >= 0 || c.form == JSON) {
		begin(max(0, min(n, atOnce)))
	}
	for i := 0; c.goesOn(i, n); i++ {
		each(i)
	}
	if c.form == JSON {
		c.literal("]")
		c.begun = true
	}
}

// goesOn reports whether a list has a value i, where n is its length unless it
// is read as JSON.
func (c *Coder) goesOn(i, n int) bool {
	if c.reads && c.form == JSON {
		return c.err == nil && !c.next(']')
	}
	return c.err == nil && i < n
}

// length is the length of a list, or -1 if it is nil.
func length[T any](list []T) int {
	if list == nil {
		return -1
	}
	return len(list)
}

// List is a list of values, each of which a function visits. Nil is read back
// as nil, and an empty list as an empty one.
func List[T any](c *Coder, name string, list *[]T, each func(x *T)) {
	c.list(name, length(*list), func(room int) { *list = make([]T, 0, room) }, func(i int) {
		if c.reads {
			*list = append(*list, *new(T))
		}
		each(&(*list)[i])
	})
	if c.reads && c.form == JSON {
		*list = slices.Clone(*list) // without spare room
	}
	c.AddMemory(reflect.TypeFor[T](), cap(*list))
}

// Tuples is a list of values that are written without the names of their fields.
func Tuples[T any](c *Coder, name string, list *[]T, each func(x *T)) {
	List(c, name, list, func(x *T) { c.Tuple("", func() { each(x) }) })
}

// Texts is a list of texts.
func (c *Coder) Texts(name string, list *[]string) {
	List(c, name, list, func(s *string) { c.Text("", s) })
}

// Ints is a list of whole numbers.
func Ints[T ~int | ~int32](c *Coder, name string, list *[]T) {
	List(c, name, list, func(x *T) { Int(c, "", x) })
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
	n := c.count(length(*list)+1) - 1
	wide := !c.reads && slices.ContainsFunc(*list, func(x T) bool {
		return math.Float64bits(float64(float32(x))) != math.Float64bits(float64(x))
	})
	if n > 0 {
		c.Bool("", &wide)
	}
	switch {
	case n < 0:
	case wide:
		column[T, float64](c, list, n)
	default:
		column[T, float32](c, list, n)
	}
	c.AddMemory(reflect.TypeFor[T](), cap(*list))
}

// column is n numbers as they are written.
func column[T, W ~float32 | ~float64](c *Coder, list *[]T, n int) {
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

// Fields are values that visit their own fields, as an object.
type Fields interface{ Fields(c *Coder) }

// Field is a value that is one field.
type Field interface{ Field(c *Coder, name string) }

// Struct visits the exported fields of a struct, given its address, in their order
// and under their names in lower case, as "with_soft" for WithSoft. A field is
// [Fields] or a [Field], or a boolean, number or text, or a struct, array, slice or
// pointer of such.
func (c *Coder) Struct(x any) { c.fields(reflect.ValueOf(x).Elem()) }

// names holds the fields' names of struct types, "" for fields that are not exported.
var names sync.Map

func namesOf(t reflect.Type) []string {
	if list, ok := names.Load(t); ok {
		return list.([]string)
	}
	list := make([]string, t.NumField())
	for i := range list {
		if f := t.Field(i); f.IsExported() {
			list[i] = snake(f.Name)
		}
	}
	names.Store(t, list)
	return list
}

// snake returns a name in lower case, with underscores between its words.
func snake(name string) string {
	var b strings.Builder
	small := false
	for _, r := range name {
		if unicode.IsUpper(r) && small {
			b.WriteByte('_')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func (c *Coder) fields(v reflect.Value) {
	for i, name := range namesOf(v.Type()) {
		if name != "" {
			c.value(name, v.Field(i))
		}
	}
}

func (c *Coder) value(name string, v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case Field:
		x.Field(c, name)
	case Fields:
		c.Object(name, func() { x.Fields(c) })
	case *[]float64:
		Floats(c, name, x)
	case *[]float32:
		Floats(c, name, x)
	case *bool:
		c.Bool(name, x)
	case *float64:
		c.Float(name, x)
	case *string:
		c.Text(name, x)
	default:
		c.made(name, v)
	}
}

// made visits a value that is composed of others, or a number.
func (c *Coder) made(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		c.Object(name, func() { c.fields(v) })
	case reflect.Array:
		c.Tuple(name, func() {
			for i := range v.Len() {
				c.value("", v.Index(i))
			}
		})
	case reflect.Pointer:
		if of := v.Type().Elem(); c.There(name, !v.IsNil()) {
			if c.reads {
				v.Set(reflect.New(of))
			}
			c.AddMemory(of, 1)
			c.value("", v.Elem())
		}
	case reflect.Slice:
		of, n := v.Type().Elem(), v.Len()
		if v.IsNil() {
			n = -1
		}
		c.list(name, n, func(room int) { v.Set(reflect.MakeSlice(v.Type(), 0, room)) }, func(i int) {
			if c.reads {
				v.Set(reflect.Append(v, reflect.Zero(of)))
			}
			c.value("", v.Index(i))
		})
		c.AddMemory(of, v.Cap())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		if x := c.whole(name, int64(v.Uint())); c.fits(name, x, x < 0 || v.OverflowUint(uint64(x))) {
			v.SetUint(uint64(x))
		}
	default:
		if x := c.whole(name, v.Int()); c.fits(name, x, v.OverflowInt(x)) {
			v.SetInt(x)
		}
	}
}

// fits reports whether a number was read that its type can hold.
func (c *Coder) fits(name string, x int64, tooLarge bool) bool {
	if tooLarge {
		c.Fail("the %s %d", name, x)
	}
	return c.reads && !tooLarge
}
