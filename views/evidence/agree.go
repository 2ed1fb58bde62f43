package evidence

import (
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/agreement"
	"faithscope/views/widget"
)

// agreements are the numbers that say how well two rows agree.
var agreements = [...]struct {
	name string
	of   func(n *agreement.Numbers) scoring.Value
}{
	{"r", func(n *agreement.Numbers) scoring.Value { return n.R }},
	{"AUC", func(n *agreement.Numbers) scoring.Value { return n.AUC }},
	{"IoU", func(n *agreement.Numbers) scoring.Value { return n.IoU }},
}

const (
	// agreeWidth is the room of one of them.
	agreeWidth = 5
	// leastFarthest is the room of the tokens that a row is farthest from 0 on.
	leastFarthest = 10
)

// agreementColumns are those of a table of rows held against a reference: the
// row, how well it agrees, how well a random one does, and where it is farthest
// from 0.
func agreementColumns(reference string) []widget.Column {
	columns := []widget.Column{{Title: "row"}}
	for drop, group := range []string{"with " + reference, "at random"} {
		for _, n := range agreements {
			columns = append(columns, widget.Column{Title: n.name, Group: group, Width: agreeWidth, Right: true, Drop: drop})
		}
	}
	return append(columns, widget.Column{Title: "farthest from 0", Grow: 1, Width: leastFarthest})
}

// lines say of every row how well it agrees with its grid's reference, and
// which tokens it points at; then which the attributions disagree on most.
func (gs *grids) lines(wanted string) (lines []Line, columns []widget.Column) {
	row, several := 0, 0
	for _, g := range gs.all {
		if len(g.rows) > 0 {
			several++
		}
	}
	for _, g := range gs.all {
		reference := g.reference(wanted)
		if reference != nil && columns == nil {
			columns = agreementColumns(loaders.Clean(reference.label()))
		}
		where := ""
		if several > 1 {
			where = g.name + " "
		}
		for _, r := range g.rows {
			lines = append(lines, Line{Of: row, Where: where, Row: g.line(r, reference, row < mostCompared), Aside: r.reference()})
			row++
		}
		if len(g.apart) > 0 {
			names := make([]string, len(g.apart))
			for i, token := range g.apart {
				names[i] = g.tokens[token]
			}
			lines = append(lines, Line{Of: -1, Where: where, Row: agreementRow("rows differ", nil, strings.Join(names, " · "))})
		}
	}
	return lines, columns
}

// agreementRow is a row of [agreementColumns], without numbers where these are nil.
func agreementRow(name string, numbers []agreement.Numbers, text string) []widget.Entry {
	row := slices.Repeat([]widget.Entry{{}}, 2+2*len(agreements))
	row[0].Text, row[len(row)-1] = name, drawn(text, text)
	for k := range numbers {
		for i, n := range agreements {
			row[1+k*len(agreements)+i].Text = widget.Number(n.of(&numbers[k]))
		}
	}
	return row
}

// line is a row of a grid, held against the reference where compare says so.
func (g *grid) line(r, reference *scoreRow, compare bool) []widget.Entry {
	name, text, numbers := r.label(), g.farthest(r), make([]agreement.Numbers, 2)
	if !compare || reference == nil || r == reference {
		if compare && reference != nil {
			name += " ◂"
		}
		return agreementRow(name, numbers, text)
	}
	numbers[0], numbers[1] = g.against(r, reference)
	if n := &numbers[0]; n.R.Why() != "" && n.AUC.Why() != "" && n.IoU.Why() != "" {
		text = n.IoU.Why()
	}
	return agreementRow(name, numbers, text)
}

// drawn is an entry that takes what room there is, and asks for none. Its words
// may be others than what is drawn.
func drawn(words, text string) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), base, text)
	}}
}
