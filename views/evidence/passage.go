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
	shown  bool
	text   heated // its numbers are merged where gold says so
	fresh  bool   // to be scrolled to what matters
	legend image.Rectangle
}

func (t *passagePart) Find(of *Subject) Said {
	*t = passagePart{fresh: of.fresh || t.fresh || !t.shown, text: heated{scrolled: t.text.scrolled}}
	if !of.attends() {
		return Said{}
	}
	m, text := of.module(), &t.text
	if t.shown, text.numbers = true, m.Output.Tokens; of.Example.Passage != nil {
		text.tokens = of.Example.Passage.Tokens
	}
	if m.Gold != nil {
		text.gold = m.Gold.Spans
		// The elementwise maximum with modules that answer the same gold, as the
		// score takes it.
		for _, k := range m.Gold.Merged {
			if k < 0 || k >= len(of.Example.Program) {
				continue
			}
			if merged, ok := spans.Merge(text.numbers, of.Example.Program[k].Output.Tokens); ok {
				text.numbers = merged
			}
		}
	}
	text.scale = NewScale(text.numbers, of.log)
	return Said{Facts: text.facts(), Lines: text.lines(), Scaled: true}
}

// first is the token to look at first: that of the first gold span, else the
// peak.
func (t *heated) first() int {
	if len(t.gold) == 0 {
		return peak(t.numbers)
	}
	return max(0, slices.MinFunc(t.gold, func(a, b loaders.Span) int { return cmp.Compare(a.Start, b.Start) }).Start)
}

// facts say the passage in one or two lines.
func (t *heated) facts() (facts []string) {
	if len(t.numbers) > 0 {
		k := peak(t.numbers)
		facts = append(facts, fmt.Sprintf("attends most to token %d %s: %s",
			k, quotedSpan(t.tokens, loaders.Span{Start: k, End: k + 1}), widget.Small(t.numbers[k])))
	}
	if t.gold == nil {
		return facts
	}
	masses := make([]string, 0, len(t.gold))
	for _, s := range t.gold {
		masses = append(masses, widget.Small(spans.Mass(t.numbers, s)))
	}
	return append(facts, loaders.Count(len(t.gold), "gold span")+" · mass "+strings.Join(masses, " "))
}

const (
	// topTokens is how many of the most attended tokens the words list.
	topTokens = 20
	// leastMass is the mass on a gold span below which the words mark it.
	leastMass = 0.5
)

// lines say every gold span with its mass and loss, and the most attended
// tokens.
func (t *heated) lines() (lines []Line) {
	for k, s := range t.gold {
		mass, good := spans.Mass(t.numbers, s), loaders.Unknown
		if mass < leastMass {
			good = loaders.Wrong
		}
		lines = append(lines, Line{Of: s.Start, Good: good, Text: fmt.Sprintf("gold #%d mass %s loss %.2f %s [%d, %d)",
			k, widget.Small(mass), spans.Loss(t.numbers, []loaders.Span{s}), quotedSpan(t.tokens, s), s.Start, s.End)})
	}
	order := strongest(t.numbers)
	for _, i := range order[:min(topTokens, len(order))] {
		lines = append(lines, Line{Of: i, Text: fmt.Sprintf("p %s token %d %s",
			widget.Small(t.numbers[i]), i, quotedSpan(t.tokens, loaders.Span{Start: i, End: i + 1}))})
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

// within cuts a span to n tokens.
func within(s loaders.Span, n int) (start, end int) {
	start = min(max(0, s.Start), n)
	return start, min(max(start, s.End), n)
}

// leastWords is the height from which a list of words is worth its room.
const leastWords = 4

// Lay gives the passage all it needs, and all the room where the rest is too
// little for words.
func (t *passagePart) Lay(room Room) (rest image.Rectangle) {
	t.legend, t.text.area, rest = image.Rectangle{}, image.Rectangle{}, room.Area
	if !t.shown {
		return rest
	}
	text := &t.text
	t.legend, rest = widget.SplitTop(rest, 1)
	if len(text.tokens) > 0 && !room.WordsOnly {
		text.set(rest.Dx()-1, room.Look)
		h := rest.Dy()
		if h-text.count-1 >= leastWords {
			h = text.count
		}
		rest = text.lay(rest, h)
		if t.fresh {
			t.fresh, text.top = false, 0
			if first := text.first(); first < len(text.tokens) {
				text.Move(text.flow.at[first] - 1)
			}
		}
	}
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

func (t *passagePart) Draw(f *widget.Frame, look widget.Look) {
	t.text.draw(f, look)
	if !t.shown {
		return
	}
	faint := widget.Ink(look.Theme.Faint)
	pen := widget.NewPen(f, t.legend)
	pen.Put(faint, t.text.scale.name()+" ")
	t.text.scale.legend(pen, look, false)
	if len(t.text.gold) > 0 {
		pen.Put(faint, separator)
		pen.Put(widget.Bold(widget.Ink(look.Theme.Accent)), "[gold]")
	}
	pen.Put(faint, t.text.where())
}

func (t *passagePart) Scroller() widget.Scroller { return t.text.scroller() }
