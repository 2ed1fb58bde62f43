package heat

import (
	"cmp"
	"image"
	"math"
	"slices"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/protocols/alignment"
	"faithscope/views/widget"
)

const leastTokens = 24

// layLines numbers lines through all grids, because one cursor moves through them. The label
// column takes at most w − leastTokens.
func (gs *tokenGrids) layLines(w int) {
	label := 0
	name := func(text string) { label = max(label, min(ansi.StringWidth(loaders.Clean(text)), max(8, w/3))+1) }
	for _, g := range gs.all {
		if g.shown = gs.chooseRows(g.rows); len(gs.all) > 1 || g.second > 0 {
			name(g.headingText())
			name(g.texts[1])
		}
		for _, r := range g.shown {
			name(r.rowLabel())
		}
	}
	label, gs.count = max(0, min(label, w-leastTokens)), 0
	for _, g := range gs.all {
		g.gridLayout = gridLayout{first: gs.count, label: label, shown: g.shown, matrix: !gs.onTokens,
			least:   loaders.IfElse(gs.bare, widget.LeastHeat, widget.LeastToken),
			heading: widget.If(len(gs.all) > 1 || g.second > 0, g.headingText())}
		g.layTokens(max(1, w-label), gs.chosen)
		gs.count += g.count + 1 // a blank line
	}
	gs.count = max(0, gs.count-1)
}

func (g *tokenGrid) headingText() string { return cmp.Or(widget.If(g.second > 0, g.texts[0]), g.name) }

func (gs *tokenGrids) secondText() int {
	switch {
	case len(gs.all) == 2 && gs.all[1].first > 0 && len(gs.all[0].rows) == 0:
		return gs.all[1].first
	case len(gs.all) == 1 && gs.all[0].second > 0 && !gs.all[0].beside:
		return gs.all[0].lineWith(gs.all[0].second).at
	}
	return gs.count
}

func (g *tokenGrid) layTokens(w int, shownRow *tokenScores) {
	least := 1
	if slices.ContainsFunc(g.shown, func(r *tokenScores) bool { return r.signed }) {
		least = 2 // for the sign
	}
	g.flow = TokenFlow{tokens: g.tokens, styleOf: g.styleTokens(shownRow)}
	g.beside = g.flow.setTokens(w, g.second, func(i int) int {
		if !g.matrix && alignment.IsSpecial(g.tokens[i]) &&
			!slices.ContainsFunc(g.rows, func(r *tokenScores) bool { return loaders.ElementAt(r.scores, i) != 0 }) {
			return -1 // in no text
		}
		return max(least, ansi.StringWidth(loaders.Clean(g.tokens[i])))
	})
	g.lines, g.count = nil, loaders.IfElse(g.beside, 1, 0)
	for i, firstToken := range g.flow.lines {
		if g.second > 0 && firstToken == g.second {
			g.count++ // a blank line
		}
		strips := loaders.Filter(g.shown, func(r *tokenScores) bool { return g.matrix || g.hasHeat(r, i) })
		g.lines = append(g.lines, textLine{g.count, strips})
		g.count += 1 + len(strips)
	}
}

func (g *tokenGrid) hasHeat(r *tokenScores, lineIndex int) bool {
	for s := g.flow.tokensOn(lineIndex); s.Start < s.End; s.Start++ {
		if x, ok := r.heatOf(s.Start); ok && math.Abs(x) >= g.least {
			return true
		}
	}
	return false
}

func (g *tokenGrid) lineWith(tokenIndex int) textLine {
	return loaders.ElementAt(g.lines, g.flow.lineOf(tokenIndex))
}

// drawLine draws line i with the chosen row's name and the token at cursorToken marked, nil and -1 for none.
func (g *tokenGrid) drawLine(f *widget.Frame, i int, area image.Rectangle, look widget.Look, chosenRow *tokenScores, cursorToken int) {
	after := slices.IndexFunc(g.lines, func(l textLine) bool { return l.at > i })
	line, st, tokens := loaders.IfElse(after < 0, len(g.lines), after)-1, look.Theme.Faint, area
	tokens.Min.X = min(area.Min.X+g.label, area.Max.X)
	if g.beside {
		g.drawPair(f, i, tokens, look)
	}
	if line < 0 {
		return
	}
	name := ""
	switch row := i - g.lines[line].at; {
	case row > len(g.lines[line].strips): // the blank line
		return
	case row > 0:
		r := g.lines[line].strips[row-1]
		if name = r.rowLabel(); r == chosenRow {
			st = widget.Bold(look.Theme.Accent)
		}
		g.drawCells(f, r, line, tokens, look)
	default:
		if name = widget.If(line == 0 && !g.beside, g.heading); line > 0 && g.flow.lines[line] == g.second {
			name = g.texts[1]
		}
		g.flow.Draw(f, line, tokens, look, cursorToken)
	}
	f.Text(area.Min.X, area.Min.Y, g.label-1, st, name)
}

