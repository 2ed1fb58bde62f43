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

// Absent stands for an undefined number; the reason stands beside it.
const Absent = "–"

// Shown writes a value for people, a dash where it is undefined.
func Shown(v scoring.Value) string {
	text, _ := (&Column{Kind: Number}).show(Cell{Value: v})
	return text
}

// number shows x with three decimals, as the value that it stands beside. One that
// they would show as nothing, or as a row of digits, has three digits and an
// exponent.
func number(x, beside float64) string {
	if size := math.Abs(beside); beside != 0 && (size < 0.0005 || size >= 1e6) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// show is a cell in clean text, and what stands behind its ±, "" for nothing.
func (c *Column) show(cell Cell) (text, spread string) {
	switch v := cell.Value.(type) {
	case string:
		return loaders.Clean(v), ""
	case int:
		return strconv.Itoa(v), ""
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v], ""
	case loaders.Verdict:
		return v.String(), ""
	case float64:
		return c.real(v, cell.Interval)
	case scoring.Value:
		if x, ok := v.Float(); ok {
			return c.real(x, cell.Interval)
		}
		return Absent, ""
	}
	return "", ""
}

// real shows a number.
func (c *Column) real(x float64, in *scoring.Interval) (text, spread string) {
	switch {
	case c.Kind == Between && in == nil:
		return Absent, ""
	case c.Kind == Between:
		return number(in.Low, x) + " to " + number(in.High, x), ""
	case c.Kind == Chance:
		return scoring.Chance(scoring.Defined(x)), ""
	case c.Digits > 0:
		text = strconv.FormatFloat(x, 'f', c.Digits, 64)
	default:
		text = number(x, x)
	}
	if c.Kind == Change && x > 0 {
		text = "+" + text
	}
	if in != nil {
		spread = number(in.PlusMinus(), x)
	}
	return text, spread
}

// why is the reason why a cell is undefined, "" for none.
func (c Cell) why() string {
	v, _ := c.Value.(scoring.Value)
	return v.Why()
}

// sheet is a table laid out for people: clean text. Behind its columns stand how
// many examples the numbers of a row rest on, where columns know: one number where
// all rest on as many, else one for each.
type sheet struct {
	head  []string
	align string // a letter for each column: l for words, r for numbers
	rows  [][]string
	// spreads are what stands behind the ± of each cell, "" for nothing.
	spreads [][]string
	why     []string // why the last undefined number of a row is, "" for none
}

// lay lays the table out.
func (t *Table) lay() *sheet {
	s, counts := &sheet{}, "n"
	rests := slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Rests })
	for k := range t.Columns {
		s.head = append(s.head, t.Columns[k].Heading())
		s.align += align(t.Columns[k].Kind)
	}
	for _, cells := range t.Rows {
		var texts, spreads, n []string
		why := ""
		for k := range t.Columns {
			var cell Cell
			if k < len(cells) {
				cell = cells[k]
			}
			text, spread := t.Columns[k].show(cell)
			texts, spreads = append(texts, text), append(spreads, spread)
			if t.Columns[k].Rests && cell.Value != nil {
				n = append(n, strconv.Itoa(cell.N))
			}
			why = cmp.Or(loaders.Clean(cell.why()), why)
		}
		if same := slices.Compact(slices.Clone(n)); len(same) == 1 {
			n = same
		} else if n != nil {
			counts = "n of each"
		}
		if rests {
			texts, spreads = append(texts, strings.Join(n, "/")), append(spreads, "")
		}
		s.rows, s.spreads, s.why = append(s.rows, texts), append(s.spreads, spreads), append(s.why, why)
	}
	if rests {
		s.head, s.align = append(s.head, counts), s.align+"r"
	}
	return s
}

// align is the letter of a column of a kind.
func align(k Kind) string {
	if k == Text {
		return "l"
	}
	return "r"
}

// reasons reports whether a number of any row is undefined.
func (s *sheet) reasons() bool {
	return slices.ContainsFunc(s.why, func(why string) bool { return why != "" })
}

// hasSpread reports whether any number has a ±.
func (s *sheet) hasSpread() bool {
	return slices.ContainsFunc(s.spreads, func(row []string) bool { return slices.ContainsFunc(row, func(x string) bool { return x != "" }) })
}

// cells are the texts of the rows, each with its ±, and behind them the reasons
// under a heading of their own where there are any.
func (s *sheet) cells(reasons string) (head []string, align string, rows [][]string) {
	head, align = s.head, s.align
	if s.reasons() {
		head, align = append(slices.Clip(head), reasons), align+"l"
	}
	for i, texts := range s.rows {
		row := slices.Clone(texts)
		for k, spread := range s.spreads[i] {
			if spread != "" {
				row[k] += " ±" + spread
			}
		}
		if s.reasons() {
			row = append(row, s.why[i])
		}
		rows = append(rows, row)
	}
	return head, align, rows
}

// titled are the tables of a part that are for people, each with its title and
// notes as clean lines.
func (p *Part) titled(each func(t *Table, lines []string)) {
	for _, t := range p.Tables {
		if t.Title != "" {
			each(t, clean(append([]string{t.Title}, t.Notes...)))
		}
	}
}

// head are the clean lines that a part begins with.
func (p *Part) head() []string {
	if p.Path == "" {
		return clean(p.Lines)
	}
	return clean(append([]string{p.Name, p.Path}, p.Lines...))
}

// clean are the lines that say something, clean.
func clean(lines []string) (out []string) {
	for _, line := range lines {
		if line != "" {
			out = append(out, loaders.Clean(line))
		}
	}
	return out
}
