package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"

	"faithscope/loaders"
)

// LenientNumber is a JSON number. Null, what isn't a number, and what overflows a float64 are NaN: missing,
// not 0; NaN and the infinities are written as null.
type LenientNumber float64

// UnmarshalJSON implements [json.Unmarshaler] and never fails, because package json would not read
// the rest of the record.
func (x *LenientNumber) UnmarshalJSON(b []byte) error {
	*x = LenientNumber(parseReal(b))
	return nil
}

// MarshalJSON implements [json.Marshaler]: null for NaN and the infinities.
func (x LenientNumber) MarshalJSON() ([]byte, error) { return appendReal(nil, float64(x)), nil }

// Missing reports whether x is NaN.
func (x LenientNumber) Missing() bool { return math.IsNaN(float64(x)) }

// LenientNumbers is a JSON array of [LenientNumber]. Anything else is one missing number, so that a check finds it.
type LenientNumbers []float64

// UnmarshalJSON implements [json.Unmarshaler]: null is nil, elements that aren't numbers are NaN,
// and anything but an array is one NaN.
func (xs *LenientNumbers) UnmarshalJSON(b []byte) error {
	switch {
	case string(b) == "null":
		*xs = nil
	case b[0] != '[':
		*xs = LenientNumbers{math.NaN()}
	case xs.readNumbers(b):
	default:
		var mixed []LenientNumber // commas are not enough to separate the elements here
		if err := json.Unmarshal(b, &mixed); err != nil {
			return err
		}
		*xs = loaders.Map(mixed, func(x LenientNumber) float64 { return float64(x) })
	}
	return nil
}

// readNumbers leaves xs unchanged if there are strings, lists or objects, because commas are not
// enough to separate those.
func (xs *LenientNumbers) readNumbers(b []byte) bool {
	list := make(LenientNumbers, 0, 1+bytes.Count(b, []byte{','}))
	for i := 1; ; i++ {
		i += countSpaces(b[i:])
		x, n := parseDecimal(b[i:])
		if n == 0 {
			if n = bytes.IndexAny(b[i:], ",]\"[{ \t\r\n"); n > 0 {
				x = parseReal(b[i : i+n])
			} else if b[i] != ']' || len(list) > 0 {
				return false
			}
		}
		if n > 0 {
			list = append(list, x)
		}
		i += n
		switch i += countSpaces(b[i:]); b[i] {
		case ',':
		case ']':
			*xs = list
			return true
		default:
			return false
		}
	}
}

func containsByte(b []byte, c byte) bool { return bytes.IndexByte(b, c) >= 0 }

func countSpaces(b []byte) int {
	for i, c := range b {
		isSeparator := c != ' ' && c != '\t' && c != '\r' && c != '\n'
		if isSeparator {
			return i
		}
	}
	return len(b)
}

// MarshalJSON implements [json.Marshaler]: null for nil, NaN and infinities.
func (xs LenientNumbers) MarshalJSON() ([]byte, error) {
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
	if x, n := parseDecimal(b); n > 0 && n == len(b) {
		return x
	}
	x, err := strconv.ParseFloat(string(b), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(x, 0) {
		return math.NaN() // a number below the smallest is its rounding, 0
	}
	return x
}

func appendReal(b []byte, x float64) []byte {
	if !loaders.IsFinite(x) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

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

// Known returns the number; ok is false if x is missing or nil.
func (x *LenientNumber) Known() (_ float64, ok bool) {
	if x == nil || x.Missing() {
		return 0, false
	}
	return float64(*x), true
}

// maxSide is in pixels.
const maxSide = 1 << 24

// Side returns x in whole pixels, rounded down; 0 unless between 1 and 1<<24.
func (x LenientNumber) Side() int {
	if x >= 1 && x <= maxSide {
		return int(x)
	}
	return 0
}

// Corners returns a box from left, top, right and bottom; from another number of elements, one with
// NaN, which [Record.Boxes] reports.
func (xs LenientNumbers) Corners() loaders.Box {
	if len(xs) != 4 {
		return loaders.Box{X0: math.NaN()}
	}
	return loaders.Box{X0: xs[0], Y0: xs[1], X1: xs[2], Y1: xs[3]}
}

// Sized is [LenientNumbers.Corners] for left, top, width and height.
func (xs LenientNumbers) Sized() loaders.Box {
	b := xs.Corners()
	b.X1 += b.X0
	b.Y1 += b.Y0
	return b
}

// Signed reports whether any score is below 0.
func Signed(scores []float64) bool {
	return slices.ContainsFunc(scores, func(x float64) bool { return x < 0 })
}

// SpansOf is [SpanOf] for several pairs; nil and false if one isn't a span.
func SpansOf(startEndPairs [][]int, n int) (spans []loaders.Span, ok bool) {
	for _, p := range startEndPairs {
		s, ok := SpanOf(p, n)
		if !ok {
			return nil, false
		}
		spans = append(spans, s)
	}
	return spans, true
}

// SpanOf returns a [start, end] pair, possibly empty, as a span within n tokens; ok is false for anything else.
func SpanOf(pair []int, n int) (_ loaders.Span, ok bool) {
	if len(pair) != 2 || pair[0] < 0 || pair[1] < pair[0] || pair[1] > n {
		return loaders.Span{}, false
	}
	return loaders.Span{Start: pair[0], End: pair[1]}, true
}
