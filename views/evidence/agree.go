package evidence

import (
	"fmt"
	"image"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/agreement"
	"faithscope/views/widget"
)

// The columns of the words about rows.
const (
	rowColumn = iota
	agreeColumn
	randomColumn = agreeColumn + agreeCount
	tokenColumn  = randomColumn + agreeCount
	rowColumns   = tokenColumn + 1
)

// agreeCount is how many numbers say how well two rows agree: r, AUC and IoU.
const agreeCount = 3

// agreeNames are their names.
var agreeNames = [agreeCount]string{"r", "AUC", "IoU"}

// agreeWidth is the room of one of them.
const agreeWidth = 5

// leastFarthest is the room of the tokens that a row is farthest from 0 on.
const leastFarthest = 10

// agreementColumns are those of a table of rows held against a reference.
func agreementColumns(reference string) []widget.Column {
	columns := make([]widget.Column, rowColumns)
	columns[rowColumn] = widget.Column{Title: "row"}
	for i, name := range agreeNames {
		columns[agreeColumn+i] = widget.Column{Title: name, Group: "with " + reference, Width: agreeWidth, Right: true}
		columns[randomColumn+i] = widget.Column{Title: name, Group: "at random", Width: agreeWidth, Right: true, Drop: 1}
	}
	columns[tokenColumn] = widget.Column{Title: "farthest from 0", Grow: 1, Width: leastFarthest}
	return columns
}

// each are the numbers in the order of their names.
func each(n *agreement.Numbers) [agreeCount]scoring.Value {
	return [...]scoring.Value{n.R, n.AUC, n.IoU}
}

// lines say of every row how well it agrees with its grid's reference, and
// which tokens it points at; then which the attributions disagree on most.
func (gs *grids) lines(wanted string) (lines []Line, columns []widget.Column) {
	named, row, several := "", 0, 0
	for _, g := range gs.all {
		if len(g.rows) > 0 {
			several++
		}
	}
	for _, g := range gs.all {
		reference := g.reference(wanted)
		if reference != nil && named == "" {
			named = loaders.Clean(reference.label())
		}
		where := ""
		if several > 1 {
			where = g.name + " "
		}
		for _, r := range g.rows {
			line := g.line(r, reference, row < mostCompared)
			line.Of, line.Where = row, where
			lines = append(lines, line)
			row++
		}
		if len(g.apart) > 0 {
			line := g.disagreed()
			line.Where = where
			lines = append(lines, line)
		}
	}
	if named != "" {
		columns = agreementColumns(named)
	}
	return lines, columns
}

// line is a row of a grid, held against the reference where compare says so.
func (g *grid) line(r, reference *scoreRow, compare bool) Line {
	row := make([]widget.Entry, rowColumns)
	for i := range row {
		row[i].Text = "–"
	}
	top := g.farthest(r)
	row[rowColumn].Text, row[tokenColumn] = r.label(), filling(top)
	text := r.label()
	if compare {
		if numbers, random, ok := g.against(r, reference); ok {
			text += ": " + agreed(&numbers, &random) + " with " + reference.label()
			for i, x := range each(&numbers) {
				row[agreeColumn+i].Text = widget.Number(x)
			}
			for i, x := range each(&random) {
				row[randomColumn+i].Text = widget.Number(x)
			}
		} else if r == reference {
			text += ", the reference"
			row[rowColumn].Text += " ◂"
		}
	}
	return Line{Text: text + ": " + top, Row: row}
}

// filling is an entry that takes what room there is, and asks for none.
func filling(text string) widget.Entry {
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), base, text)
	}}
}

// agreed says how well a row agrees, beside what is so at random; of what is
// undefined it says why.
func agreed(numbers, random *agreement.Numbers) string {
	var parts []string
	why := ""
	expected := each(random)
	for i, x := range each(numbers) {
		if _, ok := x.Float(); !ok {
			why = x.Why()
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s (%s at random)", agreeNames[i], widget.Number(x), widget.Number(expected[i])))
	}
	if len(parts) == 0 {
		return "– " + why
	}
	return strings.Join(parts, ", ")
}

// disagreed names the tokens that the attributions disagree on most.
func (g *grid) disagreed() Line {
	names := make([]string, len(g.apart))
	for i, token := range g.apart {
		names[i] = g.tokens[token]
	}
	row := make([]widget.Entry, rowColumns)
	row[rowColumn].Text, row[tokenColumn] = "rows differ", filling(strings.Join(names, " · "))
	return Line{Of: -1, Text: "the attributions disagree most on " + strings.Join(names, ", "), Row: row}
}
