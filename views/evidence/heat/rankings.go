package heat

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/protocols/sentences"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type rankings struct {
	passage   *loaders.Passage
	gold      int
	answers   []int // per sentence, the reference answers that start there
	all       []namedRanking
	left      []string   // why attributions rank no sentences
	text      heatedText // the passage under one attribution's heat, if its sentences have places
	shownRank int
}

type namedRanking struct {
	sentences.Ranking
	name   string
	tokens []float64 // of the passage, by the attribution or the sentences
	scale  Scale
}

const mostRankings = 16

func rankSentences(subject *evidence.Subject, log bool) *rankings {
	golds := sentences.Golds(subject.CurrentLayer().Example)
	if golds == nil {
		return nil
	}
	k := &rankings{passage: subject.CurrentLayer().Example.Passage}
	for _, run := range subject.RunLayers() {
		if slices.Equal(sentences.Golds(run.Example), golds) {
			k.addRankings(subject, &run, log)
		}
	}
	if len(k.all) == 0 {
		return nil
	}
	n := len(k.all[0].Scores)
	k.all = slices.DeleteFunc(k.all, func(r namedRanking) bool { return len(r.Scores) != n })
	k.answers = make([]int, n)
	k.text.tokens = k.passage.Words()
	for _, g := range golds {
		if k.answers[g]++; k.answers[g] == 1 {
			k.gold++
			if hasPlaces(k.passage) {
				k.text.gold = append(k.text.gold, k.passage.Sentences[g])
			}
		}
	}
	k.heatPassage(0)
	return k
}

func (k *rankings) addRankings(subject *evidence.Subject, run *evidence.Layer, log bool) {
	for i := range run.Example.Attributions {
		a := &run.Example.Attributions[i]
		if len(k.all) == mostRankings || a.Over != loaders.OverSentences && a.Over != loaders.OverPassage {
			continue
		}
		ranking, why := sentences.Rank(run.Example, a, subject.Settings)
		if why != "" {
			k.left = append(k.left, run.AttributionLabel(a)+": "+why)
			continue
		}
		row := scoreRow{scores: a.Scores}
		if a.Over == loaders.OverSentences {
			row.spreadSentences(run.Example.Passage, run.Example.Passage.Words())
		}
		k.all = append(k.all, namedRanking{ranking, run.AttributionLabel(a), row.scores, NewScale(ranking.Scores, log)})
	}
}

func (k *rankings) heatPassage(number int) {
	k.shownRank, k.text.flow, k.text.numbers = number, nil, k.all[number].tokens
	k.text.scale = NewScale(k.text.numbers, k.all[number].scale.log)
}

func (k *rankings) rankingFacts(w int) (lines []string) {
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
	rankWidth     = 6 + 1 + evidence.BarWidth
	leastSentence = 16
)

func (k *rankings) sentenceLines() (lines []evidence.Row, columns []widget.Column) {
	columns = []widget.Column{{Title: "#", Right: true}, {Title: "gold"}}
	for i := range k.all {
		columns = append(columns, widget.Column{Title: k.all[i].name, Width: rankWidth, Drop: i})
	}
	columns = append(columns, widget.Column{Title: "sentence", Grow: 1, Width: leastSentence})
	return loaders.Fill(len(k.answers), k.sentenceLine), columns
}

// A gold sentence is right if the first ranking chose it, otherwise wrong.
func (k *rankings) sentenceLine(sentence int) evidence.Row {
	line := evidence.Row{Item: sentence, Cells: []widget.Entry{{Text: strconv.Itoa(sentence)}, {}}}
	if n := k.answers[sentence]; n > 0 {
		mark := "━━" + widget.If(n > 1, fmt.Sprintf("×%d", n))
		line.Cells[1], line.Verdict = evidence.DrawnEntry(loaders.Count(n, "answer"), mark), loaders.VerdictOf(k.all[0].Selected[sentence])
	}
	for i := range k.all {
		r := &k.all[i]
		score, chosen := widget.Small(r.Scores[sentence]), r.Selected[sentence]
		sign := loaders.IfElse(chosen, "▸", " ")
		line.Cells = append(line.Cells, evidence.BarEntry(score+widget.If(chosen, " chosen"), sign+score, 7, r.scale.Heat(r.Scores[sentence])))
	}
	text := ""
	if hasPlaces(k.passage) && sentence < len(k.passage.Sentences) {
		start, end := cutSpan(k.passage.Sentences[sentence], len(k.text.tokens))
		text = strings.Join(k.text.tokens[start:end], " ")
	}
	line.Cells = append(line.Cells, evidence.DrawnEntry(text, text))
	return line
}

func (k *rankings) layPassage(selected int, room evidence.Room, rest image.Rectangle) image.Rectangle {
	text := &k.text
	if text.Area = (image.Rectangle{}); !hasPlaces(k.passage) || room.WordsOnly {
		return rest
	}
	text.setLines(rest.Dx()-1, room.Look)
	below := min(room.Lines+1, rest.Dy()/2)
	rest = text.LayLines(rest, min(text.Count, rest.Dy()-below-1))
	if selected < len(k.passage.Sentences) {
		s := k.passage.Sentences[selected]
		text.RevealLines(text.flow.lineOf(s.Start), text.flow.lineOf(s.End-1))
	}
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

func (k *rankings) drawPassage(f *widget.Frame, legend image.Rectangle, look widget.Look) {
	faint, accent := look.Theme.Faint, widget.Bold(look.Theme.Accent)
	pen := widget.NewPen(f, legend)
	if !k.text.Area.Empty() {
		k.text.drawText(f, look, -1)
		pen.Short(accent, legend.Dx()/3, k.all[k.shownRank].name)
		k.text.scale.drawLegend(pen, look, widget.Unsigned)
		pen.Put(faint, evidence.Separator)
		pen.Put(accent, "[gold sentence]")
		pen.Put(faint, evidence.Separator)
	}
	pen.Put(faint, "▸ chosen")
	pen.Put(faint, k.text.DescribePosition())
}
