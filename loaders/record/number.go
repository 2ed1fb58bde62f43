package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
)

// Real is a JSON number of which null, and whatever else is not a number or too
// large for a float64, is NaN: missing, and not 0. NaN and the infinities are
// written as null.
type Real float64

// UnmarshalJSON implements [json.Unmarshaler]. It never fails: package json
// would not read the rest of the record.
func (x *Real) UnmarshalJSON(b []byte) error {
	*x = Real(parseReal(b))
	return nil
}

// MarshalJSON implements [json.Marshaler].
func (x Real) MarshalJSON() ([]byte, error) { return appendReal(nil, float64(x)), nil }

// Missing reports whether there is no number.
func (x Real) Missing() bool { return math.IsNaN(float64(x)) }

// Reals is a JSON array of numbers whose elements are read as a [Real] is.
// What is not an array is read as one missing number, so that a check of the
// length or of the numbers finds it.
type Reals []float64

// UnmarshalJSON implements [json.Unmarshaler]. It never fails, as for [Real].
func (xs *Reals) UnmarshalJSON(b []byte) error {
	switch {
	case string(b) == "null":
		*xs = nil
	case b[0] != '[':
		*xs = Reals{math.NaN()}
	case xs.decimals(b):
	case contains(b, '"') || contains(b[1:], '[') || contains(b, '{'):
		var mixed []Real // commas do not part the elements here
		if err := json.Unmarshal(b, &mixed); err != nil {
			return err
		}
		*xs = make(Reals, len(mixed))
		for i, x := range mixed {
			(*xs)[i] = float64(x)
		}
	default:
		*xs = parseReals(b[1 : len(b)-1])
	}
	return nil
}

// decimals reads an array of numbers without exponents, and reports whether b is one.
func (xs *Reals) decimals(b []byte) bool {
	list := make(Reals, 0, 1+bytes.Count(b, []byte{','}))
	for i := 1; ; i++ {
		i += spaces(b[i:])
		x, n := decimal(b[i:])
		if n == 0 {
			return false
		}
		list = append(list, x)
		i += n
		switch i += spaces(b[i:]); b[i] {
		case ',':
		case ']':
			*xs = list
			return true
		default:
			return false
		}
	}
}

func contains(b []byte, c byte) bool { return bytes.IndexByte(b, c) >= 0 }

// spaces is how many bytes of white space b begins with.
func spaces(b []byte) int {
	for i, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return i
		}
	}
	return len(b)
}

func parseReals(inner []byte) Reals {
	inner = bytes.TrimSpace(inner)
	if len(inner) == 0 {
		return Reals{}
	}
	list := make(Reals, 1+bytes.Count(inner, []byte{','}))
	for i := range list {
		end := bytes.IndexByte(inner, ',')
		if end < 0 {
			end = len(inner)
		}
		list[i] = parseReal(bytes.TrimSpace(inner[:end]))
		inner = inner[min(end+1, len(inner)):]
	}
	return list
}

// MarshalJSON implements [json.Marshaler].
func (xs Reals) MarshalJSON() ([]byte, error) {
	if xs == nil {
		return []byte("null"), nil
	}
	b := []byte{'['}
	for i, x := range xs {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReal(b, x)
	}
	return append(b, ']'), nil
}

func parseReal(b []byte) float64 {
	if x, n := decimal(b); n > 0 && n == len(b) {
		return x
	}
	x, err := strconv.ParseFloat(string(b), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(x, 0) {
		return math.NaN() // a number below the smallest is its rounding, 0
	}
	return x
}

func appendReal(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// nameOf says what JSON a Go type is read from.
func nameOf(t reflect.Type) string {
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
