package picture

import (
	"image"
	"image/color"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// CellBlock is one cell: two pixels, or a character of a line, a label or the photo.
type CellBlock struct {
	Top, Bottom color.RGBA
	// Letter is drawn in colour Top on Bottom; 0 means none. A letter two cells wide is followed by
	// a cell with the letter Behind.
	Letter rune
	line   bool // the letter belongs to the line of a box
}

// Behind marks a cell that the letter to its left also covers.
const Behind rune = -1

// mostSketched bounds boxes that aren't gold because cells are too coarse for more.
const mostSketched = 5

// selectMarks leaves out all but mostSketched of the boxes that are neither gold nor selected, because
// lines of a cell's width would cover the picture.
func selectMarks(boxMarks []widget.BoxMark) []widget.BoxMark {
	var rest []int
	for i, m := range boxMarks {
		if !m.Gold() && !m.Thick {
			rest = append(rest, i)
		}
	}
	loaders.SortBy(rest, func(i int) float64 { return -boxMarks[i].Score })
	left := rest[min(mostSketched, len(rest)):]
	var shown []widget.BoxMark
	for i, m := range boxMarks {
		if !slices.Contains(left, i) {
			shown = append(shown, m)
		}
	}
	return shown
}

// lines lists characters for across, down, and the four corners in reading order. The selected box
// has the thick ones.
var lines = map[widget.DashStyle]struct{ thin, thick string }{
	widget.Solid:  {"─│┌┐└┘", "━┃┏┓┗┛"},
	widget.Dashed: {"╌╎╭╮╰╯", "╍╏┏┓┗┛"},
	widget.Dotted: {"┅┇┏┓┗┛", "┅┇┏┓┗┛"},
	widget.Double: {"═║╔╗╚╝", "═║╔╗╚╝"},
}

func pieceAt(r image.Rectangle, x, y int) int {
	across := y == r.Min.Y || y == r.Max.Y-1
	down := x == r.Min.X || x == r.Max.X-1
	switch {
	case r.Dy() == 1 || across && !down:
		return 0
	case r.Dx() == 1 || down && !across:
		return 1
	}
	corner := 2
	if x != r.Min.X {
		corner++
	}
	if y != r.Min.Y {
		corner += 2
	}
	return corner
}

// sketchMarks draws labels after all lines, which would cut through them. areaOfBox returns a box's
// cells, empty for none.
func sketchMarks(cellRows [][]CellBlock, boxMarks []widget.BoxMark, areaOfBox func(loaders.Box) image.Rectangle) {
	boxMarks = selectMarks(boxMarks)
	labels := labelRoom{within: image.Rect(0, 0, len(cellRows[0]), len(cellRows))}
	for _, m := range boxMarks {
		r, pieces := areaOfBox(m.Box), []rune(loaders.IfElse(m.Thick, lines[m.Dash].thick, lines[m.Dash].thin))
		labels.boxes = append(labels.boxes, r)
		visitEdge(r, func(x, y int) {
			b := &cellRows[y][x]
			ground := loaders.IfElse(b.line, b.Bottom, Mix(b.Top, b.Bottom, 50)) // transparent for the terminal's own
			*b = CellBlock{Top: legibleColor(m, ground), Bottom: ground, Letter: pieces[pieceAt(r, x, y)], line: true}
		})
	}
	for _, m := range slices.Backward(boxMarks) {
		if r := areaOfBox(m.Box); !r.Empty() && m.Label != "" {
			text, plate := labels.placeLabel(r, m, func(text string) image.Point { return image.Pt(len(spellLabel(text))+1, 1) }) // and apart
			for i, letter := range spellLabel(text) {
				cellRows[plate.Min.Y][plate.Min.X+i] = CellBlock{Top: inkOn(m.Color), Bottom: m.Color, Letter: letter}
			}
		}
	}
}

// leastContrast is a difference in lightness, 0..255.
const leastContrast = 50

// legibleColor returns black or white if a mark's colour would be lost on the ground. The terminal's
// own ground is unknown, so the colour stays.
func legibleColor(m widget.BoxMark, ground color.RGBA) color.RGBA {
	if ground.A == 0 {
		return m.Color
	}
	if d := lumaOf(m.Color) - lumaOf(ground); max(d, -d) < leastContrast {
		return inkOn(ground)
	}
	return Mix(m.Color, ground, shareOf(m))
}

func visitEdge(r image.Rectangle, visitCell func(x, y int)) {
	for x := r.Min.X; x < r.Max.X; x++ {
		visitCell(x, r.Min.Y)
		visitCell(x, r.Max.Y-1)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		visitCell(r.Min.X, y)
		visitCell(r.Max.X-1, y)
	}
}

// spellLabel drops combining accents because a cell has room for one character.
func spellLabel(label string) (letters []rune) {
	for label = loaders.Clean(label); label != ""; {
		cluster, width := ansi.FirstGraphemeCluster(label, ansi.GraphemeWidth)
		label = label[len(cluster):]
		for i := range width {
			letter := Behind
			if i == 0 {
				letter, _ = utf8.DecodeRuneInString(cluster)
			}
			letters = append(letters, letter)
		}
	}
	return letters
}
