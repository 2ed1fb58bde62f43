package heat

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/protocols/sentences"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type sentenceRankings struct {
	passage   *loaders.Passage
	gold      int
	answers   []int // per sentence, the reference answers that start there
	all       []namedRanking
	left      []string // why attributions rank no sentences
	tokens    []string // of the passage
	shownRank int      // the one whose heat the tokens have
	heated    bool     // sentences have places, and heat is shown
	look      widget.Look
}

type namedRanking struct {
	sentences.Ranking
	name   string
	tokens []float64 // of the passage, by the attribution or the sentences
	scale  Scale
}

const mostRankings = 16

func rankSentences(shownVersions *evidence.ShownVersions, logScale bool) *sentenceRankings {
	golds := sentences.Golds(shownVersions.Example)
	if golds == nil {
		return nil
	}
	k := &sentenceRankings{passage: shownVersions.Example.Passage}
	for _, run := range shownVersions.RunLayers() {
		if slices.Equal(sentences.Golds(run.Example), golds) {
			k.addRankings(shownVersions, &run, logScale)
		}
	}
	if len(k.all) == 0 {
		return nil
	}
	n := len(k.all[0].Scores)
	k.all = slices.DeleteFunc(k.all, func(r namedRanking) bool { return len(r.Scores) != n })
	k.answers = make([]int, n)
	k.tokens = k.passage.Words()
	for _, g := range golds {
		if k.answers[g]++; k.answers[g] == 1 {
			k.gold++
		}
	}
	return k
}

func (k *sentenceRankings) addRankings(shownVersions *evidence.ShownVersions, runVersion *evidence.ExampleVersion, logScale bool) {
	for _, a := range runVersion.Example.Attributions {
		if len(k.all) == mostRankings || a.Over != loaders.OverSentences && a.Over != loaders.OverPassage {
			continue
		}
		ranking, why := sentences.Rank(runVersion.Example, &a, shownVersions.Settings)
		if why != "" {
			k.left = append(k.left, runVersion.AttributionLabel(&a)+": "+why)
			continue
		}
		row := tokenScores{scores: a.Scores}
		if a.Over == loaders.OverSentences {
			row.spreadSentences(runVersion.Example.Passage, runVersion.Example.Passage.Words())
		}
		k.all = append(k.all, namedRanking{ranking, runVersion.AttributionLabel(&a), row.scores, NewScale(ranking.Scores, logScale)})
	}
}

// tokenScale is the scale of the shown ranking's tokens.
func (k *sentenceRankings) tokenScale() Scale {
	return NewScale(k.all[k.shownRank].tokens, k.all[k.shownRank].scale.log)
}

func (k *sentenceRankings) rankingFacts(w int) (lines []string) {
	wide := min(w/3, widget.Widest(0, len(k.all), func(i int) string { return k.all[i].name }))
	const layout, random = "%-*s  %5s %8s  %5s %8s  %8s %9s", "(random)"
	chance := func(text string) string { return "(" + text + ")" }
	lines = []string{fmt.Sprintf(layout, wide, "", "IoU", random, "HPD", random, "SNR", random)}
	for _, r := range k.all {
		name := ansi.Truncate(loaders.Clean(r.name), wide, "…")
		lines = append(lines, fmt.Sprintf(layout, wide, name, widget.Measure(r.IoU), chance(widget.Measure(r.Random.IoU)),
			widget.Measure(r.HPD), chance(widget.Measure(r.Random.HPD)), widget.Number(r.SNR), chance(widget.Number(r.RandomSNR))))
	}
	return append(lines, k.left...)
}

const (
	leastNumber = evidence.ProbabilityWidth
	// leastSentence and mostSentence are in cells: longer lines are hard to read.
	leastSentence, mostSentence, sentenceLines = 40, 100, 12
)

// fixedNumber writes three decimals, so that a column's points are below each other.
func fixedNumber(x float64) string {
	abs, text := math.Abs(x), strconv.FormatFloat(x, 'f', 3, 64)
	if abs >= 1000 || 0 < abs && abs < 0.001 {
		return widget.RoundedNumber(x)
	}
	return loaders.IfElse(abs < 1, strings.Replace(text, "0.", ".", 1), text)
}

