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

const spreads = "±≤≥["

// IndexOf returns -1 for none.
func IndexOf(columns []Column, name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

func placeOf(columns *[]Column, c Column) int {
	k := IndexOf(*columns, c.Name)
	if k < 0 {
		k, *columns = len(*columns), append(*columns, c)
	}
	return k
}

// Put sets a row's cell in the column with c's name, appended if new.
func (t *Table) Put(rowIndex int, c Column, cell Cell) {
	k, row := placeOf(&t.Columns, c), t.Rows[rowIndex]
	row = append(row, make([]Cell, max(0, k+1-len(row)))...)
	row[k], t.Rows[rowIndex] = cell, row
}

// Heading is clean.
func (c *Column) Heading() string { return loaders.Clean(c.ColumnMeaning.Heading()) }

// Label is clean.
func (c *Column) Label() string { return loaders.Clean(cmp.Or(c.Title, c.Name)) }

// Absent is a missing value; an undefined number's reason is beside it.
const Absent = "–"

// IsAbsent reports whether a text shows no value.
func IsAbsent(cellText string) bool { return cellText == "" || cellText == Absent }

var untested = []string{"derived", "few", "equal"}

// AbsentText is one of [untested] if the reason begins with it, else [Absent].
func AbsentText(v scoring.Value) string {
	if word, _, _ := strings.Cut(v.Why(), ": "); slices.Contains(untested, word) {
		return word
	}
	return Absent
}

// ChanceText has three decimals, "< 0.001" for smaller ones, [Absent] if undefined.
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

func formatNumber(x, magnitude float64) string {
	if size := math.Abs(magnitude); magnitude != 0 && (size < 0.0005 || size >= 1e6) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', 3, 64), "-0.000", "0.000", 1)
}

// Show returns clean text with the mark; "" for an empty cell, [Absent] for an undefined number.
func (c *Column) Show(cell Cell) string { return c.showCell(cell) + cell.Mark }

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

func (c *Column) formatReal(x float64, interval *scoring.Interval) string {
	if (c.Kind == Change || c.Kind == Between) && math.Abs(x) < 0.0005 {
		x = 0
	}
	text := c.formatDigits(x, x)
	switch {
	case c.Kind == Between && interval == nil:
		return Absent
	case c.Kind == Between:
		return formatNumber(interval.Low, x) + " to " + formatNumber(interval.High, x)
	case c.Kind == Chance:
		return ChanceText(scoring.Defined(x))
	case c.Kind == Count:
		text = strconv.FormatFloat(x, 'f', 0, 64)
	case c.Kind == Change && x > 0:
		text = "+" + text
	}
	if interval == nil {
		return text
	}
	return text + c.formatSpread(x, interval)
}

// up to which ratio of its sides an interval is shown as half its width; narrow drops zeros before
// points
const skewed = 1.5

var narrow = strings.NewReplacer("[0.", "[.", " 0.", " .", "-0.", "-.")

// One end if it begins or ends there, both if skewed, otherwise half the width.
func (c *Column) formatSpread(x float64, interval *scoring.Interval) string {
	low, high := c.formatDigits(interval.Low, x), c.formatDigits(interval.High, x)
	below, above := x-interval.Low, interval.High-x
	switch {
	case high == low:
	case interval.Low == x:
		return " ≤" + high
	case interval.High == x:
		return " ≥" + low
	case max(below, above) > skewed*min(below, above):
		return narrow.Replace(" [" + low + ", " + high + "]")
	}
	return " ±" + c.formatDigits(interval.PlusMinus(), x)
}

func (c *Column) formatDigits(x, magnitude float64) string {
	if c.Digits > 0 {
		return strconv.FormatFloat(x, 'f', c.Digits, 64)
	}
	return formatNumber(x, magnitude)
}

func (c Cell) whyUndefined() string {
	v, _ := c.Value.(scoring.Value)
	return v.Why()
}
