package loaders

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

// MaxDepth is how deep the arrays and objects of a record may nest.
const MaxDepth = 256

// Real is a JSON number of which null, and one too large for a float64, is
// NaN: missing, and not 0.
type Real float64

// UnmarshalJSON implements [json.Unmarshaler].
func (x *Real) UnmarshalJSON(b []byte) error {
	v, err := real(b)
	*x = Real(v)
	return err
}

// Missing reports whether there is no number.
func (x Real) Missing() bool { return math.IsNaN(float64(x)) }

// Reals is a JSON array of numbers in which null is NaN.
type Reals []float64

// UnmarshalJSON implements [json.Unmarshaler].
func (xs *Reals) UnmarshalJSON(b []byte) error {
	var list []Real
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	*xs = nil
	if list != nil {
		*xs = make(Reals, len(list))
	}
	for i, x := range list {
		(*xs)[i] = float64(x)
	}
	return nil
}

func real(b []byte) (float64, error) {
	if string(b) == "null" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(string(b), 64)
	if errors.Is(err, strconv.ErrRange) {
		return math.NaN(), nil
	}
	return v, err
}

// plainJSON returns b with Python's bare NaN, Infinity and -Infinity replaced
// by null, how many there were, and an error for deep nesting.
func plainJSON(b []byte) (plain []byte, bare int, err error) {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > MaxDepth {
				return nil, 0, errors.New("nests deeper than " + strconv.Itoa(MaxDepth) + " levels")
			}
		case c == ']' || c == '}':
			depth--
		case c == 'N' || c == 'I':
			bare++
		}
	}
	if bare == 0 {
		return b, 0, nil
	}
	return replaceBare(b)
}

func replaceBare(b []byte) (plain []byte, bare int, err error) {
	quoted := false
	for i := 0; i < len(b); i++ {
		if quoted && b[i] == '\\' && i+1 < len(b) {
			plain = append(plain, b[i], b[i+1])
			i++
			continue
		}
		if b[i] == '"' {
			quoted = !quoted
		}
		if n := bareToken(b[i:]); n > 0 && !quoted {
			plain = append(plain, "null"...)
			bare++
			i += n - 1
			continue
		}
		plain = append(plain, b[i])
	}
	return plain, bare, nil
}

func bareToken(b []byte) int {
	for _, token := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(b, []byte(token)) {
			return len(token)
		}
	}
	return 0
}
