package panel

import (
	"fmt"
	"image"
	"math"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor/nmn"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type valuesPart struct {
	shares []float64
	words  []string // of each share, and how many more there are
	area   image.Rectangle
}

// Find implements [evidence.EvidencePart].
func (v *valuesPart) Find(shownVersions *evidence.ShownVersions, _ evidence.Options) (findings evidence.PartContent) {
	*v = valuesPart{area: v.area}
	m := shownVersions.ShownModule()
	if m == nil {
		return findings
	}
	fact := func(format string, args ...any) {
		findings.Facts = append(findings.Facts, fmt.Sprintf(format, args...))
	}
	if n := m.Output.Number; n != nil {
		fact("returns a number: mean %.2f, variance %.2f", n.Mean, n.Var)
		v.addRounded(*n)
	}
	if truth := m.Output.Truth; truth != nil {
		v.addShare("true ", *truth)
		v.addShare("false ", 1-*truth)
	}
	v.addOptions(evidence.Likeliest(&m.Output))
	if m.Arguments != "" && m.Arguments != m.Text {
		fact("called with %s", m.Arguments)
	}
	if out := m.Output.Text; out != nil && shownVersions.JudgedChain() == nil { // a chain's step says it behind its text
		fact("returns %s", *out)
	}
	if m.Error != "" {
		fact("failed with %s", m.Error)
	}
	if m.Seconds != nil {
		fact("took %.3g s", *m.Seconds)
	}
	if gold := evidence.GoldText(m.Gold); gold != "" && m.Gold.Verdict == nil {
		kind := widget.If(m.Gold.Kind() == loaders.NumberKind, "value ")
		fact("%s %s", loaders.IfElse(m.Lender() != "", "these steps lead to", "gold"), kind+gold)
	}
	findings.Words = v.words
	return findings
}

func (v *valuesPart) addShare(shareLabel string, share float64) {
	v.shares, v.words = append(v.shares, share), append(v.words, shareLabel+evidence.ProbabilityText(share))
}

func (v *valuesPart) addOptions(answerOptions []loaders.Option) {
	if tied := evidence.Tied(answerOptions); tied > 1 {
		names := loaders.Map(answerOptions[:tied], func(o loaders.Option) string { return o.Name })
		v.addShare(fmt.Sprintf("%d-way tie, %s: ", tied, strings.Join(names, " | ")), answerOptions[0].Probability)
		answerOptions = answerOptions[tied:]
	}
	const most = evidence.MostOptions
	for len(answerOptions) > 0 && len(v.shares) < most && (answerOptions[0].Probability >= leastShare || len(answerOptions) <= most) {
		v.addShare(answerOptions[0].Name+" ", answerOptions[0].Probability)
		answerOptions = answerOptions[1:]
	}
	if len(answerOptions) > 0 {
		v.words = append(v.words, fmt.Sprintf("%d more", len(answerOptions)))
	}
}

const (
	counted = 72
	// leastShare is the least shown probability of a number, or of one of many options.
	leastShare = 0.005
	mostCounts = 9
)

// addRounded reads the spread like the authors' code, with the paper's reading in words.
func (v *valuesPart) addRounded(n loaders.Number) {
	if !(n.Var > 0) || math.IsInf(n.Var, 1) || !(math.Abs(n.Mean) < 1e9) {
		return
	}
	first := max(0, math.Round(n.Mean)-counted/2)
	n.Mean -= first
	code, paper := nmn.Code.Distribution(n, counted), nmn.Paper.Distribution(n, counted)
	for k, p := range code {
		if max(p, paper[k]) >= leastShare && len(v.shares) < mostCounts {
			v.addShare(fmt.Sprintf("P(%.0f) = ", first+float64(k)), p)
			v.words[len(v.words)-1] += ", by the paper's formula " + evidence.ProbabilityText(paper[k])
		}
	}
}

func (v *valuesPart) Lay(partSpace evidence.PartSpace) (rest image.Rectangle) {
	v.area, rest = widget.SplitTop(partSpace.Area, len(v.words))
	return rest
}

// Draw implements [Part].
func (v *valuesPart) Draw(f *widget.Frame, look widget.Look) {
	const most = 20
	w := min(most, v.area.Dx()/3)
	for i, words := range v.words[:min(len(v.words), v.area.Dy())] {
		x, y := v.area.Min.X, v.area.Min.Y+i
		if i < len(v.shares) {
			widget.Bar(f, widget.LineAt(x, y, w), look.Theme.Accent, v.shares[i])
		}
		f.Text(x+w+1, y, v.area.Dx()-w-1, widget.Style{}, words)
	}
}
