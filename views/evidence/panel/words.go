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
	widget.Table
	rows []partRow
	look widget.Look

	placed bool
}

type partRow struct {
	evidence.EvidenceRow
	part evidence.EvidencePart
}

func newWords() *wordTable {
	w := &wordTable{look: widget.Look{Theme: &themes.Theme{}}} // until it is laid
	w.Entries = w.entriesOf
	w.showRows(nil, nil, fromFirstRow)
	return w
}

func (w *wordTable) entriesOf(i int) []widget.TableCell {
	row := &w.rows[i]
	style := widget.Style{}
	switch {
	case row.Verdict != loaders.Unknown:
		style = w.look.Verdict(row.Verdict)
	case row.Gold:
		style = w.look.Theme.Warn
	}
	cells := slices.Clone(row.Cells)
	cells[0].Style = style
	for k := range cells {
		if row.Faint {
			cells[k].Style = w.look.Theme.Faint
		}
	}
	if w.placed {
		cells = slices.Insert(cells, 0, widget.TableCell{Text: strings.TrimSpace(row.Place)})
	}
	return cells
}

const fromFirstRow, keepRow = true, false

// Unless each row has a cell for every column, each is one text. fresh selects the first that isn't
// aside; otherwise the same line stays selected.
func (w *wordTable) showRows(partRows []partRow, tableColumns []widget.Column, fresh bool) {
	w.rows = partRows
	tabled := len(partRows) > 0 && len(tableColumns) > 0 && !slices.ContainsFunc(partRows,
		func(r partRow) bool { return len(r.Cells) != len(tableColumns) })
	if !tabled {
		tableColumns = []widget.Column{{Title: widget.If(len(partRows) > 0, "in words"), Width: 10, Grow: 1}}
		for i := range partRows {
			partRows[i].Cells, partRows[i].Place = []widget.TableCell{{Text: partRows[i].Place + partRows[i].Text}}, ""
		}
	}
	w.placed = slices.ContainsFunc(partRows, func(r partRow) bool { return r.Place != "" })
	n := min(measured, len(partRows))
	for c := range tableColumns {
		column := &tableColumns[c]
		least := max(column.Width, ansi.StringWidth(column.Title))
		column.Width = widget.Widest(least, n, func(i int) string {
			cell := &partRows[i].Cells[c]
			return widget.If(cell.Draw == nil, cell.Text)
		})
		if column.Most > 0 { // others need the rest
			column.Width = min(column.Width, max(least, column.Most))
		}
	}
	if w.placed {
		where := widget.Widest(0, n, func(i int) string { return strings.TrimSpace(partRows[i].Place) })
		tableColumns = append([]widget.Column{{Width: where}}, tableColumns...)
	}
	w.Columns = tableColumns
	w.Uncut = slices.ContainsFunc(tableColumns, func(c widget.Column) bool { return c.Wraps })
	w.Spaced = w.Uncut
	w.SetCount(len(partRows))
	if fresh {
		w.Select(max(0, slices.IndexFunc(partRows, func(r partRow) bool { return !r.Aside })))
	}
}

func (w *wordTable) selectedIn(p evidence.EvidencePart) int {
	if i := w.Selected(); i < len(w.rows) && w.rows[i].part == p {
		return w.rows[i].Item
	}
	return -1
}

// selectedName returns the selected row's first cell, "" for none.
func (w *wordTable) selectedName() string {
	if i := w.Selected(); i < len(w.rows) {
		return w.rows[i].Cells[0].Text
	}
	return ""
}

// selectNamed selects the row that was called firstCell, if it is found. The run's own rows may be called after their run since, because
// other runs' rows stand beside them.
func (w *wordTable) selectNamed(firstCell string) (found bool) {
	wasAside := w.Selected() < len(w.rows) && w.rows[w.Selected()].Aside
	for _, isMeant := range []func(r partRow) bool{
		func(r partRow) bool { return r.Cells[0].Text == firstCell },
		func(r partRow) bool { return !r.Aside && strings.HasSuffix(r.Cells[0].Text, " "+firstCell) },
		func(r partRow) bool { return !r.Aside && wasAside },
	} {
		if i := slices.IndexFunc(w.rows, isMeant); i >= 0 && firstCell != "" {
			w.Select(i)
			return true
		}
	}
	return false
}

func (w *wordTable) selectOf(p evidence.EvidencePart, itemIndex int) {
	if i := slices.IndexFunc(w.rows, func(r partRow) bool { return r.part == p && r.Item == itemIndex }); i >= 0 {
		w.Select(i)
	}
}

const measured = 200

func (w *wordTable) drawTable(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() != 1 {
		w.Draw(f, area, look, focused)
	} else if below := len(w.rows); below > 0 {
		widget.RightText(f, area, look.Theme.Faint, " "+strconv.Itoa(below)+" more ↓")
	}
}
