package scoring

import (
	"math"
	"math/big"
	"slices"
	"unique"

	"faithscope/loaders/coding"
)

// Value is a number or why there is none.
type Value struct {
	number uint64 // inverted float64 bits, so that zero is a NaN
	reason unique.Handle[string]
}

// Defined turns a NaN or an infinity into an undefined value.
func Defined(x float64) Value {
	if x-x != 0 {
		return Undefined("not a finite number")
	}
	return Value{number: ^math.Float64bits(x)}
}

// Undefined returns a value without a number.
func Undefined(undefinedReason string) Value {
	if undefinedReason == "" {
		return Value{}
	}
	return Value{reason: unique.Make(undefinedReason)}
}

// Float returns 0 and false if v is undefined.
func (v Value) Float() (x float64, ok bool) {
	if x = math.Float64frombits(^v.number); x != x {
		return 0, false
	}
	return x, true
}

// IsDefined reports whether there is a number.
func (v Value) IsDefined() bool {
	_, ok := v.Float()
	return ok
}

// Map returns f of the number, undefined if that isn't finite; v itself without a number.
func (v Value) Map(f func(x float64) float64) Value {
	if x, ok := v.Float(); ok {
		return Defined(f(x))
	}
	return v
}

// Why returns the reason, "" for a number.
func (v Value) Why() string {
	if v.reason == (unique.Handle[string]{}) {
		return ""
	}
	return v.reason.Value()
}

// Quotient is undefined for the reason if n is 0.
func Quotient(x, n float64, undefinedReason string) Value {
	if n == 0 {
		return Undefined(undefinedReason)
	}
	return Defined(x / n)
}

// F1 is the harmonic mean, 0 if both are 0.
func F1(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// AppendNew appends the missing values, each once, in order.
func AppendNew[T comparable](items []T, candidates ...T) []T {
	for _, v := range candidates {
		if !slices.Contains(items, v) {
			items = append(items, v)
		}
	}
	return items
}

// FindOrAppend returns the first match in the list, or appends newElement. The pointer is good until the
// list grows.
func FindOrAppend[T any](items *[]T, isMatch func(T) bool, newElement T) *T {
	i := slices.IndexFunc(*items, isMatch)
	if i < 0 {
		i, *items = len(*items), append(*items, newElement)
	}
	return &(*items)[i]
}

// Mean averages defined values and counts the others.
type Mean struct {
	Sum       float64
	Count     int
	Undefined int
}

// Add adds a value to the sum, or counts it as undefined.
func (m *Mean) Add(v Value) {
	if x, ok := v.Float(); ok {
		m.Sum += x
		m.Count++
		return
	}
	m.Undefined++
}

// Merge adds another mean's values.
func (m *Mean) Merge(o Mean) {
	m.Sum += o.Sum
	m.Count += o.Count
	m.Undefined += o.Undefined
}

// Value is undefined for the reason without numbers.
func (m Mean) Value(undefinedReason string) Value {
	return Quotient(m.Sum, float64(m.Count), undefinedReason)
}

// Fields codes v. Reading a non-finite number is an error of the coder.
func (v *Value) Fields(c *coding.Coder) {
	x, defined := v.Float()
	why := v.Why()
	if c.Bool(&defined); defined {
		c.Float(&x)
	} else {
		c.Text(&why)
	}
	switch {
	case !c.Reads():
	case !defined:
		*v = Undefined(why)
	case x-x != 0:
		c.Fail("invalid value %v", x)
	default:
		*v = Defined(x)
	}
}

// Sum adds float64s exactly and rounds once, when read, so order and sharding don't matter. The
// zero value is 0.
//
// Limb i counts multiples of 2^(32i-1074), and has 31 bits to spare for carries (Kulisch's long
// accumulator). It takes 544 bytes and a copy is independent.
type Sum struct {
	limbs [limbs]int64
	adds  int
	odd   float64
}

const (
	limbBits = 32
	// 2098 bits for all float64, and 46 for carries
	limbs    = 67
	lowest   = -1074
	mostAdds = 1 << 30
)

// Add doesn't round. Infinities and NaN make Float infinite or NaN.
func (s *Sum) Add(x float64) {
	if x == 0 {
		return
	}
	bits := math.Float64bits(x)
	exponent, mantissa := int(bits>>52&0x7ff), bits&(1<<52-1)
	switch exponent {
	case 0x7ff:
		s.odd += x
		return
	case 0:
		exponent = 1 // subnormal
	default:
		mantissa |= 1 << 52
	}
	place := uint(exponent - 1)
	at, shift := place/limbBits%64, place%limbBits
	const mask = 1<<limbBits - 1
	low, middle, high := int64(mantissa<<shift&mask), int64(mantissa>>(limbBits-shift)&mask), int64(mantissa>>(2*limbBits-shift))
	if bits>>63 != 0 {
		low, middle, high = -low, -middle, -high
	}
	s.limbs[at] += low
	s.limbs[at+1] += middle
	s.limbs[at+2] += high
	if s.adds++; s.adds >= mostAdds {
		s.carry()
	}
}

// Merge adds another sum exactly.
func (s *Sum) Merge(o *Sum) {
	s.odd += o.odd
	if s.adds+o.adds >= mostAdds {
		s.carry()
		c := *o
		c.carry()
		o = &c
	}
	for i, x := range o.limbs {
		s.limbs[i] += x
	}
	s.adds += o.adds
}

func (s *Sum) carry() {
	for i := range limbs - 1 {
		high := s.limbs[i] >> limbBits
		s.limbs[i] -= high << limbBits
		s.limbs[i+1] += high
	}
	s.adds = 1
}

// Float rounds to the nearest float64: infinite on overflow or after an infinity, NaN after a NaN
// or two opposite infinities.
func (s *Sum) Float() float64 {
	if s.odd != 0 {
		return s.odd
	}
	c := *s
	c.carry()
	total := big.NewInt(c.limbs[limbs-1])
	for i := limbs - 2; i >= 0; i-- {
		total.Lsh(total, limbBits).Add(total, big.NewInt(c.limbs[i]))
	}
	if total.Sign() == 0 {
		return 0
	}
	exact := new(big.Float).SetInt(total)
	x, _ := exact.SetMantExp(exact, lowest).Float64()
	return x
}
