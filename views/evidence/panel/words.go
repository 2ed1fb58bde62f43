package panel

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type wordTable struct {
	table widget.Table
	rows  []partRow
	look  widget.Look

	placed bool
}

type partRow struct {
	evidence.Row
	part evidence.Part
}

func newWords() *wordTable {
	w := &wordTable{look: widget.Look{Theme: &themes.Theme{}}} // until it is laid
	w.table.Entries = w.entriesOf
	w.showRows(nil, nil, fromFirstRow)
	return w
}

func (w *wordTable) entriesOf(i int) []widget.Entry {
	row := &w.rows[i]
	style := widget.Style{}
	if row.Verdict != loaders.Unknown {
		style = w.look.Verdict(row.Verdict)
	}
	cells := slices.Clone(row.Cells)
	cells[0].Style = style
	if w.placed {
		cells = slices.Insert(cells, 0, widget.Entry{Text: strings.TrimSpace(row.Place)})
	}
	return cells
}

const fromFirstRow, keepRow = true, false

// Unless each row has a cell for every column, each is one text. fresh selects the first that isn't
// aside; otherwise the same line stays selected.
func (w *wordTable) showRows(rows []partRow, columns []widget.Column, fresh bool) {
	w.rows = rows
	tabled := len(rows) > 0 && len(columns) > 0 && !slices.ContainsFunc(rows, func(r partRow) bool { return len(r.Cells) != len(columns) })
	if !tabled {
		columns = []widget.Column{{Title: "in words", Width: 10, Grow: 1}}
		for i := range rows {
			rows[i].Cells, rows[i].Place = []widget.Entry{{Text: rows[i].Place + rows[i].Text}}, ""
		}
	}
	w.placed = slices.ContainsFunc(rows, func(r partRow) bool { return r.Place != "" })
	n := min(measured, len(rows))
	for c := range columns {
		least := max(columns[c].Width, ansi.StringWidth(columns[c].Title))
		columns[c].Width = widget.Widest(least, n, func(i int) string { return widget.If(rows[i].Cells[c].Draw == nil, rows[i].Cells[c].Text) })
	}
	if w.placed {
		where := widget.Widest(0, n, func(i int) string { return strings.TrimSpace(rows[i].Place) })
		columns = append([]widget.Column{{Width: where}}, columns...)
	}
	w.table.Columns = columns
	w.table.SetCount(len(rows))
	if fresh {
		w.table.Select(max(0, slices.IndexFunc(rows, func(r partRow) bool { return !r.Aside })))
	}
}

func (w *wordTable) selectedIn(p evidence.Part) int {
	if i := w.table.Selected(); i < len(w.rows) && w.rows[i].part == p {
		return w.rows[i].Item
	}
	return -1
}

func (w *wordTable) selectOf(p evidence.Part, item int) {
	if i := slices.IndexFunc(w.rows, func(r partRow) bool { return r.part == p && r.Item == item }); i >= 0 {
		w.table.Select(i)
	}
}

const measured = 200

func (w *wordTable) drawTable(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() != 1 {
		w.table.Draw(f, area, look, focused)
	} else if below := len(w.rows); below > 0 {
		widget.RightText(f, area, look.Theme.Faint, " ↓ "+strconv.Itoa(below)+" more")
	}
}
