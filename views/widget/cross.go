package widget

import (
	"strconv"
	"strings"
)

// Cross has the sheet show a table of counts whose last row and column are totals
// ([facts.Table.Cross]): each in the colour of its share of the row. Where rows and
// columns are alike, values of one thing, a count of the same value twice has a
// sign.
func (s *Sheet) Cross(alike bool) {
	s.Cursor = true
	same := func(row, column int) bool {
		return alike && row < len(s.Of.Rows)-1 && s.Of.Rows[row][0].Value == s.Of.Columns[column].Name
	}
	s.Text = func(row, column int) string {
		switch n, count := s.At(row, column).Value.(int); {
		case !count:
			return Brief(&s.Of.Columns[column], s.At(row, column))
		case n == 0:
			return "·"
		case same(row, column):
			return "✓" + strconv.Itoa(n)
		default:
			return strconv.Itoa(n)
		}
	}
	s.Style = func(row, column int) Style {
		last := len(s.Of.Columns) - 1
		n, _ := s.At(row, column).Value.(int)
		if column == 0 || column == last || row == len(s.Of.Rows)-1 || n == 0 {
			return s.look.Theme.Faint
		}
		all, _ := s.At(row, last).Value.(int)
		return s.look.Heat(float64(n) / float64(max(1, all)))
	}
}

// ToMost selects the cell of a cross with the most examples of two different values, the
// total if there are none.
func (s *Sheet) ToMost() {
	s.Column = len(s.Of.Columns) - 1
	s.Select(len(s.Of.Rows) - 1)
	most := 0
	for row := range len(s.Of.Rows) - 1 {
		for column := 1; column < len(s.Of.Columns)-1; column++ {
			if n, _ := s.At(row, column).Value.(int); n > most && !strings.HasPrefix(s.Text(row, column), "✓") {
				most, s.Column = n, column
				s.Select(row)
			}
		}
	}
}