// drawPair draws the texts' names on the first line and a rule between the texts.
func (g *tokenGrid) drawPair(f *widget.Frame, i int, area image.Rectangle, look widget.Look) {
	second := g.flow.places[g.second].x
	if i == 0 {
		f.Text(area.Min.X, area.Min.Y, second-pairGap, look.Theme.Faint, g.texts[0])
		f.Text(area.Min.X+second, area.Min.Y, area.Dx()-second, look.Theme.Faint, g.texts[1])
	}
	f.Cell(area.Min.X+second-2, area.Min.Y, look.Theme.Border, "│")
}

func (g *tokenGrid) styleTokens(scoredRow *tokenScores) func(token int, look widget.Look) tokenStyle {
	worn := !g.matrix && slices.Contains(g.rows, scoredRow)
	return func(token int, look widget.Look) (d tokenStyle) {
		if slices.Contains(g.edited, token) {
			d = tokenStyle{mark: look.Theme.Warn, before: "╭", after: "╮", hang: 1}
		}
		if !worn || len(look.Theme.Heat) == 0 || look.NoHeat {
			return d
		}
		look = scoredRow.lookOf(look)
		heat, _ := scoredRow.heatOf(token)
		if max(heat, -heat) >= widget.LeastToken && (scoredRow.marks || !isPunctuation(g.tokens[token])) {
			d.heat, d.style = heat, look.TokenHeat(max(heat, -heat))
			if scoredRow.signed {
				d.style, _ = look.HeatCell(heat, scoredRow.signed)
			} else if scoredRow.marks && heat == 1 && !scoredRow.graded {
				d.style = widget.Bold(look.Theme.Warn)
				d.style.Underline = uv.UnderlineSingle
			}
			if heat < 0 {
				d.mark, d.before, d.hang = d.style, "-", 1
			}
		}
		return d
	}
}

func (g *tokenGrid) drawCells(f *widget.Frame, r *tokenScores, lineIndex int, area image.Rectangle, look widget.Look) {
	thin, look := !g.matrix, r.lookOf(look)
	for s := g.flow.tokensOn(lineIndex); s.Start < s.End; s.Start++ {
		c := g.flow.places[s.Start]
		x, ok := r.heatOf(s.Start)
		st, glyph := look.HeatCell(x, r.signed)
		sign := widget.If(x <= -widget.LeastHeat, "-")
		switch {
		case r.marks && x == 1 && !r.graded && (st.Bg == nil || r.isPredicted()):
			st, glyph = r.markStyle(look)
		case !ok:
			continue
		case thin && isFaint(glyph, st, x):
			if 0 < c.w && c.x < area.Dx() { // marks the token's place between the strips
				f.Cell(area.Min.X+c.x, area.Min.Y, look.Theme.Border, "·")
			}
			continue
		}
		if st.Bg != nil { // as high as letters, apart from the row above
			st, glyph = widget.Style{Fg: st.Bg}, "▆"
		}
		for at := range min(c.w, area.Dx()-c.x) {
			f.Cell(area.Min.X+c.x+at, area.Min.Y, st, cmp.Or(widget.If(at == 0, sign), glyph))
		}
	}
}

func isFaint(glyph string, heatStyle widget.Style, x float64) bool {
	return glyph == "·" || heatStyle.Bg != nil && math.Abs(x) < widget.LeastToken
}

// explainStrips draws a sample of every kind of strip that the chosen row isn't.
func (g *tokenGrid) explainStrips(pen *widget.Pen, look widget.Look, chosenRow *tokenScores) {
	explained := []string{chosenRow.stripMeaning()}
	for _, r := range g.shown {
		if !slices.ContainsFunc(g.lines, func(l textLine) bool { return slices.Contains(l.strips, r) }) {
			continue
		}
		meaning, look := r.stripMeaning(), r.lookOf(look)
		st, glyph := r.markStyle(look)
		if heat, _ := look.HeatCell(1, r.signed); !r.isPredicted() && (heat.Bg != nil || !r.marks || r.graded) {
			st, glyph = heat, widget.If(heat.Bg != nil, " ")
		}
		if glyph == "" || slices.Contains(explained, meaning) {
			continue
		}
		explained = append(explained, meaning)
		pen.Put(look.Theme.Faint, " · ")
		pen.Put(st, glyph+glyph)
		pen.Put(look.Theme.Faint, " "+meaning)
	}
}
