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

func rankSentences(shownVersions *evidence.ShownVersions, logScale bool) *sentenceRankings {
	golds := sentences.Golds(shownVersions.CurrentLayer().Example)
	if golds == nil {
		return nil
	}
	k := &sentenceRankings{passage: shownVersions.CurrentLayer().Example.Passage}
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

func (k *sentenceRankings) addRankings(shownVersions *evidence.ShownVersions, runVersion *evidence.ExampleVersion, logScale bool) {
	for i := range runVersion.Example.Attributions {
		a := &runVersion.Example.Attributions[i]
		if len(k.all) == mostRankings || a.Over != loaders.OverSentences && a.Over != loaders.OverPassage {
			continue
		}
		ranking, why := sentences.Rank(runVersion.Example, a, shownVersions.Settings)
		if why != "" {
			k.left = append(k.left, runVersion.AttributionLabel(a)+": "+why)
			continue
		}
		row := tokenScores{scores: a.Scores}
		if a.Over == loaders.OverSentences {
			row.spreadSentences(runVersion.Example.Passage, runVersion.Example.Passage.Words())
		}
		k.all = append(k.all, namedRanking{ranking, runVersion.AttributionLabel(a), row.scores, NewScale(ranking.Scores, logScale)})
	}
}

func (k *sentenceRankings) heatPassage(rankingNumber int) {
	k.shownRank, k.text.flow, k.text.numbers = rankingNumber, nil, k.all[rankingNumber].tokens
	k.text.scale = NewScale(k.text.numbers, k.all[rankingNumber].scale.log)
}

func (k *sentenceRankings) rankingFacts(w int) (lines []string) {
	wide := min(w/3, widget.Widest(0, len(k.all), func(i int) string { return k.all[i].name }))
	add := func(cells ...any) {
		lines = append(lines, fmt.Sprintf("%-*s  %5s %7s  %5s %7s  %8s %7s", append([]any{wide}, cells...)...))
	}
	add("", "IoU", "random", "HPD", "random", "SNR", "random")
	for i := range k.all {
		r := &k.all[i]
		add(ansi.Truncate(loaders.Clean(r.name), wide, "…"), widget.Measure(r.IoU), widget.Measure(r.Random.IoU),
			widget.Measure(r.HPD), widget.Measure(r.Random.HPD), widget.Number(r.SNR), widget.Number(r.RandomSNR))
	}
	return append(lines, k.left...)
}

const (
	leastNumber   = evidence.ProbabilityWidth
	leastSentence = 16
)

// fixedNumber writes three decimals, so that a column's points are below each other.
func fixedNumber(x float64) string {
	abs, text := math.Abs(x), strconv.FormatFloat(x, 'f', 3, 64)
	if abs >= 1000 || 0 < abs && abs < 0.001 {
		return widget.RoundedNumber(x)
	}
	return loaders.IfElse(abs < 1, strings.Replace(text, "0.", ".", 1), text)
}

// sentenceLines shortens sentences to a line if the passage stands above them.
func (k *sentenceRankings) sentenceLines(wordsOnly bool) (lines []evidence.EvidenceRow, columns []widget.Column) {
	golds := loaders.Map(k.answers, func(n int) string { return widget.If(n > 0, "● gold") + widget.If(n > 1, fmt.Sprintf(" ×%d", n)) })
	columns = []widget.Column{{Title: "#", Right: true}, {Width: widget.Widest(0, len(golds), func(i int) string { return golds[i] })}}
	// A gold sentence is right if the first ranking chose it, otherwise wrong.
	lines = loaders.Fill(len(golds), func(i int) evidence.EvidenceRow {
		gold := widget.TableCell{Text: golds[i], Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			if golds[i] != "" {
				f.DrawStyled(area, k.text.look.Chip(k.text.look.Theme.Warn), golds[i])
			}
		}}
		line := evidence.EvidenceRow{Item: i, Aside: !k.all[0].Selected[i], Cells: []widget.TableCell{{Text: strconv.Itoa(i)}, gold}}
		if golds[i] != "" {
			line.Verdict = loaders.VerdictOf(k.all[0].Selected[i])
		}
		return line
	})
	for c := range k.all {
		r := &k.all[c]
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
	for i := range lines {
		text := ""
		if hasPlaces(k.passage) && i < len(k.passage.Sentences) {
			start, end := cutSpan(k.passage.Sentences[i], len(k.text.tokens))
			text = strings.Join(k.text.tokens[start:end], " ")
		}
		lines[i].Cells = append(lines[i].Cells, evidence.DrawnEntry(text, text))
	}
	wraps := wordsOnly || !hasPlaces(k.passage)
	return lines, append(columns, widget.Column{Title: "sentence", Grow: 1, Width: leastSentence, Wraps: wraps, Lines: 3})
}

func (k *sentenceRankings) layPassage(selectedSentence int, partSpace evidence.PartSpace) (legend, restArea image.Rectangle) {
	text := &k.text
	text.look = partSpace.Look
	legend, restArea = widget.SplitTop(partSpace.Area, 1)
	if text.Area = (image.Rectangle{}); !hasPlaces(k.passage) || partSpace.WordsOnly {
		return legend, restArea
	}
	text.setLines(restArea.Dx()-1, partSpace.Look)
	below := min(partSpace.Lines+1, restArea.Dy()/2)
	if restArea.Dy() > text.Count+1+below {
		legend, restArea = widget.SplitTop(restArea, 1)
	}
	restArea = text.LayLines(restArea, min(text.Count, restArea.Dy()-below-1))
	if selectedSentence < len(k.passage.Sentences) {
		s := k.passage.Sentences[selectedSentence]
		text.RevealLines(text.flow.lineOf(s.Start), text.flow.lineOf(s.End-1))
	}
	_, restArea = widget.SplitTop(restArea, 1)
	return legend, restArea
}

func (k *sentenceRankings) drawPassage(f *widget.Frame, legendArea image.Rectangle, look widget.Look) {
	faint, accent := look.Theme.Faint, widget.Bold(look.Theme.Accent)
	pen := widget.NewPen(f, legendArea)
	if !k.text.Area.Empty() {
		k.text.drawText(f, look, -1)
		pen.Short(accent, legendArea.Dx()/3, k.all[k.shownRank].name)
		k.text.scale.DrawLegend(pen, look, widget.Unsigned)
		pen.Put(faint, evidence.Separator)
		drawGoldMark(pen, look, "gold sentence")
		pen.Put(faint, evidence.Separator)
	}
	pen.Put(faint, "◆ chosen")
	pen.Put(faint, k.text.DescribePosition())
}
