package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// spreads come before an interval's half width, its other end or both ends.
const spreads = "±≤≥["

// IndexOf returns the place of the first column of a name, -1 for none.
func IndexOf(columns []Column, name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

// Heading returns the column's heading, clean.
func (c *Column) Heading() string { return loaders.Clean(c.Meaning.Heading()) }

// Label returns the title by which a person names the column, clean.
func (c *Column) Label() string { return loaders.Clean(cmp.Or(c.Title, c.Name)) }

// Absent stands for a missing value; the reason of an undefined number is next to it.
const Absent = "–"

// IsAbsent reports whether a cell's text shows no value: it is empty or [Absent].
func IsAbsent(text string) bool { return text == "" || text == Absent }

// untested are the words with which the reasons begin why a group is not tested.
var untested = []string{"derived", "alone", "few", "equal"}

// AbsentText stands for an undefined value: one of [untested] with which its reason begins, else [Absent].
func AbsentText(v scoring.Value) string {
	if word, _, _ := strings.Cut(v.Why(), ": "); slices.Contains(untested, word) {
		return word
	}
	return Absent
}

// ChanceText writes the p of a test for people: three decimals, "< 0.001" for less
// than they can say, [Absent] where it is undefined.
func ChanceText(p scoring.Value) string {
	switch x, ok := p.Float(); {
	case !ok:
		return AbsentText(p)
	case x > 0 && x < 0.001:
		return "< 0.001"
	default:
		return strconv.FormatFloat(x, 'f', 3, 64)
	}
}

// formatNumber returns x with three decimals. If those would show nothing of the value beside it,
// or a long row of digits, x gets three digits and an exponent.
func formatNumber(x, beside float64) string {
	if size := math.Abs(beside); beside != 0 && (size < 0.0005 || size >= 1e6) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', 3, 64), "-0.000", "0.000", 1)
}

// Show returns a cell as clean text with its mark; "" for an empty cell, [Absent] for an undefined
// number.
func (c *Column) Show(cell Cell) string { return c.showCell(cell) + cell.Mark }

// showCell returns a cell as clean text, without the mark behind it: yes or no for a bool, [Absent]
// for an undefined value, numbers by the column's kind, and "" for any other type.
func (c *Column) showCell(cell Cell) string {
	switch v := cell.Value.(type) {
	case string:
		return loaders.Clean(v)
	case int:
		return strconv.Itoa(v)
	case bool:
		return loaders.IfElse(v, "yes", "no")
	case loaders.Verdict:
		return v.String()
	case float64:
		return c.formatReal(v, cell.Interval)
	case scoring.Value:
		if x, ok := v.Float(); ok {
			return c.formatReal(x, cell.Interval)
		}
		return AbsentText(v)
	}
	return ""
}

// formatReal returns a number as the column's kind shows it, followed by half the width of its
// interval, or by the other end of one that begins or ends with the number; of [Between] only the
// interval, [Absent] without one.
func (c *Column) formatReal(x float64, in *scoring.Interval) string {
	if (c.Kind == Change || c.Kind == Between) && math.Abs(x) < 0.0005 {
		x = 0 // a difference has the digits of the numbers beside it
	}
	text := c.formatDigits(x, x)
	switch {
	case c.Kind == Between && in == nil:
		return Absent
	case c.Kind == Between:
		return formatNumber(in.Low, x) + " to " + formatNumber(in.High, x)
	case c.Kind == Chance:
		return ChanceText(scoring.Defined(x))
	case c.Kind == Count:
		text = strconv.FormatFloat(x, 'f', 0, 64)
	case c.Kind == Change && x > 0:
		text = "+" + text
	}
	if in == nil {
		return text
	}
	return text + c.formatSpread(x, in)
}

// skewed is how many times one side of an interval may be the other to be shown as half its width;
// narrow leaves out zeros before points where it may not.
const skewed = 1.5

var narrow = strings.NewReplacer("[0.", "[.", " 0.", " .", "-0.", "-.")

// formatSpread returns interval in as shown behind its number x: " ≤" with the high end if it
// begins at x, " ≥" with the low end if it ends there, both ends, " [.088, .210]", if it is skewed,
// else, or if both ends look the same, " ±" with half its width.
func (c *Column) formatSpread(x float64, in *scoring.Interval) string {
	low, high := c.formatDigits(in.Low, x), c.formatDigits(in.High, x)
	below, above := x-in.Low, in.High-x
	switch {
	case high == low:
	case in.Low == x:
		return " ≤" + high
	case in.High == x:
		return " ≥" + low
	case max(below, above) > skewed*min(below, above):
		return narrow.Replace(" [" + low + ", " + high + "]")
	}
	return " ±" + c.formatDigits(in.PlusMinus(), x)
}

func (c *Column) formatDigits(x, beside float64) string {
	if c.Digits > 0 {
		return strconv.FormatFloat(x, 'f', c.Digits, 64)
	}
	return formatNumber(x, beside)
}

// whyUndefined returns the reason why a cell is undefined; "" if it is not.
func (c Cell) whyUndefined() string {
	v, _ := c.Value.(scoring.Value)
	return v.Why()
}
