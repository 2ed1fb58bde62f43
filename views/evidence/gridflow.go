package evidence

import (
	"cmp"
	"image"
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// leastTokens is the width that tokens get beside the names of rows.
const leastTokens = 24

// lay sets the grids in lines of w cells.
func (gs *grids) lay(w int) {
	gs.label, gs.count = 0, 0
	for _, g := range gs.all {
		for _, r := range g.rows {
			gs.label = max(gs.label, min(ansi.StringWidth(loaders.Clean(r.label())), max(8, w/4))+1)
		}
	}
	gs.label = max(0, min(gs.label, w-leastTokens))
	number := 0
	for _, g := range gs.all {
		g.laid = laid{first: gs.count, number: number}
		g.lay(max(1, w-gs.label), widget.If(len(gs.all) > 1, widget.If(len(g.rows) > 0, "over ")+"the "+g.name))
		number += len(g.rows)
		gs.count += g.count
	}
}

// firstLines is how many lines the first block of tokens takes with its rows.
func (gs *grids) firstLines() int {
	switch {
	case len(gs.all) == 0:
		return 0
	case len(gs.all[0].blocks) > 1:
		return gs.all[0].blocks[1].first
	}
	return gs.all[0].count
}

// lay breaks the tokens into blocks of at most w cells. Each text of a pair
// begins one, under its name.
func (g *grid) lay(w int, over string) {
	least, lines, x := 1, 1, 0
	if len(g.rows) > 0 {
		lines += len(g.rows) + 1
	}
	for _, r := range g.rows {
		if r.signed {
			least = 2 // room for the sign
		}
	}
	if g.second > 0 {
		over = strings.TrimPrefix(over+", "+g.texts[0], ", ")
	}
	for i, token := range g.tokens {
		width := min(w, max(least, ansi.StringWidth(loaders.Clean(token))))
		if i == g.second && i > 0 {
			over = g.texts[1]
		}
		if len(g.blocks) == 0 || x+width > w || i == g.second {
			g.blocks = append(g.blocks, tokenBlock{first: g.count, heading: over, from: i})
			if g.count += lines; over != "" {
				g.count++
			}
			x, over = 0, ""
		}
		b := &g.blocks[len(g.blocks)-1]
		b.cells = append(b.cells, cellRange{x, width})
		x += width + 1
	}
}

// block is the last of the blocks that begin at or before a line, or a token;
// start returns where each begins.
func (g *grid) block(at int, start func(b *tokenBlock) int) *tokenBlock {
	return &g.blocks[max(0, sort.Search(len(g.blocks), func(i int) bool { return start(&g.blocks[i]) > at })-1)]
}

// blockOf is the block of a token.
func (g *grid) blockOf(token int) *tokenBlock {
	return g.block(token, func(b *tokenBlock) int { return b.from })
}

// draw draws line i in the first line of area. chosen is the row, from 0, whose
// name is highlighted.
func (gs *grids) draw(f *widget.Frame, i int, area image.Rectangle, look widget.Look, chosen int) {
	for _, g := range gs.all {
		if at := i - g.first; at >= 0 && at < g.count {
			g.draw(f, at, area, look, gs.label, chosen-g.number)
		}
	}
}

// draw draws the grid's line at; the names of its rows are label cells wide.
func (g *grid) draw(f *widget.Frame, at int, area image.Rectangle, look widget.Look, label, chosen int) {
	faint := look.Theme.Faint
	b := g.block(at, func(b *tokenBlock) int { return b.first })
	line := at - b.first
	if b.heading != "" {
		if line == 0 {
			f.TextOver(area, faint, b.heading)
			return
		}
		line--
	}
	tokens := area
	tokens.Min.X = min(area.Min.X+label, area.Max.X)
	switch {
	case line == 0:
		for k, c := range b.cells {
			f.Text(tokens.Min.X+c.x, tokens.Min.Y, min(c.w, tokens.Dx()-c.x), widget.Style{}, g.tokens[b.from+k])
		}
	case line <= len(g.rows):
		if line-1 == chosen {
			faint = widget.Bold(look.Theme.Accent)
		}
		f.Text(area.Min.X, area.Min.Y, label-1, faint, g.rows[line-1].label())
		g.rows[line-1].draw(f, b, tokens, look)
	}
	g.outline(f, b, line, tokens, look.Theme.Warn)
}

// outline draws, in the gaps between the tokens of a line, its part of the outlines
// around the tokens on which the attributions disagree most.
func (g *grid) outline(f *widget.Frame, b *tokenBlock, line int, area image.Rectangle, st widget.Style) {
	left, right, between, below := "│", "│", " ", ""
	switch line {
	case 0:
		left, right = "╭", "╮"
	case len(g.rows) + 1:
		left, right, between, below = "╰", "╯", "─", "─"
	}
	put := func(x int, glyph string) {
		if x = area.Min.X + x; x < area.Max.X && glyph != "" {
			f.Cell(x, area.Min.Y, st, glyph)
		}
	}
	for i, token := range g.apart {
		k := token - b.from
		if k < 0 || k >= len(b.cells) {
			continue
		}
		c, before := b.cells[k], left
		if i > 0 && g.apart[i-1] == token-1 && k > 0 { // neighbours share one outline
			before = between
		}
		put(c.x-1, before)
		for x := range c.w {
			put(c.x+x, below)
		}
		put(c.x+c.w, right)
	}
}

// draw draws a row's cells under the tokens of a block: a mark as a line, a
// score as heat, a negative one with its sign, a missing one blank.
func (r *scoreRow) draw(f *widget.Frame, b *tokenBlock, area image.Rectangle, look widget.Look) {
	for k, c := range b.cells {
		x, ok := r.heat(b.from + k)
		if !ok {
			continue
		}
		st, glyph := look.HeatCell(x, r.signed)
		if r.marks && x == 1 {
			st, glyph = widget.Bold(look.Theme.Accent), "━"
		}
		for at := range min(c.w, area.Dx()-c.x) {
			sign := widget.If(at == 0 && x <= -widget.LeastHeat, "-")
			f.Cell(area.Min.X+c.x+at, area.Min.Y, st, cmp.Or(sign, glyph))
		}
	}
}
