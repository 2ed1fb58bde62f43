package widget

import (
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Describe returns the filter and the full selected cell ("layer_count, F1: .07 · n 60") with its
// query, or, without a cursor, the row's columns, because some may be hidden.
func (s *Sheet) Describe() string {
	said := ""
	if s.Of != nil && s.Words != "" {
		said = fmt.Sprintf("%d of %d contain %s", s.Count(), s.Of.Len(), loaders.Clean(s.Words))
	}
	if s.Count() == 0 {
		return said
	}
	return said + If(said != "", " · ") + s.describeCell()
}

func (s *Sheet) describeCell() string {
	row := s.Chosen()
	if !s.Cursor || s.Column == 0 {
		return s.RowText(row)
	}
	c := s.Of.Heads()[s.Column]
	cell := s.At(row, s.Column)
	text := fmt.Sprintf("%s, %s: %s", s.textAt(row, 0), c.Heading(), Brief(&c, cell))
	if in := cell.Interval; in != nil && c.Kind != table.Between {
		text += " (" + Span(&c, in) + ")"
	}
	if v, _ := cell.Value.(scoring.Value); v.Why() != "" {
		return text + " · " + loaders.Clean(strings.TrimPrefix(v.Why(), Brief(&c, cell)+": "))
	}
	if _, rests := cell.Value.(scoring.Value); rests && c.Rests {
		text += " · n " + strconv.Itoa(cell.N) + If(c.Counted != "", " "+c.Counted)
	}
	return loaders.Clean(text + If(cell.Leads != "", " where "+cell.Leads))
}

// RowName returns the selected row's first text.
func (s *Sheet) RowName() string { return loaders.Clean(s.textAt(s.Chosen(), 0)) }

// CellText returns the text of the selected cell.
func (s *Sheet) CellText() string { return strings.TrimSpace(s.textAt(s.Chosen(), s.Column)) }

// RowText returns the first cell and "HEADING TEXT" for others that are neither empty nor 0.
func (s *Sheet) RowText(rowIndex int) string {
	said := s.textAt(rowIndex, 0)
	for k := 1; k < len(s.heads); k++ {
		if text := s.textAt(rowIndex, k); text != "" && text != "0" {
			said += " · " + s.heads[k].Heading() + " " + text
		}
	}
	return said
}
