package evidence

import (
	"image"
	"strings"

	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// separator separates facts on a line.
const separator = " · "

const (
	// pWidth is the room of a probability, barWidth of the bar after it.
	pWidth   = 5
	barWidth = 6
)

func drawnEntry(words, text string) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, text)
	}}
}

func barEntry(words, number string, at int, share float64) widget.Entry {
	return widget.Entry{Text: words, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, number)
		area.Min.X = min(area.Min.X+at, area.Max.X)
		widget.Bar(f, area, base, share)
	}}
}

// rowSentence puts the cells of a row in words, separated by commas: the subject, then the others,
// each after its column's title and group unless that grows, as free text does. Absent ones are
// left out.
func rowSentence(row []widget.Entry, columns []widget.Column) string {
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
