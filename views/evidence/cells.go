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
	// ProbabilityWidth is in cells.
	ProbabilityWidth = 5
	// BarWidth is in cells.
	BarWidth = 6
)

// DrawnEntry shows text and reads as words.
func DrawnEntry(words, text string) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, text)
	}}
}

// BarEntry shows a number and, barOffset cells from its left, a bar of a share of 1; it reads as
// words.
func BarEntry(words, number string, barOffset int, share float64) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, number)
		area.Min.X = min(area.Min.X+barOffset, area.Max.X)
		widget.Bar(f, area, base, share)
	}}
}

// RowSentence joins cells with commas, each after its column's title and group, except the first
// and free texts. Absent cells are left out.
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
