package scoring

import (
	"strconv"

	"faithscope/loaders/coding"
)

// Value is a number or the reason why there is none. The zero value is an
// undefined number without a reason; use [Undefined].
type Value struct {
	number  float64
	defined bool
	why     string
}

// Defined returns the value x. A NaN or an infinity is not a value: it becomes
// undefined, with that as its reason.
func Defined(x float64) Value {
	if x-x != 0 {
		return Undefined("not a finite number")
	}
	return Value{number: x, defined: true}
}

// Undefined returns the absent value with its reason.
func Undefined(why string) Value { return Value{why: why} }

// Float returns the number; ok is false where it is undefined.
func (v Value) Float() (x float64, ok bool) { return v.number, v.defined }

// Why returns the reason of an undefined value, "" for a number.
func (v Value) Why() string { return v.why }

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
	c.Either(name, &v.defined, &v.number, &v.why)
	if v.defined && v.number-v.number != 0 {
		c.Fail("the %s %v", name, v.number)
	}
}
