package picture

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Block is one cell: two pixels, or a character of a line, a label or the photo.
type Block struct {
	Top, Bottom color.RGBA
	// Letter is drawn in colour Top on Bottom; 0 means none. A letter two cells wide is followed by
	// a cell with the letter Behind.
	Letter rune
	line   bool // the letter belongs to the line of a box
	glyph  bool // the letter belongs to the photo
}

// Behind marks a cell that the letter to its left also covers.
const Behind rune = -1

// mostSketched bounds boxes that aren't gold because cells are too coarse for more.
const mostSketched = 5

// selectMarks keeps, in their order, the gold boxes, the selected one, and the mostSketched with
// the highest scores.
func selectMarks(marks []widget.Mark) []widget.Mark {
	var rest []int
	for i, m := range marks {
		if !m.Gold() && !m.Thick {
			rest = append(rest, i)
		}
	}
	loaders.SortBy(rest, func(i int) float64 { return -marks[i].Score })
	left := rest[min(mostSketched, len(rest)):]
	var shown []widget.Mark
	for i, m := range marks {
		if !slices.Contains(left, i) {
			shown = append(shown, m)
		}
	}
	return shown
}

// lines lists characters for across, down, and the four corners in reading order. The selected box
// has the thick ones.
var lines = map[widget.Dash]struct{ thin, thick string }{
	widget.Solid:  {"─│┌┐└┘", "━┃┏┓┗┛"},
	widget.Dashed: {"╌╎╭╮╰╯", "╍╏┏┓┗┛"},
	widget.Dotted: {"┅┇┏┓┗┛", "┅┇┏┓┗┛"},
	widget.Double: {"═║╔╗╚╝", "═║╔╗╚╝"},
}

// pieceAt returns the index into lines' characters for a cell on r's edge. A box one cell high or
// wide has no corners.
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

// sketchMarks draws marks, then labels. Lines are thinner than half a cell. place returns a box's
// cells, empty for none.
func sketchMarks(rows [][]Block, marks []widget.Mark, place func(loaders.Box) image.Rectangle) {
	marks = selectMarks(marks)
	for _, m := range marks {
		r, pieces := place(m.Box), []rune(loaders.IfElse(m.Thick, lines[m.Dash].thick, lines[m.Dash].thin))
		visitEdge(r, func(x, y int) {
			b := &rows[y][x]
			ground := b.groundOf()
			*b = Block{Top: legibleColor(m, ground), Bottom: ground, Letter: pieces[pieceAt(r, x, y)], line: true}
		})
	}
	for _, m := range slices.Backward(marks) {
		if r := place(m.Box); !r.Empty() {
			writeCaption(rows, r, m)
		}
	}
}

// groundOf returns the colour behind a line through the cell; transparent for the terminal's own.
func (b *Block) groundOf() color.RGBA {
	if b.line {
		return b.Bottom
	}
	return Mix(b.Top, b.Bottom, 50)
}

// leastContrast is a difference in lightness, 0..255.
const leastContrast = 50

// legibleColor returns a mark's colour, faded like the mark, or black or white if it would be lost.
// The terminal's own ground is unknown.
func legibleColor(m widget.Mark, ground color.RGBA) color.RGBA {
	if ground.A == 0 {
		return m.Color
	}
	if d := lumaOf(m.Color) - lumaOf(ground); max(d, -d) < leastContrast {
		return inkOn(ground)
	}
	return Mix(m.Color, ground, shareOf(m))
}

func visitEdge(r image.Rectangle, visit func(x, y int)) {
	for x := r.Min.X; x < r.Max.X; x++ {
		visit(x, r.Min.Y)
		visit(x, r.Max.Y-1)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		visit(r.Min.X, y)
		visit(r.Max.X-1, y)
	}
}

// writeCaption writes a label near the top left corner of r if it finds a row where it covers no
// other and the label fits.
func writeCaption(rows [][]Block, r image.Rectangle, m widget.Mark) {
	letters := spellLabel(m.Label)
	if len(letters) == 0 || len(rows) == 0 || len(letters) > len(rows[0]) {
		return
	}
	x := max(min(r.Min.X, len(rows[0])-len(letters)), 0)
	top := max(min(r.Min.Y, len(rows)-1), 0)
	for _, y := range nearestFirst(top, len(rows)) {
		part := rows[y][x : x+len(letters)]
		if slices.ContainsFunc(part, func(b Block) bool { return b.Letter != 0 && !b.line && !b.glyph }) {
			continue
		}
		for i, l := range letters {
			part[i] = Block{Top: inkOn(m.Color), Bottom: m.Color, Letter: l}
		}
		return
	}
}

func nearestFirst(from, n int) []int {
	rows := loaders.Indices(n)
	away := func(row int) int { return max(row-from, from-row) }
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(away(a)-away(b), b-a) })
	return rows
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
