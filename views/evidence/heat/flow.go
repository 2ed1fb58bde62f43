package heat

import (
	"image"
	"math"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// TokenFlow is tokens set in lines, with heat.
type TokenFlow struct {
	tokens  []string
	lines   []int
	places  []tokenPlace
	styleOf func(token int, look widget.Look) tokenStyle
}

type tokenPlace struct{ line, x, w int }

// tokenStyle adds text around a token. If hang is 1, the texts before and after use the blanks between tokens.
type tokenStyle struct {
	heat                  float64
	style, mark           widget.Style
	before, suffix, after string
	hang                  int
}

// pairGap is between a pair's texts on one line: a rule and a blank on each side.
const pairGap = 3

// setTokens begins a line with token second, 0 for none, unless one line holds both texts.
func (fl *TokenFlow) setTokens(w, second int, cellsOf func(token int) int) (beside bool) {
	x, all := 0, pairGap
	for i := range fl.tokens {
		all += max(0, cellsOf(i)+1)
	}
	beside = second > 0 && all-2 <= w
	for i := range fl.tokens {
		need := min(w, cellsOf(i))
		switch isFull := x > 0 && x+need > w; {
		case beside && i == second:
			x += pairGap - 1
		case fl.lines == nil || i == second || isFull:
			fl.lines, x = append(fl.lines, i), 0
		}
		fl.places = append(fl.places, tokenPlace{len(fl.lines) - 1, x, need})
		x += need + 1 // and a blank
	}
	return beside
}

// NewFlow sets tokens in lines of w cells, with heat and gold spans in brackets and underlined.
// tokenHeat, 0..1 per token, may be shorter; goldSpans may reach outside, because both come from a file.
func NewFlow(tokens []string, tokenHeat []float64, goldSpans []loaders.Span, w int, look widget.Look) *TokenFlow {
	opens, closes := spanBrackets(goldSpans, len(tokens))
	depth, inside := 0, make([]bool, len(tokens))
	for i := range tokens {
		depth += opens[i]
		inside[i] = depth > 0
		depth -= closes[i]
	}
	fl := &TokenFlow{tokens: tokens, styleOf: func(i int, look widget.Look) tokenStyle {
		heat := loaders.ElementAt(tokenHeat, i)
		if heat < widget.LeastToken || isPunctuation(tokens[i]) {
			heat = 0
		}
		d := tokenStyle{heat: heat, style: look.TokenHeat(heat), mark: widget.Bold(look.Theme.Warn), before: strings.Repeat("[", opens[i]),
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

// newHangingFlow sets tokens where they would be without heat, on a row in rowStyle: bars hang in the blanks behind.
func newHangingFlow(tokens []string, tokenHeat []float64, w int, look widget.Look, rowStyle widget.Style) *TokenFlow {
	fl := NewFlow(tokens, tokenHeat, nil, w, widget.Look{Theme: look.Theme, NoHeat: true})
	heated := fl.styleOf
	fl.styleOf = func(i int, look widget.Look) tokenStyle {
		d := heated(i, look)
		d.style, d.mark = widget.Over(d.style, rowStyle), rowStyle
		d.after, d.suffix, d.hang = d.suffix, "", 1
		return d
	}
	return fl
}

// maxBrackets is per token, because a file can list a span a million times.
const maxBrackets = 3

func spanBrackets(goldSpans []loaders.Span, n int) (opens, closes []int) {
	opens, closes = make([]int, n), make([]int, n)
	for _, s := range goldSpans {
		start, end := cutSpan(s, n)
		if start < end && opens[start] < maxBrackets && closes[end-1] < maxBrackets {
			opens[start]++
			closes[end-1]++
		}
	}
	return opens, closes
}

// Lines returns the number of lines.
func (fl *TokenFlow) Lines() int { return len(fl.lines) }

func (fl *TokenFlow) lineOf(tokenIndex int) int { return loaders.ElementAt(fl.places, tokenIndex).line }

func (fl *TokenFlow) tokensOn(lineIndex int) loaders.Span {
	s := loaders.Span{Start: fl.lines[lineIndex], End: len(fl.tokens)}
	if lineIndex+1 < len(fl.lines) {
		s.End = fl.lines[lineIndex+1]
	}
	return s
}

// Draw draws line i in area. The token at cursorToken, -1 for none, is bold and underlined, and f.Row
// points to it.
func (fl *TokenFlow) Draw(f *widget.Frame, i int, area image.Rectangle, look widget.Look, cursorToken int) {
	for s := fl.tokensOn(i); s.Start < s.End; s.Start++ {
		p, d, room := fl.places[s.Start], fl.styleOf(s.Start, look), area
		if p.w < 0 {
			continue
		}
		room.Max.X = min(room.Max.X, room.Min.X+p.x+p.w+d.hang)
		room.Min.X += p.x - min(d.hang, ansi.StringWidth(d.before))
		pen := widget.NewPen(f, room)
		pen.Put(d.mark, d.before)
		if s.Start == cursorToken {
			if d.style.Bg == nil {
				d.style = look.Theme.Selected
			}
			d.style = widget.Bold(d.style)
			d.style.Underline = uv.UnderlineSingle
			f.Row = &image.Point{X: pen.X(), Y: room.Min.Y}
		}
		pen.Short(d.style, p.w, fl.tokens[s.Start])
		pen.Put(widget.Style{}, d.suffix)
		pen.Put(d.mark, d.after)
		if after := s.Start + 1; after < s.End && fl.places[after].x == p.x+p.w+1 {
			if st := d.joinStyle(fl.styleOf(after, look)); st.Bg != nil {
				f.Fill(widget.LineAt(area.Min.X+p.x+p.w, area.Min.Y, 1), st)
			}
		}
	}
}

// joinStyle returns the background of the blank between two tokens of a phrase, the cooler one's.
func (d tokenStyle) joinStyle(next tokenStyle) (st widget.Style) {
	if d.heat*next.heat > 0 && d.after+next.before == "" {
		st.Bg = loaders.IfElse(math.Abs(next.heat) < math.Abs(d.heat), next, d).style.Bg
	}
	return st
}
