package evidence

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// gridFlow is grids set in lines: the tokens of a line, and below them a line
// per row, aligned. Its lines are not stored: rows can be thousands.
type gridFlow struct {
	grids []laidGrid
	label int // cells of the rows' names
	count int // lines
}

// laidGrid is a grid broken into blocks of tokens.
type laidGrid struct {
	*grid
	heading bool // a line before the blocks names the tokens
	first   int  // line
	number  int  // rows in the grids before
	blocks  []tokenBlock
}

// tokenBlock is the tokens from one on, and each one's cells from the left.
type tokenBlock struct {
	from  int
	cells []cellRange
}

type cellRange struct{ x, w int }

// leastTokens is the width that tokens get beside the names of rows.
const leastTokens = 24

func newGridFlow(gs *grids, w int) *gridFlow {
	fl := &gridFlow{}
	for _, g := range gs.all {
		for _, r := range g.rows {
			fl.label = max(fl.label, min(ansi.StringWidth(loaders.Clean(r.label())), max(8, w/4))+1)
		}
	}
	if w-fl.label < leastTokens {
		fl.label = max(0, min(fl.label, w-leastTokens))
	}
	number := 0
	for _, g := range gs.all {
		laid := laidGrid{grid: g, heading: len(gs.all) > 1, first: fl.count, number: number}
		laid.lay(max(1, w-fl.label))
		number += len(g.rows)
		fl.count += laid.lines()
		fl.grids = append(fl.grids, laid)
	}
	return fl
}

// lay breaks the tokens into blocks of at most w cells.
func (g *laidGrid) lay(w int) {
	least := 1
	for _, r := range g.rows {
		if r.signed {
			least = 2 // room for the sign
		}
	}
	x := 0
	for i, token := range g.tokens {
		width := min(w, max(least, ansi.StringWidth(loaders.Clean(token))))
		if len(g.blocks) == 0 || x+width > w {
			g.blocks = append(g.blocks, tokenBlock{from: i})
			x = 0
		}
		b := &g.blocks[len(g.blocks)-1]
		b.cells = append(b.cells, cellRange{x, width})
		x += width + 1
	}
}

// blockLines is how many lines a block takes: its tokens, its rows and, with
// rows, an empty one.
func (g *laidGrid) blockLines() int {
	if len(g.rows) == 0 {
		return 1
	}
	return len(g.rows) + 2
}

func (g *laidGrid) lines() int {
	n := len(g.blocks) * g.blockLines()
	if g.heading {
		n++
	}
	return n
}

// draw draws line i in the first line of area. chosen is the row, from 0,
// whose name stands out.
func (fl *gridFlow) draw(f *widget.Frame, i int, area image.Rectangle, look widget.Look, chosen int) {
	for k := range fl.grids {
		g := &fl.grids[k]
		if at := i - g.first; at >= 0 && at < g.lines() {
			g.draw(f, at, area, look, fl.label, chosen-g.number)
			return
		}
	}
}

// draw draws the grid's line at; its rows' names have label cells.
func (g *laidGrid) draw(f *widget.Frame, at int, area image.Rectangle, look widget.Look, label, chosen int) {
	faint := widget.Ink(look.Theme.Faint)
	if g.heading {
		if at == 0 {
			f.Text(area.Min.X, area.Min.Y, area.Dx(), faint, "over the "+g.name)
			return
		}
		at--
	}
	b, line := g.blocks[at/g.blockLines()], at%g.blockLines()
	tokens := area
	tokens.Min.X = min(area.Min.X+label, area.Max.X)
	switch {
	case line == 0:
		for k, c := range b.cells {
			f.Text(tokens.Min.X+c.x, tokens.Min.Y, min(c.w, tokens.Max.X-tokens.Min.X-c.x), widget.Style{}, g.tokens[b.from+k])
		}
	case line <= len(g.rows):
		if line-1 == chosen {
			faint = widget.Bold(widget.Ink(look.Theme.Accent))
		}
		f.Text(area.Min.X, area.Min.Y, label-1, faint, g.rows[line-1].label())
		g.rows[line-1].draw(f, b, tokens, look)
	}
}

// draw draws a row's cells under the tokens of a block: a mark as a line, a
// score as heat, a negative one with its sign, and no number as nothing.
func (r *scoreRow) draw(f *widget.Frame, b tokenBlock, area image.Rectangle, look widget.Look) {
	for k, c := range b.cells {
		x, ok := r.heat(b.from + k)
		if !ok {
			continue
		}
		st, glyph := look.Heat().Cell(x, r.signed)
		if r.marks && x == 1 {
			st, glyph = widget.Bold(widget.Ink(look.Theme.Accent)), "━"
		}
		for at := range min(c.w, area.Max.X-area.Min.X-c.x) {
			content := glyph
			if at == 0 && x <= -widget.LeastHeat {
				content = "-"
			}
			f.Cell(area.Min.X+c.x+at, area.Min.Y, st, content)
		}
	}
}
