package widget

import (
	"strconv"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Brief returns the shortest text: ".07", "+.50", "7 %" (or "7" if the heading has the unit), a
// count with its noun.
func Brief(c *table.Column, cell table.Cell) string {
	v, number := cell.Value.(scoring.Value)
	if x, ok := cell.Value.(float64); ok {
		v, number = scoring.Defined(x), true
	}
	x, defined := v.Float()
	switch {
	case !number && cell.N > 0:
		return c.Show(cell) + " of " + strconv.Itoa(cell.N)
	case !number:
		return c.Show(cell)
	case c.Percent && defined && c.Kind == table.Change:
		return pointsOf(x)
	case c.Percent && defined:
		return strings.TrimSuffix(Percent(x), If(c.Unit != "", " %"))
	case c.Kind == table.Between:
		return Span(c, cell.Interval)
	case c.Kind == table.Chance:
		return Chance(v)
	case c.Kind == table.Change:
		return Signed(v)
	case c.Digits > 0, c.Kind == table.Count:
		return c.Show(cell)
	}
	return Number(v) + cell.Mark
}

// Signed writes a difference, without a sign if it rounds to 0.
func Signed(v scoring.Value) string {
	text := Number(v)
	x, _ := v.Float()
	return If(x > 0 && text != Decimal(0), "+") + text
}

// Span writes an interval of a column's values, a dash for none.
func Span(c *table.Column, interval *scoring.Interval) string {
	if interval == nil {
		return table.Absent
	}
	end := *c
	if c.Kind == table.Between {
		end.Kind = table.Change
	}
	return Brief(&end, table.Cell{Value: interval.Low}) + " to " + Brief(&end, table.Cell{Value: interval.High})
}
