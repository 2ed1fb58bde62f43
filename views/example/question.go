package example

import (
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/protocols/alignment"
	"faithscope/views/evidence"
	"faithscope/views/evidence/heat"
	"faithscope/views/widget"
)

// questionView is the question under the attention of a module.
type questionView struct {
	example *loaders.Example
	words   []string
	scale   heat.Scale
	heated  int // words that differ from 0 at sight: a scale compares them
	flow    *heat.TokenFlow
	height  int // lines
}

// mostQuestion bounds the question's lines.
const mostQuestion = 4

// fitLines sets how many lines the question gets, with every word heated, so that walking the
// program moves nothing. A pair gets one.
func (q *questionView) fitLines(ex *loaders.Example, area image.Rectangle, look widget.Look) {
	q.example, q.words = ex, shownTokens(ex, ex.Tokens)
	all := slices.Repeat([]float64{1}, len(q.words))
	if len(q.words) == 0 {
		q.words = strings.Fields(loaders.Clean(ex.Question))
	}
	// No more than fits on the screen.
	q.words = q.words[:min(len(q.words), (mostQuestion+1)*max(1, area.Dx()))]
	need := heat.NewFlow(q.words, all, nil, area.Dx(), look).Lines()
	if q.height = max(1, min(need, area.Dy()/5, mostQuestion)); ex.IsPair() {
		q.height = 1 // the evidence has it whole
	}
}

func (q *questionView) attendTo(nodeIndex, w int, look widget.Look) {
	var attention []float64
	if m := evidence.ModuleAt(q.example, nodeIndex); m != nil && len(q.example.Tokens) > 0 {
		attention = m.Attention
	}
	q.scale = heat.NewScale(attention, heat.Linear)
	shown := shownTokens(q.example, loaders.Map(attention, q.scale.Heat))
	q.heated = loaders.CountFunc(shown, func(x float64) bool { return x*float64(len(widget.Levels)) >= 1 })
	q.flow = heat.NewFlow(q.words, shown, nil, w, look)
}

func shownTokens[T any](ex *loaders.Example, perToken []T) (shown []T) {
	for i := range min(len(perToken), len(ex.Tokens)) {
		if !alignment.IsSpecial(ex.Tokens[i]) {
			shown = append(shown, perToken[i])
		}
	}
	return shown
}

func (q *questionView) drawQuestion(f *widget.Frame, area image.Rectangle, look widget.Look) {
	for i := range min(area.Dy(), q.flow.Lines()) {
		line := widget.LineAt(area.Min.X, area.Min.Y+i, area.Dx())
		if i == area.Dy()-1 && q.flow.Lines() > area.Dy() {
			line.Max.X -= 2
			f.Text(area.Max.X-1, line.Min.Y, 1, look.Theme.Faint, "…")
		}
		q.flow.Draw(f, i, line, look, -1)
	}
}

func (q *questionView) drawRule(f *widget.Frame, area image.Rectangle, look widget.Look) {
	if len(q.example.Program) == 0 || area.Empty() || q.heated < 2 {
		return
	}
	const label = "the module's attention:"
	legend := area
	legend.Min.X = area.Max.X - len(label) - 2*evidence.ProbabilityWidth - len(widget.Levels)
	if legend.Min.X <= area.Min.X {
		return
	}
	pen := widget.NewPen(f, legend)
	pen.Put(look.Theme.Faint, label)
	q.scale.DrawLegend(pen, look, widget.Unsigned)
}
