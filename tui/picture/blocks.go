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

// Blocks is a photo made ready for an area of cells of which each shows two
// pixels, one above the other. It does not change.
type Blocks struct {
	pix  *image.RGBA
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
}

// NewBlocks fits the part crop of photo to cells, where a cell is cell pixels
// large on the screen; (0, 0) stands for twice as high as wide. A nil photo is
// a blank one that fills all cells. Cells is positive.
func NewBlocks(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Blocks {
	size := image.Pt(cells.X, 2*cells.Y)
	if photo == nil {
		return &Blocks{flat(size, opt.Blank), image.Rectangle{Max: size}, whole}
	}
	aspect := 1.0
	if cell.X > 0 && cell.Y > 0 {
		aspect = 2 * float64(cell.X) / float64(cell.Y)
	}
	part := cut(photo.Rect, crop)
	pix, at := Scale(photo, part, size, aspect, opt.Ground)
	if opt.Cube {
		dither(pix)
	}
	return &Blocks{pix, at, fractions(part, photo.Rect)}
}

// Size is roughly how many bytes of memory b takes.
func (b *Blocks) Size() int { return len(b.pix.Pix) }

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

// Mark returns the cells, row by row, with marks drawn over the picture: lines
// in box-drawing characters, labels as text.
func (b *Blocks) Mark(marks []widget.Mark) [][]Block {
	rows := make([][]Block, b.pix.Rect.Dy()/2)
	for y := range rows {
		rows[y] = make([]Block, b.pix.Rect.Dx())
		for x := range rows[y] {
			rows[y][x] = Block{Top: b.pix.RGBAAt(x, 2*y), Bottom: b.pix.RGBAAt(x, 2*y+1)}
		}
	}
	sketch(rows, marks, b.cells)
	return rows
}

// cells returns the cells of a box, empty for one that is not in the picture.
func (b *Blocks) cells(box loaders.Box) image.Rectangle {
	return cellsOf(place(box, b.crop, b.at), 1, 2)
}

// cellsOf returns the cells of w×h pixels that r touches.
func cellsOf(r image.Rectangle, w, h int) image.Rectangle {
	if r.Empty() {
		return r
	}
	return image.Rect(r.Min.X/w, r.Min.Y/h, (r.Max.X+w-1)/w, (r.Max.Y+h-1)/h)
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
