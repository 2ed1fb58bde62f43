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

func (k *sentenceRankings) sentenceLines() (lines []evidence.EvidenceRow, columns []widget.Column) {
	columns = []widget.Column{{Title: "#", Right: true}, {Title: "gold"}}
	for i := range k.all {
		columns = append(columns, widget.Column{Title: k.all[i].name, Width: rankWidth, Drop: i})
	}
	columns = append(columns, widget.Column{Title: "sentence", Grow: 1, Width: leastSentence})
	return loaders.Fill(len(k.answers), k.sentenceLine), columns
}

// A gold sentence is right if the first ranking chose it, otherwise wrong.
func (k *sentenceRankings) sentenceLine(sentenceIndex int) evidence.EvidenceRow {
	line := evidence.EvidenceRow{Item: sentenceIndex, Cells: []widget.TableCell{{Text: strconv.Itoa(sentenceIndex)}, {}}}
	if n := k.answers[sentenceIndex]; n > 0 {
		mark := "━━" + widget.If(n > 1, fmt.Sprintf("×%d", n))
		line.Cells[1], line.Verdict = evidence.DrawnEntry(loaders.Count(n, "answer"), mark), loaders.VerdictOf(k.all[0].Selected[sentenceIndex])
	}
	for i := range k.all {
		r := &k.all[i]
		score, chosen := widget.Small(r.Scores[sentenceIndex]), r.Selected[sentenceIndex]
		sign := loaders.IfElse(chosen, "▸", " ")
		line.Cells = append(line.Cells, evidence.BarEntry(score+widget.If(chosen, " chosen"), sign+score, 7,
			r.scale.Heat(r.Scores[sentenceIndex])))
	}
	text := ""
	if hasPlaces(k.passage) && sentenceIndex < len(k.passage.Sentences) {
		start, end := cutSpan(k.passage.Sentences[sentenceIndex], len(k.text.tokens))
		text = strings.Join(k.text.tokens[start:end], " ")
	}
	line.Cells = append(line.Cells, evidence.DrawnEntry(text, text))
	return line
}

func (k *sentenceRankings) layPassage(selectedSentence int, partSpace evidence.PartSpace, restArea image.Rectangle) image.Rectangle {
	text := &k.text
	if text.Area = (image.Rectangle{}); !hasPlaces(k.passage) || partSpace.WordsOnly {
		return restArea
	}
	text.setLines(restArea.Dx()-1, partSpace.Look)
	below := min(partSpace.Lines+1, restArea.Dy()/2)
	restArea = text.LayLines(restArea, min(text.Count, restArea.Dy()-below-1))
	if selectedSentence < len(k.passage.Sentences) {
		s := k.passage.Sentences[selectedSentence]
		text.RevealLines(text.flow.lineOf(s.Start), text.flow.lineOf(s.End-1))
	}
	_, restArea = widget.SplitTop(restArea, 1)
	return restArea
}

func (k *sentenceRankings) drawPassage(f *widget.Frame, legendArea image.Rectangle, look widget.Look) {
	faint, accent := look.Theme.Faint, widget.Bold(look.Theme.Accent)
	pen := widget.NewPen(f, legendArea)
	if !k.text.Area.Empty() {
		k.text.drawText(f, look, -1)
		pen.Short(accent, legendArea.Dx()/3, k.all[k.shownRank].name)
		k.text.scale.drawLegend(pen, look, widget.Unsigned)
		pen.Put(faint, evidence.Separator)
		drawGoldMark(pen, look, "gold sentence")
		pen.Put(faint, evidence.Separator)
	}
	pen.Put(faint, "▸ chosen")
	pen.Put(faint, k.text.DescribePosition())
}
