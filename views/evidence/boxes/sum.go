package boxes

import (
	"cmp"
	"fmt"
	"image"

	"faithscope/loaders"
	"faithscope/scoring/protocols/counting"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type shownCountSum struct {
	steps     []counting.RegionStep
	predicted float64 // not rounded
	gold      int
}

// Weaker boxes are hairlines without labels; in a sum, those with a lesser share of the highest score aren't drawn.
const leastStrength, leastAddend = .05, .1

func newCountSum(shownVersions *evidence.ShownVersions) *shownCountSum {
	question, _ := counting.Question(shownVersions.Example)
	s := &shownCountSum{steps: counting.Steps(shownVersions.ShownModule().Output.Boxes), gold: question.Count}
	s.predicted, _ = counting.Prediction(shownVersions.Example)
	return s
}

func (s *shownCountSum) upTo(n int) float64 { return loaders.ElementAt(s.steps, n-1).Sum }

func (s *shownCountSum) sumWords(n int) string {
	text := fmt.Sprintf("%s → %.0f%sexpected %d", widget.Measure(s.predicted), counting.Rounded(s.predicted), evidence.Separator, s.gold)
	if n < len(s.steps) {
		text = fmt.Sprintf("%s of %s%sbox %d of %d", widget.Measure(s.upTo(n)), text, evidence.Separator, n, len(s.steps))
	}
	return "sum " + text
}

func (s *shownCountSum) drawSum(f *widget.Frame, lineArea image.Rectangle, n int, look widget.Look) {
	if lineArea.Empty() {
		return
	}
	const whole, step = len("sum 12.34 → 12 · expected 12"), len("sum 12.34 of 12.34 → 12 · expected 12 · box 12 of 36")
	t, bar := look.Theme, lineArea
	bar.Max.X = bar.Min.X + max(lineArea.Dx()/4, lineArea.Dx()-loaders.IfElse(n < len(s.steps), step, whole))
	scale := float64(max(s.gold, 1))
	if s.predicted > scale {
		scale = s.predicted
	}
	for x := range bar.Dx() {
		rest := widget.If(float64(x) < float64(bar.Dx())*s.predicted/scale, "░")
		f.Cell(bar.Min.X+x, bar.Min.Y, t.Faint, cmp.Or(rest, "·"))
	}
	widget.ThinBar(f, bar, t.Text, s.upTo(n)/scale)
	f.Cell(bar.Min.X+int(float64(s.gold)/scale*float64(bar.Dx()-1)), bar.Min.Y, widget.Style{Fg: t.Gold}, "┃")
	f.Text(bar.Max.X+1, bar.Min.Y, lineArea.Max.X-bar.Max.X-1, t.Text, s.sumWords(n))
}
