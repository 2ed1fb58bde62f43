package heat

import (
	"image"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Flow is tokens set in lines, with heat.
type Flow struct {
	tokens  []string
	lines   []int
	places  []tokenPlace
	styleOf func(token int, look widget.Look) tokenStyle
}

type tokenPlace struct{ line, x, w int }

// tokenStyle adds text around a token. If hang is 1, the text before uses the blank between tokens.
type tokenStyle struct {
	style, mark           widget.Style
	before, suffix, after string
	hang                  int
}

// A negative width from cells takes no room.
func (fl *Flow) setTokens(w, begin int, cells func(token int) int) {
	x := 0
	for i := range fl.tokens {
		need := min(w, cells(i))
		isFull := x > 0 && x+need > w
		if fl.lines == nil || i == begin || isFull {
			fl.lines, x = append(fl.lines, i), 0
		}
		fl.places = append(fl.places, tokenPlace{len(fl.lines) - 1, x, need})
		x += need + 1 // and a blank
	}
}

// NewFlow sets tokens in lines of w cells, with heat and gold spans in brackets and underlined.
// hot, 0..1 per token, may be shorter; gold may reach outside, because both come from a file.
func NewFlow(tokens []string, hot []float64, gold []loaders.Span, w int, look widget.Look) *Flow {
	opens, closes := spanBrackets(gold, len(tokens))
	depth, inside := 0, make([]bool, len(tokens))
	for i := range tokens {
		depth += opens[i]
		inside[i] = depth > 0
		depth -= closes[i]
	}
	fl := &Flow{tokens: tokens, styleOf: func(i int, look widget.Look) tokenStyle {
		heat := loaders.ElementAt(hot, i)
		d := tokenStyle{style: look.Heat(heat), mark: widget.Bold(look.Theme.Accent), before: strings.Repeat("[", opens[i]),
			suffix: look.HeatSuffix(heat), after: strings.Repeat("]", closes[i])}
		if inside[i] {
			d.style.Underline = uv.UnderlineSingle
		}
		return d
	}}
	fl.setTokens(max(1, w), 0, func(i int) int {
		d := fl.styleOf(i, look)
		return ansi.StringWidth(d.before + loaders.Clean(tokens[i]) + d.suffix + d.after)
	})
	return fl
}

// maxBrackets is per token, because a file can list a span a million times.
const maxBrackets = 3

func spanBrackets(gold []loaders.Span, n int) (opens, closes []int) {
	opens, closes = make([]int, n), make([]int, n)
	for _, s := range gold {
		start, end := max(0, s.Start), min(n, s.End)
		if start < end && opens[start] < maxBrackets && closes[end-1] < maxBrackets {
			opens[start]++
			closes[end-1]++
		}
	}
	return opens, closes
}

// Lines returns the number of lines.
func (fl *Flow) Lines() int { return len(fl.lines) }

func (fl *Flow) lineOf(token int) int { return loaders.ElementAt(fl.places, token).line }

func (fl *Flow) tokensOn(line int) loaders.Span {
	s := loaders.Span{Start: fl.lines[line], End: len(fl.tokens)}
	if line+1 < len(fl.lines) {
		s.End = fl.lines[line+1]
	}
	return s
}

// Draw draws line i in area. The token at cursor, -1 for none, is bold and underlined, and f.Row
// points to it.
func (fl *Flow) Draw(f *widget.Frame, i int, area image.Rectangle, look widget.Look, cursor int) {
	for s := fl.tokensOn(i); s.Start < s.End; s.Start++ {
		p, d, room := fl.places[s.Start], fl.styleOf(s.Start, look), area
		if p.w < 0 {
			continue
		}
		room.Min.X += p.x - d.hang
		room.Max.X = min(room.Max.X, room.Min.X+p.w+2*d.hang)
		pen := widget.NewPen(f, room)
		pen.Put(d.mark, d.before)
		if s.Start == cursor {
			d.style = widget.Bold(look.Theme.Selected)
			d.style.Underline = uv.UnderlineSingle
			f.Row = &image.Point{X: pen.X(), Y: room.Min.Y}
		}
		pen.Short(d.style, p.w, fl.tokens[s.Start])
		pen.Put(widget.Style{}, d.suffix)
		pen.Put(d.mark, d.after)
	}
}
