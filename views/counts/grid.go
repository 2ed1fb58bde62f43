package counts

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/counting"
	"faithscope/views/widget"
)

// grid is the confusion of a run as rows of gold counts and columns of predicted
// ones, each with a total behind the last.
type grid struct {
	counting.Confusion
	gold, predicted []int // labels
}

func gridOf(c counting.Confusion) grid {
	g := grid{Confusion: c}
	g.gold, g.predicted = c.Labels()
	return g
}

func (g *grid) empty() bool { return g.Known == 0 }

// size is how many columns and rows there are, the totals included.
func (g *grid) size() image.Point { return image.Pt(len(g.predicted)+1, len(g.gold)+1) }

// first is the cell that is selected first: the one with the most wrong answers,
// the total where there are none.
func (g *grid) first() image.Point {
	best, most := image.Pt(len(g.predicted), len(g.gold)), 0
	for y, gold := range g.gold {
		for x, predicted := range g.predicted {
			if n := g.Count(gold, predicted); gold != predicted && n > most {
				best, most = image.Pt(x, y), n
			}
		}
	}
	return best
}

// picked are the labels of a row or a column, all of them for the total.
func picked(labels []int, at int) []int {
	if at < len(labels) {
		return labels[at : at+1]
	}
	return labels
}

// count is how many questions a cell has.
func (g *grid) count(at image.Point) (n int) {
	for _, gold := range picked(g.gold, at.Y) {
		for _, predicted := range picked(g.predicted, at.X) {
			n += g.Count(gold, predicted)
		}
	}
	return n
}

// share is a cell's share of its row, 0..1.
func (g *grid) share(at image.Point) float64 {
	return float64(g.count(at)) / float64(max(1, g.count(image.Pt(len(g.predicted), at.Y))))
}

// same reports whether a cell is of one count, gold and predicted.
func (g *grid) same(at image.Point) bool {
	return at.Y < len(g.gold) && at.X < len(g.predicted) && g.gold[at.Y] == g.predicted[at.X] && g.gold[at.Y] != counting.Over
}

// where is a query for a cell's examples. A question without a prediction is in no
// cell.
func (g *grid) where(at image.Point) string {
	const hasPrediction = "defined(count.predicted)"
	equals, and := "=", " "
	if unknown := g.Unknown > 0 && at.X >= len(g.predicted); unknown {
		equals, and = " == ", " and " // beside a function
	}
	var clauses []string
	if at.Y < len(g.gold) {
		clauses = append(clauses, clause("count.gold", equals, g.gold[at.Y]))
	}
	if at.X < len(g.predicted) {
		clauses = append(clauses, clause("count.predicted", equals, g.predicted[at.X]))
	}
	if and != " " || len(clauses) == 0 {
		clauses = append(clauses, hasPrediction)
	}
	return strings.Join(clauses, and)
}

// clause is a query for the questions of a label.
func clause(field, equals string, label int) string {
	switch label {
	case counting.Under:
		return field + "<0"
	case counting.Over:
		return field + ">" + strconv.Itoa(counting.Over-1)
	}
	return field + equals + strconv.Itoa(label)
}

// labelText is a label in at most three cells.
func labelText(label int) string { return clause("", "", label) }

// words say what a cell holds: "12 questions whose gold count is 3 and whose
// answer is 4, 14 % of those".
func (g *grid) words(at image.Point) string {
	text := loaders.Count(g.count(at), "question")
	switch rows, columns := at.Y < len(g.gold), at.X < len(g.predicted); {
	case rows && columns:
		text += fmt.Sprintf(": gold %s, predicted %s, %.0f %% of that gold count", labelText(g.gold[at.Y]), labelText(g.predicted[at.X]), 100*g.share(at))
	case rows:
		text += ": gold " + labelText(g.gold[at.Y])
	case columns:
		text += ": predicted " + labelText(g.predicted[at.X])
	}
	if g.Unknown > 0 && at.X >= len(g.predicted) {
		text += " · " + strconv.Itoa(g.Unknown) + " more of the run without a prediction"
	}
	return text
}

const (
	// labelWidth is the room of a gold count left of its row, cellWidth that of
	// a cell, of which there are some 17 in a row.
	labelWidth = 6
	cellWidth  = 4
	totalWidth = 6
)

// room is what the counts need, titles and totals included.
func (g *grid) room() image.Point {
	return image.Pt(labelWidth+len(g.predicted)*cellWidth+totalWidth, len(g.gold)+3)
}

// draw draws the counts below their labels, from row top on; a click picks a
// cell.
func (g *grid) draw(f *widget.Frame, area image.Rectangle, look widget.Look, selected image.Point, top int, pick func(at image.Point) tea.Cmd) {
	faint := widget.Ink(look.Theme.Faint)
	head, size := widget.Bold(faint), g.size()
	f.Text(area.Min.X+labelWidth+1, area.Min.Y, area.Dx()-labelWidth, faint, "predicted")
	f.Text(area.Min.X+2, area.Min.Y+1, labelWidth-2, faint, "gold")
	for column := range size.X {
		cell := g.column(area, column)
		widget.RightText(f, cell.Min.X, area.Min.Y+1, cell.Dx(), head, title(g.predicted, column))
	}
	for row := top; row < size.Y && area.Min.Y+2+row-top < area.Max.Y; row++ {
		y := area.Min.Y + 2 + row - top
		widget.RightText(f, area.Min.X, y, labelWidth-1, head, title(g.gold, row))
		for column := range size.X {
			cell, at := g.column(area, column), image.Pt(column, row)
			cell.Min.Y, cell.Max.Y = y, y+1
			g.drawCell(f, cell, look, at, at == selected)
			f.Click(cell, func() tea.Cmd { return pick(at) })
		}
	}
}

// column is where a column lies in area.
func (g *grid) column(area image.Rectangle, column int) image.Rectangle {
	area.Min.X += labelWidth + column*cellWidth
	if area.Max.X = area.Min.X + cellWidth; column == len(g.predicted) {
		area.Max.X = area.Min.X + totalWidth
	}
	return area
}

// title heads a row or a column.
func title(labels []int, at int) string {
	if at < len(labels) {
		return labelText(labels[at])
	}
	return "n"
}

// drawCell draws how many questions a cell has, in the colour of their share of
// the row; right ones are bold, and where there are no colours have a sign.
func (g *grid) drawCell(f *widget.Frame, area image.Rectangle, look widget.Look, at image.Point, selected bool) {
	n, total := g.count(at), at.X == len(g.predicted) || at.Y == len(g.gold)
	text, style := strconv.Itoa(n), widget.Ink(look.Theme.Text)
	switch {
	case n == 0:
		text, style = "·", widget.Ink(look.Theme.Faint)
	case !total:
		style = look.Heat().Style(g.share(at))
	}
	if g.same(at) && n > 0 {
		style = widget.Bold(style)
		if len(text) < area.Dx()-1 {
			text = "✓" + text
		}
	}
	if selected {
		style = widget.Bold(look.Selected())
		if len(text) < area.Dx() && !g.same(at) {
			text = "▸" + text
		}
	}
	f.Fill(area, style)
	widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), style, text)
}
