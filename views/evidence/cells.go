package evidence

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
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
	leastBar = .25 // in cells: what is nearly 0 has no stub
)

// SetFacts sets the facts of words in lines of w cells, with a separator between facts and an indent before later lines.
// A fact is on a line of its own rather than on two.
func SetFacts(words, between, indent string, w int) (lines []string) {
	for i, fact := range strings.Split(words, Separator) {
		switch last := len(lines) - 1; {
		case i == 0:
			lines = []string{fact}
		case ansi.StringWidth(lines[last]+between+fact) <= w:
			lines[last] += between + fact
		default:
			lines = append(lines, indent+fact)
		}
	}
	return lines
}

// ProbabilityText writes a probability in [ProbabilityWidth] cells.
func ProbabilityText(p float64) string {
	return loaders.IfElse(0 < p && p < .001, "<.001", widget.Small(p))
}

// DrawnEntry shows drawnText, wrapped on several lines, and reads as copiedText.
func DrawnEntry(copiedText, drawnText string) widget.TableCell {
	return widget.TableCell{Text: copiedText, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		if area.Dy() > 1 {
			f.Lines(area, base, widget.Wrap(drawnText, area.Dx()))
			return
		}
		f.TextOver(area, base, drawnText)
	}}
}

// BarEntry shows a number and, barOffset cells from its left, a bar of a share of 1; it reads as
// copiedText.
func BarEntry(copiedText, numberText string, barOffset int, barShare float64) widget.TableCell {
	return widget.TableCell{Text: copiedText, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		f.TextOver(area, base, widget.If(strings.HasPrefix(numberText, "."), " ")+numberText) // below the point of 1.00
		area.Min.X = min(area.Min.X+barOffset, area.Max.X)
		if f.Plain || barShare*float64(area.Dx()) >= leastBar {
			widget.ThinBar(f, area, base, barShare)
		}
	}}
}

// RowSentence joins cells with commas, each after its column's title and group, except the first
// and free texts. Absent cells are left out.
func RowSentence(rowCells []widget.TableCell, columns []widget.Column) string {
	var parts []string
	for i, entry := range rowCells {
		text, title := strings.TrimSpace(entry.Text), ""
		isTitled := i < len(columns) && (i > 0 && columns[i].Grow == 0 || columns[i].Title == "#")
		if isTitled {
			title = columns[i].Title + " " + columns[i].Group
		}
		if !table.IsAbsent(text) {
			parts = append(parts, strings.TrimSpace(strings.TrimSpace(title)+" "+text))
		}
	}
	return strings.Join(parts, ", ")
}
