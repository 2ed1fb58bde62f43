package widget

import (
	"fmt"
	"image"
	"strings"

	"charm.land/lipgloss/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// One kind of cause has one shade of wrong, so that modules compare. Causes of one protocol follow each other.
func causeStyle(l Look, c scoring.Cause) Style {
	t := l.Theme
	return [...]Style{
		{}, {Fg: lipgloss.Lighten(t.Miss, .6)}, {Fg: lipgloss.Lighten(t.Miss, .35)}, {Fg: t.Miss}, {Fg: lipgloss.Darken(t.Miss, .5)}, t.Faint,
	}[c%6]
}

// causeGlyph is solid if its colour tells the cause from the others shown.
func causeGlyph(l Look, c scoring.Cause, shown []scoring.Cause) string {
	isAlike := l.Theme.Right.Fg == nil || loaders.CountFunc(shown, func(other scoring.Cause) bool { return other%6 == c%6 }) > 1
	return loaders.IfElse(isAlike, string([]rune("▆▓▒░╱╳▚▞▙▜▖▗▘▝▟")[(c-1)%15]), "▆")
}

// DrawCauses shows a table's causes as one bar behind other columns and returns them in order. The
// row with the most has a whole bar.
func (s *Sheet) DrawCauses(causesTable *table.Table, titleColumn Column) (causes []scoring.Cause) {
	var at []int
	s.Drawn = nil
	for k, c := range causesTable.Columns {
		if cause, ok := First(scoring.Causes(), func(x scoring.Cause) bool { return x.Sentence() == c.Help }); ok {
			causes, at = append(causes, cause), append(at, k)
		}
	}
	if causes == nil {
		return nil
	}
	counts := func(row int) []int {
		return loaders.Map(at, func(k int) int {
			n, _ := causesTable.At(row, k).Value.(int)
			return n
		})
	}
	most := 0
	for row := range causesTable.Rows {
		most = max(most, loaders.Sum(counts(row)))
	}
	titleColumn.Title = "why"
	titleColumn.Draw = func(f *Frame, area image.Rectangle, base Style, row int) {
		pen, from, sum, own := NewPen(f, area), 0, 0, counts(row)
		later := loaders.CountFunc(own, func(n int) bool { return n > 0 })
		for i, c := range causes {
			n, to := own[i], from
			if sum += n; n > 0 { // none without a cell
				later--
				to = max(from+1, min((sum*area.Dx()+most/2)/most, area.Dx()-later))
			}
			text := strings.Repeat(causeGlyph(s.look, c, causes), to-from)
			if f.Plain {
				text = If(n > 0, fmt.Sprintf("%d %s  ", n, c))
			}
			colour := causeStyle(s.look, c)
			st := Over(colour, base)
			if colour.Fg != nil { // a block keeps its colour where a letter couldn't be read
				st.Fg = colour.Fg
			}
			pen.Put(st, text)
			from = to
		}
	}
	s.Drawn = &titleColumn
	return causes
}

// CauseKey writes the legend of causes; nothing in a plain look, because its bars are numbers.
func CauseKey(pen *Pen, l Look, shownCauses []scoring.Cause) {
	if l.Plain {
		return
	}
	for _, c := range shownCauses {
		pen.Put(causeStyle(l, c), causeGlyph(l, c, shownCauses))
		pen.Put(l.Theme.Faint, " "+c.String()+"  ")
	}
}
