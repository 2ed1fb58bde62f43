package table

import (
	"math"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Absent stands for an undefined number; the reason stands beside it.
const Absent = "–"

// number shows x with three decimals, as the value that it stands beside. One that
// they would show as nothing, or as a row of digits, has three digits and an
// exponent.
func number(x, beside float64) string {
	if size := math.Abs(beside); beside != 0 && (size < 0.0005 || size >= 1e6) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// Show is a cell in clean text.
func (c *Column) Show(cell Cell) string {
	switch v := cell.Value.(type) {
	case string:
		return loaders.Clean(v)
	case int:
		return strconv.Itoa(v)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case loaders.Verdict:
		return v.String()
	case float64:
		return c.real(v, cell.Interval)
	case scoring.Value:
		if x, ok := v.Float(); ok {
			return c.real(x, cell.Interval)
		}
		return Absent
	}
	return ""
}

// real shows a number, with half the width of its interval.
func (c *Column) real(x float64, in *scoring.Interval) string {
	text := number(x, x)
	switch {
	case c.Kind == Between && in == nil:
		return Absent
	case c.Kind == Between:
		return number(in.Low, x) + " to " + number(in.High, x)
	case c.Kind == Chance:
		return scoring.Chance(scoring.Defined(x))
	case c.Kind == Change && x > 0:
		text = "+" + text
	case c.Digits > 0:
		text = strconv.FormatFloat(x, 'f', c.Digits, 64)
	}
	if in != nil {
		text += plusMinus + number(in.PlusMinus(), x)
	}
	return text
}

// why is the reason why a cell is undefined, "" for none.
func (c Cell) why() string {
	v, _ := c.Value.(scoring.Value)
	return v.Why()
}
