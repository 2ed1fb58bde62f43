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
		return alike && row < s.Of.Len()-1 && s.At(row, 0).Value == s.heads[column].Name
	}
	s.Text = func(row, column int) string {
		switch n, count := s.At(row, column).Value.(int); {
		case !count:
			return Brief(&s.heads[column], s.At(row, column))
		case n == 0:
			return "·"
		case same(row, column):
			return "✓" + strconv.Itoa(n)
		default:
			return strconv.Itoa(n)
		}
	}
	s.Style = func(row, column int) Style {
		last := len(s.heads) - 1
		n, _ := s.At(row, column).Value.(int)
		if column == 0 || column == last || row == s.Of.Len()-1 || n == 0 {
			return s.look.Theme.Faint
		}
		all, _ := s.At(row, last).Value.(int)
		return s.look.Heat(float64(n) / float64(max(1, all)))
	}
}

// ToMost selects the cell of a cross with the most examples of two different values, the
// total if there are none.
func (s *Sheet) ToMost() {
	s.Column = len(s.heads) - 1
	s.ToRow(s.Of.Len() - 1)
	most := 0
	for row := range s.Of.Len() - 1 {
		for column := 1; column < len(s.heads)-1; column++ {
			if n, _ := s.At(row, column).Value.(int); n > most && !strings.HasPrefix(s.Text(row, column), "✓") {
				most, s.Column = n, column
				s.ToRow(row)
			}
		}
	}
}
