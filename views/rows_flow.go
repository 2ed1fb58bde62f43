package views

import (
	"image"
	"strconv"

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

func newGridFlow(e *rowsEvidence, w int) *gridFlow {
	fl := &gridFlow{}
	for _, g := range e.grids {
		for _, r := range g.rows {
			fl.label = max(fl.label, min(ansi.StringWidth(loaders.Clean(r.label())), max(8, w/4))+1)
		}
	}
	if w-fl.label < leastTokens {
		fl.label = max(0, min(fl.label, w-leastTokens))
	}
	number := 0
	for _, g := range e.grids {
		laid := laidGrid{grid: g, heading: len(e.grids) > 1, first: fl.count, number: number}
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

// draw draws line i in the first line of area. chosen is the row, from 1,
// whose name stands out.
func (fl *gridFlow) draw(f *widget.Frame, i int, area image.Rectangle, s *Session, chosen int) {
	for k := range fl.grids {
		g := &fl.grids[k]
		at := i - g.first
		if at < 0 || at >= g.lines() {
			continue
		}
		if g.heading {
			if at == 0 {
				f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Ink(s.Theme.Faint), "over the "+g.name)
				return
			}
			at--
		}
		b, line := g.blocks[at/g.blockLines()], at%g.blockLines()
		tokens := area
		tokens.Min.X = min(area.Min.X+fl.label, area.Max.X)
		switch {
		case line == 0:
			g.drawTokens(f, b, tokens)
		case line <= len(g.rows):
			r := g.rows[line-1]
			st := widget.Ink(s.Theme.Faint)
			if g.number+line == chosen {
				st = widget.Bold(widget.Ink(s.Theme.Accent))
			}
			f.Text(area.Min.X, area.Min.Y, fl.label-1, st, r.label())
			r.draw(f, b, tokens, s)
		}
		return
	}
}

func (g *laidGrid) drawTokens(f *widget.Frame, b tokenBlock, area image.Rectangle) {
	for k, c := range b.cells {
		f.Text(area.Min.X+c.x, area.Min.Y, min(c.w, area.Max.X-area.Min.X-c.x), widget.Style{}, g.tokens[b.from+k])
	}
}

// draw draws a row's cells under the tokens of a block: a mark as a line, a
// score as heat, a negative one with its sign, and no number as nothing.
func (r *scoreRow) draw(f *widget.Frame, b tokenBlock, area image.Rectangle, s *Session) {
	h := s.Heat()
	for k, c := range b.cells {
		x, ok := r.heat(b.from + k)
		if !ok {
			continue
		}
		st, glyph := h.Cell(x, r.signed)
		if r.marks && x == 1 {
			st, glyph = widget.Bold(widget.Ink(s.Theme.Accent)), "━"
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

// chosenRow is the row, from 1, that the words' selected line tells of; the
// first without any.
func (v *Example) chosenRow() int {
	if i := v.words.Selected(); i < len(v.evidence.lines) && v.focus == evidencePane {
		return max(1, v.evidence.lines[i].row)
	}
	return 1
}

// row returns a row by its number from 1, nil for none.
func (e *rowsEvidence) row(number int) *scoreRow {
	for _, g := range e.grids {
		if number <= len(g.rows) {
			return g.rows[number-1]
		}
		number -= len(g.rows)
	}
	return nil
}

// drawRowLegend says what the heat of the chosen row stands for: every row
// has a scale of its own.
func (v *Example) drawRowLegend(f *widget.Frame, l evidenceLayout) {
	area, faint := l.legend, widget.Ink(v.s.Theme.Faint)
	x := area.Min.X
	put := func(st widget.Style, text string) { x += f.Text(x, area.Min.Y, area.Max.X-x, st, text) }
	if r := v.evidence.rows.row(v.chosenRow()); r != nil {
		name, low, high := r.scale.ends()
		put(widget.Bold(widget.Ink(v.s.Theme.Accent)), ansi.Truncate(loaders.Clean(r.label()), area.Dx()/3, "…"))
		put(faint, " "+name+" ")
		switch {
		case r.marks:
			put(widget.Bold(widget.Ink(v.s.Theme.Accent)), "━━")
			put(faint, " marked")
		case r.signed:
			x += v.s.Heat().SignedLegend(f, x, area.Min.Y, area.Max.X-x, faint, high)
		default:
			x += v.s.Heat().Legend(f, x, area.Min.Y, area.Max.X-x, faint, low, high)
		}
		if v.evidence.rows.rows > 1 {
			put(faint, " · each row on its own scale")
		}
	}
	if v.text.count > v.text.rows && l.passage.Dy() > 0 {
		text := "line " + strconv.Itoa(v.text.top+1) + " of " + strconv.Itoa(v.text.count)
		if x > area.Min.X {
			text = " · " + text
		}
		put(faint, text)
	}
}
