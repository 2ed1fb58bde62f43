package evidence

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Scale maps numbers from 0 up to heat in 0..1.
type Scale struct {
	log  bool
	most float64 // the greatest number
}

// decades is how far below the greatest number the log scale reaches.
const decades = 4

// NewScale returns the scale of the numbers' distances from 0, linear or
// logarithmic. Infinite numbers do not count.
func NewScale(numbers []float64, log bool) Scale {
	s := Scale{log: log}
	for _, x := range numbers {
		if abs := math.Abs(x); abs > s.most && !math.IsInf(abs, 1) {
			s.most = abs
		}
	}
	return s
}

// Most is the greatest number, 0 for none.
func (s Scale) Most() float64 { return s.most }

// Heat returns the heat of x: its share of the greatest number, or of the
// decades below that. It is 0 for what is not above 0.
func (s Scale) Heat(x float64) float64 {
	if !(x > 0) || s.most == 0 {
		return 0
	}
	share := min(1, x/s.most)
	if !s.log {
		return share
	}
	return max(0, 1+math.Log10(share)/decades)
}

// All returns the heat of every number.
func (s Scale) All(numbers []float64) []float64 {
	return loaders.Map(numbers, s.Heat)
}

func (s Scale) name() string { return cmp.Or(widget.If(s.log, "log"), "linear") }

// legend draws the ramp between the numbers at its ends, in two directions
// where numbers are signed.
func (s Scale) legend(pen *widget.Pen, look widget.Look, signed bool) {
	low, most := "0", widget.Small(s.most)
	if s.log {
		low = widget.Small(s.most * math.Pow(10, -decades))
	}
	if signed {
		low = "-" + most
	}
	pen.Heat(look, low, most, signed)
}

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
	opens, closes := brackets(gold, len(tokens))
	x, depth := 0, 0
	for i, token := range tokens {
		share := at(hot, i)
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

// brackets counts the spans that open before and close after each of n tokens.
// Spans that are empty or outside are left out, those that reach outside are
// cut.
func brackets(gold []loaders.Span, n int) (opens, closes []int) {
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

// lineOf is the line of a token, 0 for one that does not exist.
func (fl *Flow) lineOf(token int) int { return at(fl.at, token) }

// Draw draws line i in the first line of area, cut to its width.
func (fl *Flow) Draw(f *widget.Frame, i int, area image.Rectangle, look widget.Look) {
	for _, p := range fl.lines[i] {
		st := look.Heat(p.heat)
		switch {
		case p.gold && p.mark:
			st = widget.Bold(look.Theme.Accent)
		case p.gold:
			st.Underline = uv.UnderlineSingle
		}
		f.Text(area.Min.X+p.x, area.Min.Y, area.Dx()-p.x, st, p.text)
	}
}

// scrolled is a text of many lines in an area of fewer. The area is empty
// where only words are wanted.
type scrolled struct {
	area       image.Rectangle
	top, count int // first line shown, and how many there are
}

// Move implements [widget.Scroller].
func (s *scrolled) Move(rows int) { s.top = max(0, min(s.top+rows, s.count-s.Page())) }

// Page implements [widget.Scroller].
func (s *scrolled) Page() int { return max(1, s.area.Dy()) }

// reveal scrolls to some lines, to the first rather than the last where there is no room
// for all.
func (s *scrolled) reveal(first, last int) {
	s.Move(max(0, last+1-s.top-s.Page()))
	s.Move(min(0, first-s.top))
}

// lay takes h lines from the top of room and returns the rest.
func (s *scrolled) lay(room image.Rectangle, h int) (rest image.Rectangle) {
	s.area, rest = widget.SplitTop(room, max(0, h))
	s.Move(0)
	return rest
}

// more reports whether there are lines that do not show.
func (s *scrolled) more() bool { return !s.area.Empty() && s.count > s.area.Dy() }

// scroller returns s where there is anything to scroll, otherwise nil.
func (s *scrolled) scroller() widget.Scroller {
	if s.more() {
		return s
	}
	return nil
}

// where says which part shows, to follow other facts: " · line 3 of 40", "" for
// all.
func (s *scrolled) where() string {
	if !s.more() {
		return ""
	}
	return fmt.Sprintf("%sline %d of %d", separator, s.top+1, s.count)
}

// draw draws the lines that show, each by its number, into a line of cells.
func (s *scrolled) draw(f *widget.Frame, draw func(i int, line image.Rectangle)) {
	for y := s.area.Min.Y; y < s.area.Max.Y && s.top+y-s.area.Min.Y < s.count; y++ {
		draw(s.top+y-s.area.Min.Y, image.Rect(s.area.Min.X, y, s.area.Max.X, y+1))
	}
	if !s.area.Empty() {
		f.Wheel(s.area, s.Move)
	}
}

// heated is a text that scrolls, its tokens under the heat of their numbers and
// gold spans in brackets.
type heated struct {
	scrolled
	tokens  []string
	numbers []float64
	gold    []loaders.Span
	scale   Scale

	// flow is nil before it is set, and stays while width and suffix, that of the
	// hottest token, are the same: bars take room that colours do not.
	flow   *Flow
	width  int
	suffix string
}

// set breaks the tokens into lines of w cells.
func (t *heated) set(w int, look widget.Look) {
	if suffix := look.HeatSuffix(1); t.flow == nil || t.width != w || t.suffix != suffix {
		t.flow, t.width, t.suffix = NewFlow(t.tokens, t.scale.All(t.numbers), t.gold, w, look), w, suffix
		t.count = t.flow.Lines()
	}
}

func (t *heated) draw(f *widget.Frame, look widget.Look) {
	t.scrolled.draw(f, func(i int, line image.Rectangle) { t.flow.Draw(f, i, line, look) })
}
