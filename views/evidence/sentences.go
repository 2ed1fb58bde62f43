package evidence

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/sentences"
	"faithscope/views/widget"
)

// rankings are what attributions, of this and of other runs, make of the
// sentences of a passage.
type rankings struct {
	ex      *loaders.Example
	gold    []int // sentences, in order, each once
	answers []int // per sentence, the reference answers that start in it
	all     []ranked
	left    []string // why an attribution ranks no sentences
	text    *Flow    // the passage, nil where its sentences have no places
	width   int      // that text was set for
	of      int      // the ranking that its heat is of
}

// ranked is an attribution's ranking of sentences.
type ranked struct {
	sentences.Ranking
	name   string
	tokens []float64 // of the passage, as the attribution or the sentences have them
	scale  Scale
	signed bool
}

// mostRankings bounds the attributions whose rankings are shown.
const mostRankings = 16

// rank ranks an example's sentences, nil where none is gold or no attribution
// is over them.
func rank(of *Subject) *rankings {
	golds := sentences.Golds(of.Example)
	if golds == nil {
		return nil
	}
	k := &rankings{ex: of.Example}
	k.add(of, of.Example, of.labelOf)
	for _, other := range of.Others {
		if slices.Equal(sentences.Golds(other.Example), golds) {
			k.add(of, other.Example, other.labelOf)
		}
	}
	if len(k.all) == 0 {
		return nil
	}
	n := len(k.all[0].Scores)
	k.all = slices.DeleteFunc(k.all, func(r ranked) bool { return len(r.Scores) != n })
	k.answers = make([]int, n)
	for _, g := range golds {
		k.answers[g]++
	}
	k.gold = slices.Compact(slices.Sorted(slices.Values(golds)))
	return k
}

// add adds the rankings by the attributions of an example.
func (k *rankings) add(of *Subject, ex *loaders.Example, label func(*loaders.Attribution) string) {
	for i := range ex.Attributions {
		a := &ex.Attributions[i]
		if len(k.all) == mostRankings || a.Over != "sentences" && a.Over != "passage" {
			continue
		}
		ranking, why := sentences.Rank(ex, a, of.Settings)
		if why != "" {
			k.left = append(k.left, label(a)+": "+why)
			continue
		}
		r := ranked{Ranking: ranking, name: label(a), signed: slices.ContainsFunc(ranking.Scores, func(x float64) bool { return x < 0 })}
		r.tokens = a.Scores
		if a.Over == "sentences" {
			row := scoreRow{scores: a.Scores}
			row.spread(ex.Passage, passageWords(ex.Passage))
			r.tokens = row.scores
		}
		r.scale = NewScale(r.Scores, of.log)
		k.all = append(k.all, r)
	}
}

// summary says how many there are of what.
func (k *rankings) summary() string {
	return fmt.Sprintf("%s, %d gold · ranked by %s", loaders.Count(len(k.answers), "sentence"), len(k.gold), loaders.Count(len(k.all), "attribution"))
}

// facts are the protocol's numbers of every ranking, each beside what is so at
// random, in lines of w cells.
func (k *rankings) facts(w int) []string {
	wide := 0
	for i := range k.all {
		wide = max(wide, ansi.StringWidth(loaders.Clean(k.all[i].name)))
	}
	wide = min(wide, w/3)
	var lines []string
	for i := range k.all {
		r := &k.all[i]
		name := ansi.Truncate(loaders.Clean(r.name), wide, "…")
		lines = append(lines, fmt.Sprintf("%-*s  IoU %s (%s at random) · HPD %s (%s) · SNR %s (%s)", wide, name,
			widget.Measure(r.IoU), widget.Measure(r.Random.IoU), widget.Measure(r.HPD), widget.Measure(r.Random.HPD), widget.Number(r.SNR), widget.Number(r.RandomSNR)))
	}
	return append(lines, k.left...)
}

// The columns of the words about sentences: its number, whether it is gold, a
// column per ranking, and its text.
const (
	sentenceColumn = iota
	answerColumn
	rankingColumns
)

// rankWidth is the room of a ranking: a number and a bar.
const rankWidth = 6 + 1 + barWidth

