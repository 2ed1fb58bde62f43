package evidence

import (
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
		row[i].Text = absent
	}
	row[rowColumn].Text, row[tokenColumn] = r.label(), filling(g.farthest(r))
	if compare {
		if numbers, random, ok := g.against(r, reference); ok {
			defined, why := false, ""
			for i, x := range each(&numbers) {
				row[agreeColumn+i].Text = widget.Number(x)
				if _, ok := x.Float(); ok {
					defined = true
				} else {
					why = x.Why()
				}
			}
			if !defined {
				row[tokenColumn] = filling(why)
			}
			for i, x := range each(&random) {
				row[randomColumn+i].Text = widget.Number(x)
			}
		} else if r == reference {
			row[rowColumn].Text += " ◂"
		}
	}
	return Line{Row: row, Aside: r.reference()}
}

// filling is an entry that takes what room there is, and asks for none.
func filling(text string) widget.Entry { return drawn(text, text) }

// drawn is such an entry whose words are others than what is drawn.
func drawn(words, text string) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), base, text)
	}}
}

// disagreed names the tokens that the attributions disagree on most.
func (g *grid) disagreed() Line {
	names := make([]string, len(g.apart))
	for i, token := range g.apart {
		names[i] = g.tokens[token]
	}
	row := make([]widget.Entry, rowColumns)
	row[rowColumn].Text, row[tokenColumn] = "rows differ", filling(strings.Join(names, " · "))
	return Line{Of: -1, Row: row}
}
