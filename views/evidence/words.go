package evidence

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// wordTable is the evidence in words: rows, one of them selected.
type wordTable struct {
	table widget.Table
	lines []Line
	look  widget.Look
}

func newWords() *wordTable {
	w := &wordTable{}
	w.table.Columns = []widget.Column{{Title: "in words", Width: 10, Grow: 1}}
	w.table.Entries = func(i int) []widget.Entry {
		line := &w.lines[i]
		entry := widget.Entry{Text: line.Where + line.Text}
		if line.Good != loaders.Unknown {
			entry.Style = w.look.Verdict(line.Good)
		}
		return []widget.Entry{entry}
	}
	return w
}

// show replaces the rows; fresh selects the first.
func (w *wordTable) show(lines []Line, fresh bool) {
	w.lines = lines
	w.table.SetCount(len(lines))
	if fresh {
		w.table.Select(0)
	}
}

// selected returns what the selected row tells of, see [Line]; -1 where that
// is nothing of this part.
func (w *wordTable) selected(p Part) int {
	if i := w.table.Selected(); i < len(w.lines) && w.lines[i].part == p {
		return w.lines[i].Of
	}
	return -1
}

// measured bounds the rows that decide how wide the words are.
const measured = 200

// widest is what the widest row takes.
func (w *wordTable) widest() int {
	cells := 0
	for _, line := range w.lines[:min(len(w.lines), measured)] {
		cells = max(cells, ansi.StringWidth(loaders.Clean(line.Where+line.Text)))
	}
	return widget.Gutter + cells
}

func (w *wordTable) lay(area image.Rectangle, look widget.Look) {
	w.look = look
	w.table.Resize(area.Dy())
}

func (w *wordTable) draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() > 1 && len(w.lines) > 0 {
		w.table.Draw(f, area, look, focused)
	}
}
