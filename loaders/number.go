package loaders

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
)

// Real is a JSON number of which null is NaN: missing, and not 0. So is one
// too large for a float64. NaN and the infinities are written as null.
type Real float64

// UnmarshalJSON implements [json.Unmarshaler].
func (x *Real) UnmarshalJSON(b []byte) error {
	v, err := parseReal(b)
	*x = Real(v)
	return err
}

// MarshalJSON implements [json.Marshaler].
func (x Real) MarshalJSON() ([]byte, error) { return appendReal(nil, float64(x)), nil }

// Missing reports whether there is no number.
func (x Real) Missing() bool { return math.IsNaN(float64(x)) }

// Reals is a JSON array of numbers in which null is NaN, as in [Real]. An
// array with anything else in it is left out as a whole: nil.
type Reals []float64

// UnmarshalJSON implements [json.Unmarshaler]. b is valid JSON: package json
// has checked it.
func (xs *Reals) UnmarshalJSON(b []byte) error {
	*xs = nil
	inner, ok := bytes.CutPrefix(bytes.TrimSpace(b), []byte("["))
	if !ok {
		if string(b) == "null" {
			return nil
		}
		return &json.UnmarshalTypeError{Value: kindOf(b), Type: reflect.TypeFor[Reals]()}
	}
	if inner = bytes.TrimSpace(inner[:len(inner)-1]); len(inner) == 0 {
		*xs = Reals{}
		return nil
	}
	list := make(Reals, 0, 1+bytes.Count(inner, []byte(",")))
	for more := true; more; {
		var number []byte
		number, inner, more = bytes.Cut(inner, []byte(","))
		x, err := parseReal(bytes.TrimSpace(number))
		if err != nil {
			return err
		}
		list = append(list, x)
	}
	*xs = list
	return nil
}

// MarshalJSON implements [json.Marshaler].
func (xs Reals) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, x := range xs {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReal(b, x)
	}
	return append(b, ']'), nil
}

func parseReal(b []byte) (float64, error) {
	if string(b) == "null" {
		return math.NaN(), nil
	}
	if kindOf(b) != "number" {
		return math.NaN(), &json.UnmarshalTypeError{Value: kindOf(b), Type: reflect.TypeFor[Real]()}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	if errors.Is(err, strconv.ErrRange) && math.IsInf(v, 0) {
		return math.NaN(), nil
	}
	return v, nil
}

func appendReal(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// kindOf names the kind of the JSON value that b starts with, as package
// json does in its errors.
func kindOf(b []byte) string {
	if len(b) == 0 {
		return "nothing"
	}
	switch b[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

// nameOf says what JSON a Go type is read from.
func nameOf(t reflect.Type) string {
	if t == reflect.TypeFor[Reals]() {
		return "an array of numbers"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nameOf(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
