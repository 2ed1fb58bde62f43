package evidence

import (
	"image"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Flow is tokens set in lines, with heat behind them and gold spans in
// brackets and underlined.
type Flow struct {
	lines [][]piece
	at    []int // per token, its line
}

// piece is a stretch of one style on a line.
type piece struct {
	text  string
	x     int // cells from the left
	token int
	heat  float64
	gold  bool
	mark  bool // a bracket, or a bar behind a token
}

// NewFlow sets tokens in lines of w cells. hot has a number in 0..1 per token
// and may be shorter; gold are spans over the tokens. Neither is trusted: both
// come from a file.
func NewFlow(tokens []string, hot []float64, gold []loaders.Span, w int, look widget.Look) *Flow {
	w = max(1, w)
	fl := &Flow{at: make([]int, len(tokens))}
	opens, closes := spanBrackets(gold, len(tokens))
	x, depth := 0, 0
	for i, token := range tokens {
		share := elementAt(hot, i)
		depth += opens[i]
		parts := [...]piece{
			{text: strings.Repeat("[", opens[i]), mark: true, gold: true}, {text: loaders.Clean(token), heat: share, gold: depth > 0},
			{text: look.HeatSuffix(share), mark: true}, {text: strings.Repeat("]", closes[i]), mark: true, gold: true},
		}
		depth -= closes[i]
		width := 0
		for k := range parts {
			width += ansi.StringWidth(parts[k].text)
		}
		if fl.lines == nil || x > 0 && x+width > w {
			fl.lines, x = append(fl.lines, nil), 0
		}
		fl.at[i] = len(fl.lines) - 1
		line := &fl.lines[fl.at[i]]
		for _, p := range parts {
			if p.text != "" {
				p.x, p.token, p.text = x, i, ansi.Truncate(p.text, w-x, "…")
				x += ansi.StringWidth(p.text)
				*line = append(*line, p)
			}
		}
		x++ // the blank before the next token
	}
	return fl
}

// maxBrackets bounds how many spans may begin or end at one token on screen:
// a file can list the same span a million times.
const maxBrackets = 3

// spanBrackets counts the spans that open before and close after each of n tokens.
// Spans that are empty or outside are left out, those that reach outside are
// cut.
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

// Lines returns how many lines there are.
func (fl *Flow) Lines() int { return len(fl.lines) }

// lineOf returns the line of a token, 0 for one that does not exist.
func (fl *Flow) lineOf(token int) int { return elementAt(fl.at, token) }

// Draw draws line i in the first line of area, cut to its width, with a cursor on a token,
// -1 for none.
func (fl *Flow) Draw(f *widget.Frame, i int, area image.Rectangle, look widget.Look, cursor int) {
	for _, p := range fl.lines[i] {
		st := look.Heat(p.heat)
		switch {
		case p.gold && p.mark:
			st = widget.Bold(look.Theme.Accent)
		case p.gold:
			st.Underline = uv.UnderlineSingle
		}
		if p.token == cursor && !p.mark {
			st = widget.Bold(look.Theme.Selected)
			st.Underline = uv.UnderlineSingle
			f.Row = &image.Point{X: area.Min.X + p.x, Y: area.Min.Y}
		}
		f.Text(area.Min.X+p.x, area.Min.Y, area.Dx()-p.x, st, p.text)
	}
}
