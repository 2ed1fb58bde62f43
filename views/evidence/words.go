package evidence

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/widget"
)

// wordTable is the evidence in words: rows, one of them selected.
type wordTable struct {
	table widget.Table
	lines []Line
	look  widget.Look

	placed bool // the first column is the image
}

func newWords() *wordTable {
	w := &wordTable{look: widget.Look{Theme: &themes.Theme{}}} // until it is laid
	w.table.Entries = w.entriesOf
	w.showRows(nil, nil, fromFirstRow)
	return w
}

// entriesOf returns the cells of row i: where the row belongs (an image, a grid, an input), if any
// row says so, then those of its columns, the first in the colour of its verdict.
func (w *wordTable) entriesOf(i int) []widget.Entry {
	line := &w.lines[i]
	style := widget.Style{}
	if line.Good != loaders.Unknown {
		style = w.look.Verdict(line.Good)
	}
	row := slices.Clone(line.Row)
	row[0].Style = style
	if w.placed {
		row = slices.Insert(row, 0, widget.Entry{Text: strings.TrimSpace(line.Where)})
	}
	return row
}

// fromFirstRow and keepRow say where the cursor of the words begins.
const fromFirstRow, keepRow = true, false

// showRows replaces the rows. If each has a cell for every column, they have these columns;
// otherwise each is one text. fresh selects the first that is not aside; otherwise the same line
// stays selected.
func (w *wordTable) showRows(lines []Line, columns []widget.Column, fresh bool) {
	w.lines = lines
	tabled := len(lines) > 0 && len(columns) > 0 && !slices.ContainsFunc(lines, func(l Line) bool { return len(l.Row) != len(columns) })
	if !tabled {
		columns = []widget.Column{{Title: "in words", Width: 10, Grow: 1}}
		for i := range lines {
			lines[i].Row, lines[i].Where = []widget.Entry{{Text: lines[i].Where + lines[i].Text}}, ""
		}
	}
	w.placed = slices.ContainsFunc(lines, func(l Line) bool { return l.Where != "" })
	n := min(measured, len(lines))
	for c := range columns {
		least := max(columns[c].Width, ansi.StringWidth(columns[c].Title))
		columns[c].Width = widget.Widest(least, n, func(i int) string { return widget.If(lines[i].Row[c].Draw == nil, lines[i].Row[c].Text) })
	}
	if w.placed {
		where := widget.Widest(0, n, func(i int) string { return strings.TrimSpace(lines[i].Where) })
		columns = append([]widget.Column{{Width: where}}, columns...)
	}
	w.table.Columns = columns
	w.table.SetCount(len(lines))
	if fresh {
		w.table.Select(max(0, slices.IndexFunc(lines, func(l Line) bool { return !l.Aside })))
	}
}

func (w *wordTable) selectedIn(p Part) int {
	if i := w.table.Selected(); i < len(w.lines) && w.lines[i].part == p {
		return w.lines[i].Of
	}
	return -1
}

func (w *wordTable) selectOf(p Part, of int) {
	if i := slices.IndexFunc(w.lines, func(l Line) bool { return l.part == p && l.Of == of }); i >= 0 {
		w.table.Select(i)
	}
}

// measured is how many rows decide how wide the words are.
const measured = 200

func (w *wordTable) drawTable(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() != 1 {
		w.table.Draw(f, area, look, focused)
	} else if below := len(w.lines); below > 0 {
		widget.RightText(f, area, look.Theme.Faint, " ↓ "+strconv.Itoa(below)+" more")
	}
}
