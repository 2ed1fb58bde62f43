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

// Block is one cell: two pixels, or a letter of a line or a label.
type Block struct {
	Top, Bottom color.RGBA
	// Letter stands in Top on Bottom, 0 for none. One that is two cells wide is
	// followed by Behind.
	Letter rune
	line   bool // the letter is of a box's line
	glyph  bool // the letter is of the photo
}

// Behind is the letter of a cell that the one to its left takes too.
const Behind rune = -1

// mostSketched is how many boxes that are not gold a picture of blocks shows:
// a cell is too coarse for more.
const mostSketched = 5

// sketched returns the marks that a picture of blocks shows, in their order:
// gold, the selected one, and the boxes with the highest scores.
func sketched(marks []widget.Mark) []widget.Mark {
	var rest []int
	for i, m := range marks {
		if !m.Gold() && !m.Thick {
			rest = append(rest, i)
		}
	}
	slices.SortStableFunc(rest, func(a, b int) int { return cmp.Compare(marks[b].Score, marks[a].Score) })
	left := rest[min(mostSketched, len(rest)):]
	var shown []widget.Mark
	for i, m := range marks {
		if !slices.Contains(left, i) {
			shown = append(shown, m)
		}
	}
	return shown
}

// A line of cells is drawn in box-drawing characters: across, down, and the
// corners from the top left one in reading order; thin and for the selected box. Where
// there are none it is of letters, every period-th cell.
type line struct {
	thin, thick string
	letter      rune
	period      int
}

var lines = map[widget.Dash]line{
	widget.Solid:  {"─│┌┐└┘", "━┃┏┓┗┛", '#', 1},
	widget.Dashed: {"╌╎┌┐└┘", "╍╏┏┓┗┛", '-', 2},
	widget.Dotted: {"┅┇┏┓┗┛", "┅┇┏┓┗┛", 'o', 2},
	widget.Double: {"═║╔╗╚╝", "═║╔╗╚╝", '=', 1},
}

// pieces are the characters of a mark's line.
func pieces(m widget.Mark) []rune {
	if m.Thick {
		return []rune(lines[m.Dash].thick)
	}
	return []rune(lines[m.Dash].thin)
}

// pieceAt is which piece of a line the cell (x, y) on the edge of r shows.
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

// sketch draws marks over cells of blocks in box-drawing characters, which
// keep lines thin where a block is half a cell, and then their labels. place
// returns the cells of a box, empty for none.
func sketch(rows [][]Block, marks []widget.Mark, place func(loaders.Box) image.Rectangle) {
	marks = sketched(marks)
	for _, m := range marks {
		r, pieces := place(m.Box), pieces(m)
		edge(r, func(x, y, _ int) {
			b := &rows[y][x]
			ground := b.ground()
			*b = Block{Top: legible(m, ground), Bottom: ground, Letter: pieces[pieceAt(r, x, y)], line: true}
		})
	}
	for _, m := range marks {
		if r := place(m.Box); !r.Empty() {
			caption(rows, r, m)
		}
	}
}

// ground is the colour behind a line through the cell.
func (b *Block) ground() color.RGBA {
	if b.line {
		return b.Bottom
	}
	mid := func(a, b uint8) uint8 { return uint8((int(a) + int(b)) / 2) }
	return color.RGBA{mid(b.Top.R, b.Bottom.R), mid(b.Top.G, b.Bottom.G), mid(b.Top.B, b.Bottom.B), 255}
}

// leastContrast is the difference in lightness below which a line in a mark's
// colour is lost on its ground, 0..255.
const leastContrast = 50

// legible is the colour of a mark's line on a ground: its own, on the way to the
// ground as far as it steps back, or black or white where it would be lost.
func legible(m widget.Mark, ground color.RGBA) color.RGBA {
	if d := luma(m.Color) - luma(ground); max(d, -d) < leastContrast {
		return ink(ground)
	}
	share := shareOf(m)
	lay := func(over, under uint8) uint8 {
		return uint8((share*int(over) + (fullShare-share)*int(under)) / fullShare)
	}
	return color.RGBA{lay(m.Color.R, ground.R), lay(m.Color.G, ground.G), lay(m.Color.B, ground.B), 255}
}

