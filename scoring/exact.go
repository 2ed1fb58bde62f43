package scoring

import (
	"fmt"
	"math"
	"strconv"
)

// Exact is a number that JSON carries to the last bit, whether it is finite or
// not: NaN and the infinities are written as strings. It is for evidence that
// is read back ([Restore]); a file of a person has record.Real.
type Exact float64

// MarshalJSON implements [json.Marshaler].
func (x Exact) MarshalJSON() ([]byte, error) {
	b := strconv.AppendFloat(nil, float64(x), 'g', -1, 64)
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		b = append(append([]byte{'"'}, b...), '"')
	}
	return b, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *Exact) UnmarshalJSON(b []byte) error {
	word := string(b)
	if len(b) > 1 && b[0] == '"' {
		word = string(b[1 : len(b)-1])
	}
	v, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return fmt.Errorf("%.40q is not a number", b)
	}
	*x = Exact(v)
	return nil
}

// Exacts returns numbers as JSON carries them, nil for nil.
func Exacts(list []float64) []Exact { return numbers[Exact](list) }

// Floats is the way back from [Exacts].
func Floats(list []Exact) []float64 { return numbers[float64](list) }

func numbers[To, From ~float64](list []From) []To {
	if list == nil {
		return nil
	}
	out := make([]To, len(list))
	for i, x := range list {
		out[i] = To(x)
	}
	return out
}
