package evidence

import (
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Draft makes the example a sheet on which a person annotates it: its gold is theirs, its
// proposals and tokens are what they can choose.
type Draft struct {
	// Box takes a box that was drawn by mouse on an image, in the image's units, Span the
	// tokens from one to another.
	Box  func(image int, b loaders.Box) tea.Cmd
	Span func(s loaders.Span) tea.Cmd
}

// Picked is what the selected row of the words of a [Draft] is about: a gold box of an
// image, a proposal, or a token; ok is false for none.
func (p *Panel) Picked() (image, at int, gold, ok bool) {
	i := p.words.table.Selected()
	if i >= len(p.words.lines) {
		return 0, 0, false, false
	}
	line := &p.words.lines[i]
	if line.part == p.boxes && line.Of >= 0 && line.Of < len(p.boxes.marks) {
		m := &p.boxes.marks[line.Of]
		if m.kind.gold() {
			return m.image, m.gold, true, true
		}
		return m.image, m.proposal, false, true
	}
	return 0, line.Of, false, line.part == &p.passage && line.Of >= 0
}

// Pick selects the row of a token of a [Draft].
func (p *Panel) Pick(token int) { p.words.selectOf(&p.passage, token) }

// dragBox lets the mouse draw a box on a picture.
func (b *boxesPart) dragBox(f *widget.Frame, s pictured) {
	if b.of.Draft == nil || b.of.Draft.Box == nil {
		return
	}
	part, im, take := s.part, b.images[s.image], b.of.Draft.Box
	if part == (loaders.Box{}) {
		part = loaders.Box{X1: 1, Y1: 1}
	}
	w, h := 1., 1.
	if im.Units == loaders.Pixels {
		w, h = float64(im.photo.size.X), float64(im.photo.size.Y)
	}
	f.Drag(s.area, func(from, to image.Point) tea.Cmd {
		if from == to {
			return nil
		}
		r := image.Rectangle{Min: from, Max: to}.Canon() // whose last cell is in the box
		x := func(cell int) float64 {
			return w * (part.X0 + float64(cell-s.area.Min.X)/float64(s.area.Dx())*(part.X1-part.X0))
		}
		y := func(cell int) float64 {
			return h * (part.Y0 + float64(cell-s.area.Min.Y)/float64(s.area.Dy())*(part.Y1-part.Y0))
		}
		return take(s.image, loaders.Box{X0: x(r.Min.X), Y0: y(r.Min.Y), X1: x(r.Max.X + 1), Y1: y(r.Max.Y + 1)})
	})
}

// dragSpan lets the mouse mark tokens.
func (t *passagePart) dragSpan(f *widget.Frame) {
	if t.draft == nil || t.draft.Span == nil || t.text.flow == nil || t.text.area.Empty() {
		return
	}
	text, take := &t.text, t.draft.Span
	f.Drag(text.area, func(from, to image.Point) tea.Cmd {
		first, last := text.tokenAt(from), text.tokenAt(to)
		if first < 0 || last < 0 {
			return nil
		}
		return take(loaders.Span{Start: min(first, last), End: max(first, last) + 1})
	})
}

// drawCursor draws the token that the keys are on.
func (t *passagePart) drawCursor(f *widget.Frame, look widget.Look) {
	if t.cursor < 0 || t.text.area.Empty() {
		return
	}
	line := t.text.flow.lineOf(t.cursor)
	y := t.text.area.Min.Y + line - t.text.top
	if y < t.text.area.Min.Y || y >= t.text.area.Max.Y {
		return
	}
	for _, p := range t.text.flow.lines[line] {
		if at := image.Pt(t.text.area.Min.X+p.x, y); p.token == t.cursor && !p.mark {
			st := widget.Bold(look.Theme.Selected)
			st.Underline = uv.UnderlineSingle
			f.Text(at.X, at.Y, t.text.area.Max.X-at.X, st, p.text)
			f.Row = &at
		}
	}
}

// tokenAt is the token at a cell, -1 for none.
func (t *heated) tokenAt(cell image.Point) int {
	i := t.top + cell.Y - t.area.Min.Y
	if i < 0 || i >= len(t.flow.lines) {
		return -1
	}
	found := -1
	for _, p := range t.flow.lines[i] {
		if p.x <= cell.X-t.area.Min.X {
			found = p.token
		}
	}
	return found
}

// tokenLines list all tokens, the marked ones with a sign.
func (t *heated) tokenLines() []Line {
	return loaders.Fill(len(t.tokens), func(i int) Line {
		sign := "  "
		if at(t.numbers, i) > 0 {
			sign = "✓ "
		}
		return Line{Of: i, Text: fmt.Sprintf("%stoken %d %s", sign, i, quotedSpan(t.tokens, loaders.Span{Start: i, End: i + 1}))}
	})
}