// edge visits the pixels of r's edge; i counts along each side from the top
// left corner.
func edge(r image.Rectangle, visit func(x, y, i int)) {
	for x := r.Min.X; x < r.Max.X; x++ {
		visit(x, r.Min.Y, x-r.Min.X)
		visit(x, r.Max.Y-1, x-r.Min.X)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		visit(r.Min.X, y, y-r.Min.Y)
		visit(r.Max.X-1, y, y-r.Min.Y)
	}
}

// caption writes a mark's label over the cells at the top left corner of its
// box r, or in the nearest row with room for it: it covers no other label.
func caption(rows [][]Block, r image.Rectangle, m widget.Mark) {
	letters := spell(m.Label)
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
			part[i] = Block{Top: ink(m.Color), Bottom: m.Color, Letter: l}
		}
		return
	}
}

// nearestFirst lists the rows 0..n-1 by how far they are from a row.
func nearestFirst(from, n int) []int {
	rows := make([]int, 0, n)
	for d := range n {
		if from+d < n {
			rows = append(rows, from+d)
		}
		if d > 0 && from-d >= 0 {
			rows = append(rows, from-d)
		}
	}
	return rows
}

// spell returns the letters of a label, cleaned, by the cells that they take.
// Accents that are characters of their own have no room and go.
func spell(label string) (letters []rune) {
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

// Shades is a photo made ready for cells that show letters only, darker and
// lighter ones. It does not change.
type Shades struct {
	*Blocks
	dark bool // letters are lighter than the ground
}

// NewShades fits the part crop of photo to cells as [NewBlocks] does.
func NewShades(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Shades {
	return &Shades{NewBlocks(photo, crop, cells, cell, opt), luma(opt.Ground) < 128}
}

// shades are letters by how much ink they have. The letters of marks are not
// among them.
const shades = " .,:;!i1tfLG%@"

// Mark returns the cells, row by row, all of them letters: the photo in the
// text's own colour (a transparent one), marks in theirs. A box is a frame of
// letters: # for solid, - for dashed, = for double, o for dotted lines.
func (s *Shades) Mark(marks []widget.Mark) [][]Block {
	least, span := s.contrast()
	rows := s.rows(func(image.Point) Block { return Block{} })
	marks = sketched(marks)
	for _, m := range marks {
		if r := s.cells(m.Box); !r.Empty() {
			caption(rows, r, m)
		}
	}
	for _, m := range marks {
		if r := s.cells(m.Box); !r.Empty() {
			drawFrame(rows, r, m)
		}
	}
	for y, row := range rows {
		for x := range row {
			if row[x].Letter == 0 {
				v := (luma(s.pix.RGBAAt(x, 2*y)) + luma(s.pix.RGBAAt(x, 2*y+1))) / 2
				row[x].Letter = s.letter(float64(v-least) / float64(span))
			}
		}
	}
	return rows
}

// letter is the one for a lightness of 0 to 1.
func (s *Shades) letter(light float64) rune {
	if !s.dark {
		light = 1 - light
	}
	i := int(clamp01(light)*float64(len(shades)-1) + 0.5)
	return rune(shades[i])
}

// contrast returns the lightness of the photo's darkest pixel and how far it
// is to the lightest, at least 1.
func (s *Shades) contrast() (least, span int) {
	least, most := 255, 0
	for y := s.at.Min.Y; y < s.at.Max.Y; y++ {
		for x := s.at.Min.X; x < s.at.Max.X; x++ {
			v := luma(s.pix.RGBAAt(x, y))
			least, most = min(least, v), max(most, v)
		}
	}
	return least, max(most-least, 1)
}

// drawFrame draws the edge of r, in cells, but for where a label stands.
func drawFrame(rows [][]Block, r image.Rectangle, m widget.Mark) {
	l := lines[m.Dash]
	edge(r, func(x, y, i int) {
		if b := &rows[y][x]; i%l.period == 0 && (b.Letter == 0 || b.Bottom.A == 0) {
			*b = Block{Top: m.Color, Letter: l.letter}
		}
	})
}
