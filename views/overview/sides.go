package overview

import (
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// sides says which verdicts a run has.
type sides uint8

const (
	bothSides    sides = iota // also while nothing was scored yet
	answerSide                // nothing scores faithfulness
	faithfulSide              // nobody knows which answers are right
	noSide
)

// sidesOf returns the verdicts that examples of q have, of which some were
// scored.
func sidesOf(q session.Quadrant) sides {
	placed := AllExamples.Count(q) - q.Unknown
	switch answers, faithful := q.RightUnscored+q.WrongUnscored, q.UnjudgedFaithful+q.UnjudgedUnfaithful; {
	case placed > 0 || answers > 0 && faithful > 0 || q.Unknown == 0:
		return bothSides
	case answers > 0:
		return answerSide
	case faithful > 0:
		return faithfulSide
	}
	return noSide
}

// cells are those of a run with these verdicts, without [AllExamples].
func (s sides) cells() []QuadrantCell {
	return [...][]QuadrantCell{
		bothSides:    {RightFaithful, RightUnfaithful, WrongFaithful, WrongUnfaithful, NoVerdict},
		answerSide:   {RightUnscored, WrongUnscored, Neither},
		faithfulSide: {UnjudgedFaithful, UnjudgedUnfaithful, Neither},
		noSide:       {Neither},
	}[s]
}

// has reports whether the cell is one of s: others have no number.
func (s sides) has(c QuadrantCell) bool {
	return c == AllExamples || c == NoVerdict || c == Neither || slices.Contains(s.cells(), c)
}

// counterpart is the cell of s that comes nearest to c.
func (s sides) counterpart(c QuadrantCell) QuadrantCell {
	if c == AllExamples || slices.Contains(s.cells(), c) {
		return c
	}
	near := map[QuadrantCell][4]QuadrantCell{
		RightFaithful:      {RightFaithful, RightUnscored, UnjudgedFaithful, Neither},
		RightUnfaithful:    {RightUnfaithful, RightUnscored, UnjudgedUnfaithful, Neither},
		WrongFaithful:      {WrongFaithful, WrongUnscored, UnjudgedFaithful, Neither},
		WrongUnfaithful:    {WrongUnfaithful, WrongUnscored, UnjudgedUnfaithful, Neither},
		RightUnscored:      {RightUnfaithful, RightUnscored, UnjudgedUnfaithful, Neither},
		WrongUnscored:      {WrongUnfaithful, WrongUnscored, UnjudgedUnfaithful, Neither},
		UnjudgedFaithful:   {RightFaithful, RightUnscored, UnjudgedFaithful, Neither},
		UnjudgedUnfaithful: {RightUnfaithful, RightUnscored, UnjudgedUnfaithful, Neither},
	}
	if cells, ok := near[c]; ok {
		return cells[s]
	}
	return s.cells()[len(s.cells())-1]
}

// list draws the cells of a run that lacks a side, one below the other, and
// says what is missing.
func (q quadrant) list(f *widget.Frame, area image.Rectangle) {
	const label = 14
	all := AllExamples.Count(q.counts)
	y := area.Min.Y
	var lines []string
	for _, why := range q.why {
		lines = append(lines, strings.Split(ansi.Wrap(loaders.Clean(why), max(8, area.Dx()), ""), "\n")...)
	}
	for _, line := range lines {
		if y == area.Min.Y+quadrantHeight-2*len(q.sides.cells()) {
			break
		}
		f.Text(area.Min.X, y, area.Dx(), widget.Ink(q.s.Theme.Faint), line)
		y++
	}
	y++
	for _, c := range q.sides.cells() {
		n := c.Count(q.counts)
		if n == 0 && c == Neither {
			continue
		}
		row := image.Rect(area.Min.X, y, min(area.Max.X, area.Min.X+66), y+1)
		base := widget.Style{}
		if c == q.selected && q.focused {
			base = q.s.Selected()
			f.Fill(row, base)
		}
		if c == q.selected {
			f.Text(row.Min.X, y, 1, widget.Over(widget.Bold(widget.Ink(q.s.Theme.Accent)), base), "▸")
		}
		glyph, tint := c.pattern(q.s)
		f.Text(row.Min.X+2, y, label, widget.Over(tint, base), c.String())
		widget.RightText(f, row.Min.X+2+label, y, 8, widget.Over(widget.Bold(widget.Ink(q.s.Theme.Text)), base), strconv.Itoa(n))
		x := row.Min.X + label + 12
		widget.RightText(f, x, y, 6, widget.Over(widget.Ink(q.s.Theme.Faint), base), widget.Percent(n, all))
		x += 8
		for k := range (n*(row.Max.X-1-x) + all - 1) / all {
			f.Text(x+k, y, 1, widget.Over(tint, base), glyph)
		}
		f.Click(row, func() tea.Cmd { return q.pick(c) })
		y += 2
	}
}
