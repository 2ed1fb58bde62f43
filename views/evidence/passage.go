package evidence

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/sentences"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// passagePart shows a module's attention over the passage as heat, and the gold
// spans in brackets.
type passagePart struct {
	shown  bool
	text   heated // its numbers are merged where its gold asks for it
	fresh  bool   // to be scrolled to what matters
	legend image.Rectangle
	draft  *Draft
	cursor int // the token that the keys are on, -1 for none
}

func (t *passagePart) Find(of *Subject) Said {
	*t = passagePart{fresh: of.fresh || t.fresh || !t.shown, text: heated{scrolled: t.text.scrolled}, draft: of.Draft, cursor: -1}
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
	if of.Draft != nil {
		return Said{Lines: text.tokenLines()}
	}
	return Said{Facts: text.facts(), Lines: text.lines(), Scaled: true}
}

// first is the token to look at first: that of the first gold span, or else the peak.
func (t *heated) first() int {
	if len(t.gold) == 0 {
		return peak(t.numbers)
	}
	return max(0, slices.MinFunc(t.gold, func(a, b loaders.Span) int { return cmp.Compare(a.Start, b.Start) }).Start)
}

// facts sum up the passage in one or two lines.
func (t *heated) facts() (facts []string) {
	if len(t.numbers) > 0 {
		k := peak(t.numbers)
		facts = append(facts, fmt.Sprintf("attends most to token %d %s: %s",
			k, quotedSpan(t.tokens, loaders.Span{Start: k, End: k + 1}), widget.Small(t.numbers[k])))
	}
	if t.gold == nil {
		return facts
	}
	masses := loaders.Map(t.gold, func(s loaders.Span) string { return widget.Small(spans.Mass(t.numbers, s)) })
	return append(facts, loaders.Count(len(t.gold), "gold span")+" · mass "+strings.Join(masses, " "))
}

const (
	// topTokens is how many of the most attended tokens the words list.
	topTokens = 20
	// leastMass is the mass on a gold span below which the words mark it.
	leastMass = 0.5
)

// lines list every gold span with its mass and loss, and the most attended
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

// quotedSpan returns a span's tokens in quotation marks: those that the passage has, and
// at most mostQuoted of them.
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

// leastWords is the least height at which a list of words is worth its room.
const leastWords = 4

// Lay gives the passage all it needs, or all the room where the rest is too
// small for words.
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
	if t.cursor = -1; t.draft != nil && text.flow != nil && room.Selected >= 0 && room.Selected < len(text.flow.at) {
		t.cursor = room.Selected
		line := text.flow.lineOf(room.Selected)
		text.reveal(line, line)
	}
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

func (t *passagePart) Draw(f *widget.Frame, look widget.Look) {
	t.text.draw(f, look)
	t.drawCursor(f, look)
	t.dragSpan(f)
	if !t.shown {
		return
	}
	faint := look.Theme.Faint
	pen := widget.NewPen(f, t.legend)
	pen.Put(faint, t.text.scale.name()+" ")
	t.text.scale.legend(pen, look, false)
	if len(t.text.gold) > 0 {
		pen.Put(faint, separator)
		pen.Put(widget.Bold(look.Theme.Accent), "[gold]")
	}
	pen.Put(faint, t.text.where())
}

func (t *passagePart) Scroller() widget.Scroller {
	if t.draft != nil { // its rows are moved, and it follows
		return nil
	}
	return t.text.scroller()
}

// rankings are the orders in which attributions, of this and of other runs, put
// the sentences of a passage.
type rankings struct {
	passage *loaders.Passage
	gold    int   // sentences
	answers []int // per sentence, the reference answers that start in it
	all     []ranked
	left    []string // why an attribution ranks no sentences
	text    heated   // the passage under the heat of one of all, where its sentences have places
	of      int      // that one
}

// ranked is an attribution's ranking of sentences.
type ranked struct {
	sentences.Ranking
	name   string
	tokens []float64 // of the passage, as the attribution or the sentences have them
	scale  Scale
}

// mostRankings bounds the attributions whose rankings are shown.
const mostRankings = 16

// rank ranks an example's sentences; nil if none is gold or no attribution covers them.
func rank(of *Subject) *rankings {
	golds := sentences.Golds(of.Example)
	if golds == nil {
		return nil
	}
	k := &rankings{passage: of.Example.Passage}
	for _, run := range of.runs() {
		if slices.Equal(sentences.Golds(run.Example), golds) {
			k.add(of, &run)
		}
	}
	if len(k.all) == 0 {
		return nil
	}
	n := len(k.all[0].Scores)
	k.all = slices.DeleteFunc(k.all, func(r ranked) bool { return len(r.Scores) != n })
	k.answers = make([]int, n)
	k.text.tokens = k.passage.Words()
	for _, g := range golds {
		if k.answers[g]++; k.answers[g] == 1 {
			k.gold++
			if k.placed() {
				k.text.gold = append(k.text.gold, k.passage.Sentences[g])
			}
		}
	}
	k.heat(0)
	return k
}

