package evidence

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// passagePart shows a module's attention over the passage as heat, and the gold
// spans in brackets.
type passagePart struct {
	still
	shown  bool
	tokens []string
	p      []float64 // the probability per token, merged where gold says so
	gold   []loaders.Span
	scale  Scale
	fresh  bool // to be scrolled to what matters

	text   scrolled
	flow   *Flow // nil for no tokens
	setFor setting
	legend image.Rectangle
}

// setting is what a flow was set for: its lines stay while that is the same.
type setting struct {
	width  int
	suffix string // of the hottest token: bars take room that colours do not
}

func (t *passagePart) Find(of *Subject) Said {
	fresh := of.fresh || t.fresh || !t.shown
	*t = passagePart{text: t.text}
	if !of.attends() {
		return Said{}
	}
	m := of.module()
	t.shown, t.fresh, t.p = true, fresh, m.Output.Tokens
	if of.Example.Passage != nil {
		t.tokens = of.Example.Passage.Tokens
	}
	if m.Gold != nil {
		t.gold = m.Gold.Spans
		t.merge(of.Example.Program, m.Gold.Merged)
	}
	t.scale = NewScale(t.p, of.log)
	return Said{Facts: t.facts(), Lines: t.lines(), Scaled: true}
}

// merge takes the elementwise maximum with the outputs of modules that answer
// the same gold, as the score does.
func (t *passagePart) merge(program []loaders.Module, nodes []int) {
	for _, k := range nodes {
		if k < 0 || k >= len(program) {
			continue
		}
		if merged, ok := spans.Merge(t.p, program[k].Output.Tokens); ok {
			t.p = merged
		}
	}
}

// first is the token to look at first: that of the first gold span, else the
// peak.
func (t *passagePart) first() int {
	if len(t.gold) == 0 {
		return t.peak()
	}
	first := t.gold[0].Start
	for _, s := range t.gold {
		first = min(first, s.Start)
	}
	return max(0, first)
}

func (t *passagePart) peak() int {
	peak := 0
	for i, x := range t.p {
		if x > t.p[peak] {
			peak = i
		}
	}
	return peak
}

// facts say the passage in one or two lines.
func (t *passagePart) facts() []string {
	var facts []string
	if len(t.p) > 0 {
		k := t.peak()
		facts = append(facts, fmt.Sprintf("attends most to token %d %s: %s", k, quotedSpan(t.tokens, loaders.Span{Start: k, End: k + 1}), widget.Small(t.p[k])))
	}
	if t.gold == nil {
		return facts
	}
	masses := make([]string, 0, len(t.gold))
	for _, s := range t.gold {
		masses = append(masses, widget.Small(spans.Mass(t.p, s)))
	}
	return append(facts, fmt.Sprintf("%s · mass %s", loaders.Count(len(t.gold), "gold span"), strings.Join(masses, " ")))
}

const (
	// topTokens is how many of the most attended tokens the words list.
	topTokens = 20
	// leastMass is the mass on a gold span below which the words mark it.
	leastMass = 0.5
)

// lines say every gold span with its mass and loss, and the most attended
// tokens.
func (t *passagePart) lines() []Line {
	var lines []Line
	for k, s := range t.gold {
		mass, good := spans.Mass(t.p, s), loaders.Unknown
		if mass < leastMass {
			good = loaders.Wrong
		}
		lines = append(lines, Line{Of: -1, Good: good, Text: fmt.Sprintf("gold #%d mass %s loss %.2f %s [%d, %d)",
			k, widget.Small(mass), spans.Loss(t.p, []loaders.Span{s}), quotedSpan(t.tokens, s), s.Start, s.End)})
	}
	order := make([]int, len(t.p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.p[b], t.p[a]) })
	for _, i := range order[:min(topTokens, len(order))] {
		if t.p[i] == 0 {
			break
		}
		text := fmt.Sprintf("p %s token %d %s", widget.Small(t.p[i]), i, quotedSpan(t.tokens, loaders.Span{Start: i, End: i + 1}))
		lines = append(lines, Line{Of: -1, Text: text})
	}
	return lines
}

// mostQuoted bounds the tokens of a span that words repeat.
const mostQuoted = 12

// quotedSpan is a span's tokens in quotation marks, cut where the tokens end
// and to a few.
func quotedSpan(tokens []string, s loaders.Span) string {
	start, end := within(s, len(tokens))
	tail := ""
	if end-start > mostQuoted {
		end, tail = start+mostQuoted, " …"
	}
	return "“" + strings.Join(tokens[start:end], " ") + tail + "”"
}

// leastWords is the height from which a list of words is worth its room.
const leastWords = 4

// Lay gives the passage all it needs, and all the room where the rest is too
// little for words.
func (t *passagePart) Lay(room Room) (rest image.Rectangle) {
	t.legend, rest = image.Rectangle{}, room.Area
	t.text.area = image.Rectangle{}
	if !t.shown {
		return rest
	}
	t.legend, rest = widget.SplitTop(rest, 1)
	if len(t.tokens) > 0 && !room.WordsOnly {
		t.set(rest.Dx()-1, room.Look)
		h := rest.Dy()
		if h-t.text.count-1 >= leastWords {
			h = t.text.count
		}
		rest = t.text.lay(rest, h)
		if t.fresh {
			t.fresh, t.text.top = false, 0
			if first := t.first(); first < len(t.tokens) {
				t.text.Move(t.flow.at[first] - 1)
			}
		}
	}
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

// set sets the tokens in lines of w cells.
func (t *passagePart) set(w int, look widget.Look) {
	if now := (setting{w, look.Heat().Suffix(1)}); t.flow == nil || t.setFor != now {
		t.flow, t.setFor = NewFlow(t.tokens, t.scale.All(t.p), t.gold, w, look.Heat()), now
		t.text.count = len(t.flow.lines)
	}
}

func (t *passagePart) Draw(f *widget.Frame, look widget.Look) {
	t.text.draw(f, func(i int, line image.Rectangle) {
		t.flow.Draw(f, i, line, look.Heat())
	})
	if t.legend.Empty() {
		return
	}
	faint := widget.Ink(look.Theme.Faint)
	pen := widget.NewPen(f, t.legend)
	pen.Put(faint, t.scale.name()+" ")
	t.scale.legend(pen, look, false)
	if len(t.gold) > 0 {
		pen.Put(faint, " · ")
		pen.Put(widget.Bold(widget.Ink(look.Theme.Accent)), "[gold]")
	}
	if where := t.text.where(); where != "" {
		pen.Put(faint, " · "+where)
	}
}

func (t *passagePart) Scroller() widget.Scroller { return t.text.scroller() }

// within cuts a span to n tokens.
func within(s loaders.Span, n int) (start, end int) {
	start = min(max(0, s.Start), n)
	return start, min(max(start, s.End), n)
}

// spanText is a span's tokens as a text, cut where the tokens end.
func spanText(tokens []string, s loaders.Span) string {
	start, end := within(s, len(tokens))
	return strings.Join(tokens[start:end], " ")
}
