package picture

import (
	"cmp"
	"image"
	"image/color"
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

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

// linePieces are the box-drawing characters of a line: across, down, and the
// corners from the top left one in reading order.
type linePieces [6]rune

func piecesOf(m widget.Mark) linePieces {
	switch {
	case m.Dash == widget.Dotted:
		return linePieces{'┅', '┇', '┏', '┓', '┗', '┛'}
	case m.Dash == widget.Double:
		return linePieces{'═', '║', '╔', '╗', '╚', '╝'}
	case m.Dash == widget.Dashed && m.Thick:
		return linePieces{'╍', '╏', '┏', '┓', '┗', '┛'}
	case m.Dash == widget.Dashed:
		return linePieces{'╌', '╎', '┌', '┐', '└', '┘'}
	case m.Thick:
		return linePieces{'━', '┃', '┏', '┓', '┗', '┛'}
	}
	return linePieces{'─', '│', '┌', '┐', '└', '┘'}
}

// piece is the character of the cell (x, y) on the edge of r.
func (p linePieces) piece(r image.Rectangle, x, y int) rune {
	across := y == r.Min.Y || y == r.Max.Y-1
	down := x == r.Min.X || x == r.Max.X-1
	switch {
	case r.Dy() == 1 || across && !down:
		return p[0]
	case r.Dx() == 1 || down && !across:
		return p[1]
	}
	corner := 2
	if x != r.Min.X {
		corner++
	}
	if y != r.Min.Y {
		corner += 2
	}
	return p[corner]
}

// sketch draws marks over cells of blocks in box-drawing characters, which
// keep lines thin where a block is half a cell, and then their labels. place
// returns the cells of a box, empty for none.
func sketch(rows [][]Block, marks []widget.Mark, place func(loaders.Box) image.Rectangle) {
	marks = sketched(marks)
	for _, m := range marks {
		r, pieces := place(m.Box), piecesOf(m)
		edge(r, func(x, y, _ int) {
			b := &rows[y][x]
			ground := b.ground()
			*b = Block{Top: legible(m, ground), Bottom: ground, Letter: pieces.piece(r, x, y), line: true}
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
