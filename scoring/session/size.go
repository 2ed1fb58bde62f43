package session

import (
	"reflect"

	"faithscope/scoring"
)

// deepest bounds how far size follows references: evidence is shallow.
const deepest = 6

// sizeOf estimates the bytes that evidence takes in memory, with what it
// refers to.
func sizeOf(e scoring.Evidence) int {
	if e == nil {
		return 0
	}
	v := reflect.ValueOf(e)
	return int(v.Type().Size()) + referred(v, deepest)
}

// referred is the bytes behind the references in v.
func referred(v reflect.Value, depth int) int {
	if depth == 0 || flat(v.Type()) {
		return 0
	}
	n := 0
	switch v.Kind() {
	case reflect.String:
		n = v.Len()
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			n = int(v.Elem().Type().Size()) + referred(v.Elem(), depth-1)
		}
	case reflect.Slice:
		n = v.Cap() * int(v.Type().Elem().Size())
		if !flat(v.Type().Elem()) {
			for i := range v.Len() {
				n += referred(v.Index(i), depth-1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			n += referred(v.Index(i), depth)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += referred(v.Field(i), depth)
		}
	case reflect.Map:
		entry := int(v.Type().Key().Size() + v.Type().Elem().Size())
		n = 2 * v.Len() * entry // with the room that a map leaves
		for it := v.MapRange(); it.Next(); {
			n += referred(it.Key(), depth-1) + referred(it.Value(), depth-1)
		}
	}
	return n
}

// flat reports whether values of type t refer to nothing.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return false
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}
