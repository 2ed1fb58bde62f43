package coding

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// Fields are values that visit their own fields, as an object.
type Fields interface{ Fields(c *Coder) }

// Field is a value that is one field.
type Field interface{ Field(c *Coder, name string) }

// Struct visits the exported fields of a struct, given its address, in their order
// and under their names in lower case, as "with_soft" for WithSoft. A field is
// [Fields] or a [Field], or a boolean, number or text, or a struct, array, slice or
// pointer of such.
func (c *Coder) Struct(x any) { c.fields(reflect.ValueOf(x).Elem()) }

// names are those of the fields of struct types, "" for what is not exported.
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

// made visits a value that is made of others, or a number.
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
