package evidence

import (
	"image"
	"strings"

	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// Separator separates facts on a line.
const Separator = " · "

const (
	// ProbabilityWidth is the room of a probability, in cells.
	ProbabilityWidth = 5
	// BarWidth is the room of the bar after it.
	BarWidth = 6
)

// DrawnEntry returns a cell that shows text and is read as words.
func DrawnEntry(words, text string) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, text)
	}}
}

// BarEntry returns a cell that shows a number and, barOffset cells from its left, a bar of a share of
// 1; it reads as words.
func BarEntry(words, number string, barOffset int, share float64) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, number)
		area.Min.X = min(area.Min.X+barOffset, area.Max.X)
		widget.Bar(f, area, base, share)
	}}
}

// RowSentence puts the cells of a row in words, separated by commas, each after its column's title and
// group; the first and free texts have none. Absent cells are left out.
func RowSentence(row []widget.Entry, columns []widget.Column) string {
	var parts []string
	for i, entry := range row {
		text, title := strings.TrimSpace(entry.Text), ""
		isTitled := i < len(columns) && (i > 0 && columns[i].Grow == 0 || columns[i].Title == "#")
		if isTitled {
			title = strings.TrimSpace(columns[i].Title+" "+columns[i].Group) + " "
		}
		if !table.IsAbsent(text) {
			parts = append(parts, title+text)
		}
	}
	return strings.Join(parts, ", ")
}
