package report

import (
	"math"
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Shown writes a value for people, a dash where it is undefined.
func Shown(v scoring.Value) string {
	if x, ok := v.Float(); ok {
		return number(x)
	}
	return absent
}

// ShownScore writes a score for people.
func ShownScore(s scoring.Score) string {
	if session.MetricIn(s.Protocol, s.Metric).Chance {
		return scoring.Chance(s.Value)
	}
	return Shown(s.Value)
}

// absent stands for an undefined number; the reason stands beside it.
const absent = "–"

// number shows a value with three decimals. One that they would show as
// nothing, or as a row of digits, has three digits and an exponent.
func number(x float64) string { return besideValue(x, x) }

// besideValue shows x as the value that it stands beside is shown.
func besideValue(x, value float64) string {
	if size := math.Abs(value); value != 0 && (size < 0.0005 || size >= 1e6) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

func digits(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// allDigits writes a value, "" for none.
func allDigits(v scoring.Value) string {
	if x, ok := v.Float(); ok {
		return digits(x)
	}
	return ""
}

func pointer(v scoring.Value) *float64 {
	if x, ok := v.Float(); ok {
		return &x
	}
	return nil
}