// add adds the rankings by the attributions of a run.
func (k *rankings) add(of *Subject, run *Other) {
	for i := range run.Example.Attributions {
		a := &run.Example.Attributions[i]
		if len(k.all) == mostRankings || a.Over != "sentences" && a.Over != "passage" {
			continue
		}
		ranking, why := sentences.Rank(run.Example, a, of.Settings)
		if why != "" {
			k.left = append(k.left, run.labelOf(a)+": "+why)
			continue
		}
		row := scoreRow{scores: a.Scores}
		if a.Over == "sentences" {
			row.spread(run.Example.Passage, run.Example.Passage.Words())
		}
		k.all = append(k.all, ranked{ranking, run.labelOf(a), row.scores, NewScale(ranking.Scores, of.log)})
	}
}

// heat shows the passage under the heat of a ranking's tokens.
func (k *rankings) heat(of int) {
	k.of, k.text.flow, k.text.numbers = of, nil, k.all[of].tokens
	k.text.scale = NewScale(k.text.numbers, k.all[of].scale.log)
}

// placed reports whether the places of the sentences are known.
func (k *rankings) placed() bool { return k.passage != nil && placed(k.passage) }

// facts are the protocol's numbers for every ranking, each beside the value for a random
// one, in lines of w cells.
func (k *rankings) facts(w int) (lines []string) {
	wide := min(w/3, widget.Widest(0, len(k.all), func(i int) string { return k.all[i].name }))
	for i := range k.all {
		r := &k.all[i]
		lines = append(lines, fmt.Sprintf("%-*s  IoU %s (%s at random) · HPD %s (%s) · SNR %s (%s)",
			wide, ansi.Truncate(loaders.Clean(r.name), wide, "…"), widget.Measure(r.IoU), widget.Measure(r.Random.IoU),
			widget.Measure(r.HPD), widget.Measure(r.Random.HPD), widget.Number(r.SNR), widget.Number(r.RandomSNR)))
	}
	return append(lines, k.left...)
}

const (
	// rankWidth is the room of a ranking: a number and a bar.
	rankWidth = 6 + 1 + barWidth
	// leastSentence is the room that a sentence's text gets.
	leastSentence = 16
)

// lines give every sentence's number, whether it is gold, its score by each
// ranking, and its text.
func (k *rankings) lines() (lines []Line, columns []widget.Column) {
	columns = []widget.Column{{Title: "#", Right: true}, {Title: "gold"}}
	for i := range k.all {
		columns = append(columns, widget.Column{Title: k.all[i].name, Width: rankWidth, Drop: i})
	}
	columns = append(columns, widget.Column{Title: "sentence", Grow: 1, Width: leastSentence})
	return loaders.Fill(len(k.answers), k.line), columns
}

func (k *rankings) line(at int) Line {
	line := Line{Of: at, Row: []widget.Entry{{Text: strconv.Itoa(at)}, {}}}
	if n := k.answers[at]; n > 0 {
		mark := "━━" + widget.If(n > 1, fmt.Sprintf("×%d", n))
		line.Row[1], line.Good = drawn(loaders.Count(n, "answer"), mark), loaders.VerdictOf(k.all[0].Selected[at])
	}
	for i := range k.all {
		r := &k.all[i]
		number, chosen := widget.Small(r.Scores[at]), r.Selected[at]
		sign := cmp.Or(widget.If(chosen, "▸"), " ")
		line.Row = append(line.Row, barEntry(number+widget.If(chosen, " chosen"), sign+number, 7, r.scale.Heat(r.Scores[at])))
	}
	text := ""
	if k.placed() && at < len(k.passage.Sentences) {
		start, end := within(k.passage.Sentences[at], len(k.text.tokens))
		text = strings.Join(k.text.tokens[start:end], " ")
	}
	line.Row = append(line.Row, drawn(text, text))
	return line
}

// lay gives the passage what it needs while half is left for the sentences, and
// scrolls to the selected one.
func (k *rankings) lay(selected int, room Room, rest image.Rectangle) image.Rectangle {
	text := &k.text
	if text.area = (image.Rectangle{}); !k.placed() || room.WordsOnly {
		return rest
	}
	text.set(rest.Dx()-1, room.Look)
	below := min(room.Lines+1, rest.Dy()/2)
	rest = text.lay(rest, min(text.count, rest.Dy()-below-1))
	if selected < len(k.passage.Sentences) {
		s := k.passage.Sentences[selected]
		text.reveal(text.flow.lineOf(s.Start), text.flow.lineOf(s.End-1))
	}
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

// draw draws the passage with its gold sentences, and what its heat means.
func (k *rankings) draw(f *widget.Frame, legend image.Rectangle, look widget.Look) {
	faint, accent := look.Theme.Faint, widget.Bold(look.Theme.Accent)
	pen := widget.NewPen(f, legend)
	if !k.text.area.Empty() {
		k.text.draw(f, look)
		pen.Short(accent, legend.Dx()/3, k.all[k.of].name)
		pen.Put(faint, " ")
		k.text.scale.legend(pen, look, false)
		pen.Put(faint, separator)
		pen.Put(accent, "[gold sentence]")
		pen.Put(faint, separator)
	}
	pen.Put(faint, "▸ chosen")
	pen.Put(faint, k.text.where())
}
