package scoring

import (
	"math"
	"strconv"
	"unique"

	"faithscope/loaders/coding"
)

// Value is a number or the reason why there is none. The zero value is an
// undefined number without a reason; use [Undefined].
type Value struct {
	number uint64                // the bits of a float64, turned over: those of the zero value are a NaN's
	why    unique.Handle[string] // of an undefined number
}

// Defined returns the value x. A NaN or an infinity is not a value: it becomes
// undefined, with that as its reason.
func Defined(x float64) Value {
	if x-x != 0 {
		return Undefined("not a finite number")
	}
	return Value{number: ^math.Float64bits(x)}
}

// Undefined returns the absent value with its reason.
func Undefined(why string) Value {
	if why == "" {
		return Value{}
	}
	return Value{why: unique.Make(why)}
}

// Float returns the number; ok is false, and the number 0, where it is undefined.
func (v Value) Float() (x float64, ok bool) {
	if x = math.Float64frombits(^v.number); x != x {
		return 0, false
	}
	return x, true
}

// Why returns the reason of an undefined value, "" for a number.
func (v Value) Why() string {
	if v.why == (unique.Handle[string]{}) {
		return ""
	}
	return v.why.Value()
}

// Chance writes the p of a test for people: three decimals, "< 0.001" for less
// than they can say, a dash where it is undefined.
func Chance(p Value) string {
	switch x, ok := p.Float(); {
	case !ok:
		return "–"
	case x > 0 && x < 0.001:
		return "< 0.001"
	default:
		return strconv.FormatFloat(x, 'f', 3, 64)
	}
}

// Mean accumulates numbers for their mean. Undefined values are counted
// apart and do not move it.
type Mean struct {
	Sum       float64
	Count     int
	Undefined int
}

// Add adds one value.
func (m *Mean) Add(v Value) {
	if x, ok := v.Float(); ok {
		m.Sum += x
		m.Count++
		return
	}
	m.Undefined++
}

// Merge adds the values of another mean.
func (m *Mean) Merge(o Mean) {
	m.Sum += o.Sum
	m.Count += o.Count
	m.Undefined += o.Undefined
}

// Value returns the mean, or why where nothing was added.
func (m Mean) Value(why string) Value {
	if m.Count == 0 {
		return Undefined(why)
	}
	return Defined(m.Sum / float64(m.Count))
}

// Field is the value as a field of something that is written.
func (v *Value) Field(c *coding.Coder, name string) {
	x, defined := v.Float()
	why := v.Why()
	c.Either(name, &defined, &x, &why)
	switch {
	case !c.Reads():
	case !defined:
		*v = Undefined(why)
	case x-x != 0:
		c.Fail("the %s %v", name, x)
	default:
		*v = Defined(x)
	}
}
