package heat

import (
	"image"
	"slices"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// attentionOverview has a line per module that attends to the passage, from the first token to the last.
type attentionOverview struct {
	modules []moduleAttention
	area    image.Rectangle // empty without room
}

type moduleAttention struct {
	label   string
	numbers []float64 // per token
	gold    []loaders.Span
	scale   Scale // its own
	shown   bool  // in the passage
}

// height counts a blank line and the title; 0 for fewer than two modules.
func (o *attentionOverview) height() int {
	return loaders.IfElse(len(o.modules) < 2, 0, 2+len(o.modules))
}

func (o *attentionOverview) drawModules(f *widget.Frame, look widget.Look) {
	if o.area.Empty() {
		return
	}
	wide := min(o.area.Dx()/3, widget.Widest(0, len(o.modules), func(i int) string { return o.modules[i].label }))
	line := widget.LineAt(o.area.Min.X, o.area.Min.Y+1, o.area.Dx())
	pen := widget.NewPen(f, line)
	pen.Put(look.Theme.Faint, "every module, from the first token to the last · ")
	pen.Put(goldStrip(look), "gold")
	for _, m := range o.modules {
		line = line.Add(image.Pt(0, 1))
		style := look.Theme.Faint
		if m.shown {
			style = widget.Bold(look.Theme.Accent)
		}
		f.Text(line.Min.X, line.Min.Y, wide, style, m.label)
		strip := line
		strip.Min.X += wide + widget.ColumnGap
		m.drawStrip(f, strip, look)
	}
}

// drawStrip gives every cell the greatest attention of its tokens, and underlines gold.
func (m *moduleAttention) drawStrip(f *widget.Frame, line image.Rectangle, look widget.Look) {
	isGold := loaders.Within(m.gold, len(m.numbers))
	cells := min(line.Dx(), len(m.numbers))
	for x := range cells {
		from, to := x*len(m.numbers)/cells, (x+1)*len(m.numbers)/cells
		heat := m.scale.Heat(slices.Max(m.numbers[from:to]))
		style, glyph := look.HeatCell(loaders.IfElse(heat < widget.LeastToken, 0, heat), widget.Unsigned)
		if style.Bg != nil {
			style = look.TokenHeat(heat)
		}
		if slices.Max(isGold[from:to]) > 0 {
			gold := goldStrip(look)
			style.Fg, style.Underline = gold.Fg, gold.Underline
		}
		f.Cell(line.Min.X+x, line.Min.Y, style, glyph)
	}
}

func goldStrip(look widget.Look) widget.Style {
	return widget.Style{Fg: look.Theme.Warn.Fg, Underline: uv.UnderlineSingle}
}
