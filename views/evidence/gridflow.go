package evidence

import (
	"cmp"
	"image"
	"slices"
	"sort"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/alignment"
	"faithscope/views/widget"
)

// leastTokens is the width that tokens get beside the names of rows.
const leastTokens = 24

// layLines sets the grids in lines of w cells.
func (gs *grids) layLines(w int) {
	gs.label, gs.count = 0, 0
	name := func(text string) { gs.label = max(gs.label, min(ansi.StringWidth(loaders.Clean(text)), max(8, w/4))+1) }
	for _, g := range gs.all {
		if g.shown = gs.chooseRows(g.rows); len(gs.all) > 1 || g.second > 0 {
			name(g.headingText())
			name(g.texts[1])
		}
		for _, r := range g.shown {
			name(r.rowLabel())
		}
	}
	gs.label = max(0, min(gs.label, w-leastTokens))
	number := 0
	for _, g := range gs.all {
		g.laid = laid{first: gs.count, number: number, shown: g.shown, matrix: !gs.on}
		g.layBlocks(max(1, w-gs.label), widget.If(len(gs.all) > 1 || g.second > 0, g.headingText()))
		number += len(g.rows)
		gs.count += g.count
	}
}

// headingText names the grid's first text.
func (g *grid) headingText() string { return cmp.Or(widget.If(g.second > 0, g.texts[0]), g.name) }

// secondText returns the line at which the second text of a pair begins, the end if there is none.
func (gs *grids) secondText() int {
	switch {
	case len(gs.all) == 2 && gs.all[1].first > 0 && len(gs.all[0].rows) == 0:
		return gs.all[1].first
	case len(gs.all) == 1 && gs.all[0].second > 0:
		return gs.all[0].blockOf(gs.all[0].second).first
	}
	return gs.count
}

// layBlocks breaks the tokens into blocks of at most w cells. Each text of a pair
// begins one, beside its name.
func (g *grid) layBlocks(w int, over string) {
	least, lines, x := 1, 1+len(g.shown), 0
	for _, r := range g.rows {
		if r.signed {
			least = 2 // room for the sign
		}
	}
	for i, token := range g.tokens {
		width := min(w, max(least, ansi.StringWidth(loaders.Clean(token))))
		if !g.matrix && alignment.IsSpecial(token) &&
			!slices.ContainsFunc(g.rows, func(r *scoreRow) bool { return elementAt(r.scores, i) != 0 }) {
			width = -1 // no text has it
		}
		if i == g.second && i > 0 {
			over = g.texts[1]
		}
		if len(g.blocks) == 0 || x+width > w || i == g.second {
			g.blocks = append(g.blocks, tokenBlock{first: g.count, heading: over, from: i})
			g.count += lines
			x, over = 0, ""
		}
		b := &g.blocks[len(g.blocks)-1]
		b.cells = append(b.cells, cellRange{x, width})
		x += width + 1
	}
}

// blockAt returns the last of the blocks that begin at or before a line, or a token;
// start returns where each begins.
func (g *grid) blockAt(at int, start func(b *tokenBlock) int) *tokenBlock {
	return &g.blocks[max(0, sort.Search(len(g.blocks), func(i int) bool { return start(&g.blocks[i]) > at })-1)]
}

// blockOf returns the block of a token.
func (g *grid) blockOf(token int) *tokenBlock {
	return g.blockAt(token, func(b *tokenBlock) int { return b.from })
}

// drawLine draws line i in the first line of area. chosen is the row, from 0, whose
// name is highlighted.
func (gs *grids) drawLine(f *widget.Frame, i int, area image.Rectangle, look widget.Look, chosen int) {
	_, row := gs.rowAt(chosen)
	for _, g := range gs.all {
		if at := i - g.first; at >= 0 && at < g.count {
			g.drawLine(f, at, area, look, gs.label, row)
		}
	}
}

// drawLine draws the grid's line at; the names of its rows are label cells wide.
func (g *grid) drawLine(f *widget.Frame, at int, area image.Rectangle, look widget.Look, label int, chosen *scoreRow) {
	faint := look.Theme.Faint
	b := g.blockAt(at, func(b *tokenBlock) int { return b.first })
	line, tokens := at-b.first, area
	tokens.Min.X = min(area.Min.X+label, area.Max.X)
	switch {
	case line == 0:
		f.Text(area.Min.X, area.Min.Y, label-1, faint, b.heading)
		g.drawTokens(f, b, tokens, look, chosen)
	case line <= len(g.shown):
		r := g.shown[line-1]
		if r == chosen {
			faint = widget.Bold(look.Theme.Accent)
		}
		f.Text(area.Min.X, area.Min.Y, label-1, faint, r.rowLabel())
		r.drawCells(f, b, tokens, look, !g.matrix)
	}
}

// drawTokens draws the tokens of a block, in the heat of the row that they wear: a negative one
// after a sign, what is 0 without any colour.
func (g *grid) drawTokens(f *widget.Frame, b *tokenBlock, area image.Rectangle, look widget.Look, row *scoreRow) {
	for k, c := range b.cells {
		st, x, w := widget.Style{}, area.Min.X+c.x, min(c.w, area.Dx()-c.x)
		if slices.Contains(g.edited, b.from+k) {
			f.Cell(x-1, area.Min.Y, look.Theme.Warn, "╭")
			f.Cell(x+w, area.Min.Y, look.Theme.Warn, "╮")
		}
		if heat, ok := 0., false; !g.matrix && slices.Contains(g.rows, row) && len(look.Theme.Heat) > 0 && !look.NoHeat {
			if heat, ok = row.heatOf(b.from + k); ok && max(heat, -heat) >= widget.LeastHeat {
				if st, _ = look.HeatCell(heat, row.signed); row.marks && heat == 1 {
					st = widget.Bold(look.Theme.Accent)
					st.Underline = uv.UnderlineSingle
				}
				if heat <= -1./8 { // a sign for each would be too many
					f.Cell(x-1, area.Min.Y, st, "-")
				}
			}
		}
		f.Text(x, area.Min.Y, w, st, g.tokens[b.from+k])
	}
}

// drawCells draws a row's cells under the tokens of a block: a mark as a line, a
// score as heat, a negative one with its sign, a missing one blank; in a thin strip what is 0
// too.
func (r *scoreRow) drawCells(f *widget.Frame, b *tokenBlock, area image.Rectangle, look widget.Look, thin bool) {
	for k, c := range b.cells {
		x, ok := r.heatOf(b.from + k)
		st, glyph := look.HeatCell(x, r.signed)
		switch {
		case !ok, thin && glyph == "·":
			continue
		case thin && st.Bg != nil:
			st, glyph = widget.Style{Fg: st.Bg}, "▀"
		}
		if r.marks && x == 1 {
			st, glyph = widget.Bold(look.Theme.Accent), "━"
		}
		for at := range min(c.w, area.Dx()-c.x) {
			sign := widget.If(at == 0 && x <= -widget.LeastHeat, "-")
			f.Cell(area.Min.X+c.x+at, area.Min.Y, st, cmp.Or(sign, glyph))
		}
	}
}