// listSentences sets every sentence whole, heated unless wordsOnly.
func (k *sentenceRankings) listSentences(wordsOnly bool) (lines []evidence.EvidenceRow, columns []widget.Column) {
	golds := loaders.Map(k.answers, func(n int) string { return widget.If(n > 0, "● gold") + widget.If(n > 1, fmt.Sprintf(" ×%d", n)) })
	columns = []widget.Column{{Title: "#", Right: true}, {Width: widget.Widest(0, len(golds), func(i int) string { return golds[i] })}}
	// A gold sentence is right if the first ranking chose it, otherwise wrong.
	lines = loaders.Fill(len(golds), func(i int) evidence.EvidenceRow {
		gold := widget.TableCell{Text: golds[i], Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			if golds[i] != "" {
				f.DrawStyled(area, k.look.Chip(k.look.Theme.Warn), golds[i])
			}
		}}
		line := evidence.EvidenceRow{Item: i, Aside: !k.all[0].Selected[i], Cells: []widget.TableCell{{Text: strconv.Itoa(i)}, gold}}
		if golds[i] != "" {
			line.Verdict = loaders.VerdictOf(k.all[0].Selected[i])
		}
		return line
	})
	for c, r := range k.all {
		numbers := loaders.Map(r.Scores, fixedNumber)
		wide := widget.Widest(leastNumber, len(numbers), func(i int) string { return numbers[i] })
		columns = append(columns, widget.Column{Title: r.name, Width: 1 + wide + 1 + evidence.BarWidth, Drop: c})
		for i := range lines {
			score, chosen := r.Scores[i], r.Selected[i] // a bar is support
			number := loaders.IfElse(chosen, "◆", " ") + fmt.Sprintf("%*s", wide, numbers[i])
			lines[i].Cells = append(lines[i].Cells,
				evidence.BarEntry(widget.Small(score)+widget.If(chosen, " chosen"), number, 2+wide, r.scale.Heat(score)))
		}
	}
	k.heated = !wordsOnly && hasPlaces(k.passage)
	for i := range lines {
		text := ""
		if hasPlaces(k.passage) && i < len(k.passage.Sentences) {
			start, end := cutSpan(k.passage.Sentences[i], len(k.tokens))
			text = strings.Join(k.tokens[start:end], " ")
		}
		cell := evidence.DrawnEntry(text, text)
		if text != "" && k.heated {
			cell.Draw = k.drawSentence(i)
		}
		lines[i].Cells = append(lines[i].Cells, cell)
	}
	return lines, append(columns, widget.Column{Title: "sentence", Grow: 1, Width: leastSentence, Most: mostSentence,
		Wraps: true, Lines: sentenceLines})
}

func (k *sentenceRankings) drawSentence(i int) func(f *widget.Frame, area image.Rectangle, base widget.Style) {
	return func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		start, end := cutSpan(k.passage.Sentences[i], len(k.tokens))
		heat, scale := k.all[k.shownRank].tokens, k.tokenScale()
		shares := loaders.Fill(end-start, func(t int) float64 { return scale.Heat(loaders.ElementAt(heat, start+t)) })
		flow := newHangingFlow(k.tokens[start:end], shares, area.Dx(), k.look, base)
		area.Max.X++ // a bar may hang there
		for line := range min(flow.Lines(), area.Dy()) {
			flow.Draw(f, line, area.Add(image.Pt(0, line)), k.look, -1)
		}
	}
}

func (k *sentenceRankings) drawLegend(pen *widget.Pen) {
	faint := k.look.Theme.Faint
	if k.heated {
		pen.Put(widget.Bold(k.look.Theme.Accent), k.all[k.shownRank].name)
		k.tokenScale().DrawLegend(pen, k.look, widget.Unsigned)
		pen.Put(faint, evidence.Separator)
	}
	pen.Put(faint, "◆ chosen")
}