// lines say of every sentence its scores, and whether it is gold.
func (k *rankings) lines() ([]Line, []widget.Column) {
	columns := []widget.Column{sentenceColumn: {Title: "#", Right: true}, answerColumn: {Title: "gold"}}
	for i := range k.all {
		columns = append(columns, widget.Column{Title: ansi.Truncate(loaders.Clean(k.all[i].name), rankWidth, "…"), Width: rankWidth, Drop: max(0, i)})
	}
	columns = append(columns, widget.Column{Title: "sentence", Grow: 1, Width: leastSentence})
	lines := make([]Line, len(k.answers))
	for at := range lines {
		lines[at] = k.line(at)
	}
	return lines, columns
}

// leastSentence is the room that a sentence's text gets.
const leastSentence = 16

func (k *rankings) line(at int) Line {
	text := ""
	if p := k.ex.Passage; p != nil && at < len(p.Sentences) && placed(p) {
		text = spanText(passageWords(p), p.Sentences[at])
	}
	row := []widget.Entry{sentenceColumn: {Text: strconv.Itoa(at)}, answerColumn: {}}
	good := loaders.Unknown
	if n := k.answers[at]; n > 0 {
		row[answerColumn] = drawn(loaders.Count(n, "answer"), "━━")
		if n > 1 {
			row[answerColumn] = drawn(loaders.Count(n, "answer"), fmt.Sprintf("━━×%d", n))
		}
		good = loaders.VerdictOf(k.all[0].Selected[at])
	}
	for i := range k.all {
		r := &k.all[i]
		x, chosen, words := r.Scores[at], " ", ""
		if r.Selected[at] {
			chosen, words = "▸", " chosen"
		}
		row = append(row, barred(widget.Small(x)+words, chosen+widget.Small(x), 7, r.scale.Heat(x)))
	}
	row = append(row, filling(text))
	return Line{Of: at, Good: good, Row: row}
}

// lay gives the passage what it needs, as far as half is left for the
// sentences, and scrolls to the selected one.
func (k *rankings) lay(text *scrolled, selected int, room Room, rest image.Rectangle) image.Rectangle {
	p := k.ex.Passage
	if p == nil || !placed(p) || room.WordsOnly {
		return rest
	}
	k.set(rest.Dx()-1, room.Look)
	text.count = k.text.Lines()
	below := min(room.Lines+1, rest.Dy()/2)
	rest = text.lay(rest, min(text.count, rest.Dy()-below-1))
	if selected < len(p.Sentences) {
		s := p.Sentences[selected]
		first, last := k.text.lineOf(s.Start), k.text.lineOf(s.End-1)
		if text.top+text.Page() <= last {
			text.Move(last + 1 - text.Page() - text.top)
		}
		if first < text.top {
			text.Move(first - text.top)
		}
	}
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

// set sets the passage in lines of w cells, under the heat of the first
// ranking's tokens.
func (k *rankings) set(w int, look widget.Look) {
	if k.text != nil && k.width == w {
		return
	}
	k.width = w
	heat := NewScale(k.all[k.of].tokens, k.all[k.of].scale.log).All(k.all[k.of].tokens)
	gold := make([]loaders.Span, len(k.gold))
	for i, g := range k.gold {
		gold[i] = k.ex.Passage.Sentences[g]
	}
	k.text = NewFlow(passageWords(k.ex.Passage), heat, gold, w, look.Heat())
}

// draw draws the passage with its gold sentences, and what its heat
// is.
func (k *rankings) draw(f *widget.Frame, text *scrolled, legend image.Rectangle, look widget.Look) {
	if !text.area.Empty() {
		text.draw(f, func(i int, line image.Rectangle) { k.text.Draw(f, i, line, look.Heat()) })
	}
	faint, accent := widget.Ink(look.Theme.Faint), widget.Bold(widget.Ink(look.Theme.Accent))
	pen := widget.NewPen(f, legend)
	if !text.area.Empty() {
		pen.Put(accent, ansi.Truncate(loaders.Clean(k.all[k.of].name), legend.Dx()/3, "…"))
		pen.Put(faint, " ")
		NewScale(k.all[k.of].tokens, k.all[k.of].scale.log).legend(pen, look, false)
		pen.Put(faint, " · ")
		pen.Put(accent, "[gold sentence]")
		pen.Put(faint, " · ")
	}
	pen.Put(faint, "▸ chosen")
	if where := text.where(); where != "" {
		pen.Put(faint, " · "+where)
	}
}
