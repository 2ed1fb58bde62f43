package evidence

import (
	"image"

	"faithscope/views/widget"
)

const (
	// mapLines is the height of a minimap: the heat of the selected row, and
	// below it the part that shows and what the reference marks.
	mapLines = 2
	// leastMapped is the room of rows from which a minimap is worth its lines.
	leastMapped = 8
)

// drawMap draws all tokens of the selected row's grid in one line, as far as
// they do not all show. A click goes there.
func (r *rowsPart) drawMap(f *widget.Frame, look widget.Look) {
	g, row := r.found.row(r.selected)
	if r.overview.Empty() || row == nil {
		return
	}
	faint, accent := widget.Ink(look.Theme.Faint), widget.Ink(look.Theme.Accent)
	area := r.overview
	f.Text(area.Min.X, area.Min.Y, r.flow.label-1, faint, "all")
	area.Min.X = min(area.Min.X+r.flow.label, area.Max.X-1)
	area.Max.X = max(area.Min.X, area.Max.X-1)
	laid := r.flow.laid(g)
	from, to := r.visible(laid)
	reference := g.reference(r.reference)
	for x := range area.Dx() {
		first, last := share(x, area.Dx(), len(g.tokens))
		heat, marked := 0.0, false
		for i := first; i < last; i++ {
			if h, ok := row.heat(i); ok && max(h, -h) > max(heat, -heat) {
				heat = h
			}
			marked = marked || reference != nil && reference.marks && i < len(reference.scores) && reference.scores[i] > 0
		}
		st, glyph := look.Heat().Cell(heat, row.signed)
		f.Cell(area.Min.X+x, area.Min.Y, st, glyph)
		switch {
		case marked:
			f.Cell(area.Min.X+x, area.Min.Y+1, widget.Bold(accent), "━")
		case first < to && last > from:
			f.Cell(area.Min.X+x, area.Min.Y+1, faint, "▔")
		}
		line := laid.first + laid.blockOf(first).first
		f.Click(image.Rect(area.Min.X+x, area.Min.Y, area.Min.X+x+1, area.Max.Y), widget.Do(func() { r.text.Move(line - r.text.top) }))
	}
}

// share is what cell x of w stands for of n tokens: at least one.
func share(x, w, n int) (first, last int) {
	first = x * n / w
	return first, max(first+1, (x+1)*n/w)
}

// visible are the grid's tokens that show: from one up to, but without,
// another.
func (r *rowsPart) visible(g *laidGrid) (from, to int) {
	top, bottom := r.text.top-g.first, r.text.top-g.first+r.text.area.Dy()
	from, to = len(g.tokens), 0
	for i := range g.blocks {
		if b := &g.blocks[i]; b.first+1 >= top && b.first < bottom {
			from, to = min(from, b.from), max(to, b.from+len(b.cells))
		}
	}
	return from, to
}
