package example

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Draw draws the question, the answer, the program and the evidence.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	t := v.s.Theme
	if v.read.ex == nil {
		f.Text(area.Min.X+1, area.Min.Y, area.Dx()-1, t.Faint, "reading the example …")
		return
	}
	l := v.layout
	v.question.draw(f, l.question, v.s.Look)
	v.question.drawRule(f, l.rule, v.s.Look)
	if v.on {
		v.drawChange(widget.NewPen(f, l.answer))
		said := cmp.Or(widget.If(v.busy, "asking the model …"), v.trial.Warning(v.program.Node()))
		f.Text(l.rule.Min.X+1, l.rule.Min.Y, l.rule.Dx()-1, t.Warn, said)
	} else if v.paper.on {
		v.paper.drawHead(widget.NewPen(f, l.answer))
	} else if v.model.on {
		l.rule.Min.X++
		v.model.drawAnswers(widget.NewPen(f, l.answer), widget.NewPen(f, l.rule))
	} else {
		v.drawAnswer(widget.NewPen(f, l.answer))
	}
	if v.broken {
		at := l.program.Min
		f.Text(at.X, at.Y, area.Max.X-at.X, t.Warn, "the record cannot be read: "+v.read.ex.Broken)
		return
	}
	v.focusing(f, programPane, func() { v.program.Draw(f, l.program, v.s.Look, v.focus == programPane) })
	for y := l.divider.Min.Y; y < l.divider.Max.Y; y++ {
		f.Cell(l.divider.Min.X, y, t.Border, "│")
	}
	mark, short := "", ""
	if culprit := v.program.Culprit(); culprit >= 0 && v.evidence.Node() == culprit {
		mark, short = " · ! the culprit", " · ! culprit"
	}
	v.focusing(f, aboutPane, func() { v.about.Draw(f, l.about, v.s.Look, v.focus == aboutPane) })
	v.focusing(f, evidencePane, func() { v.evidence.Draw(f, mark, short) })
}

// focusing draws a pane that keys move after a click on it.
func (v *screen) focusing(f *widget.Frame, pane pane, draw func()) {
	f.Clicking(func() { v.focus = pane }, draw, v.settle)
}

// drawAnswer draws the answer and the example's faithfulness.
func (v *screen) drawAnswer(pen *widget.Pen) {
	t, a := v.s.Theme, v.read.ex.Answer
	faint := t.Faint
	pen.Put(widget.Bold(v.s.Verdict(a.Correct)), a.Correct.Sign()+" ")
	short := func(st widget.Style, before, answer string) {
		pen.Put(st, before)
		pen.Short(st, v.mostAnswer(), answer)
	}
	short(widget.Bold(widget.Style{}), "", cmp.Or(a.Predicted, "no answer"))
	switch {
	case a.Predicted == "" && a.Correct != loaders.Wrong && a.Gold != "":
		short(faint, " in the run, gold ", a.Gold)
	case a.Gold == "":
		pen.Put(faint, " (no gold answer)")
	case a.Correct == loaders.Wrong:
		short(t.Wrong, " wrong, gold ", a.Gold)
	default:
		pen.Put(t.Right, " "+a.Correct.String())
	}
	if a.Probability != nil {
		short(faint, " · p(", a.Probable())
		pen.Put(faint, ") "+widget.Small(*a.Probability))
	}
	said := v.marks(marks.Whole)
	pen.Put(t.Accent, widget.If(said != "", " · "+said))
	changes := len(v.model.edit.Steps())
	if v.trial != nil {
		changes += len(v.trial.Now)
	}
	pen.Put(t.Warn, widget.If(changes > 0, " · "+loaders.Count(changes, "change")+" kept: w w shows"))
	pen.Put(faint, " · ")
	if v.score == nil {
		pen.Put(faint, "no module is scored")
		return
	}
	x, ok := v.score.Overall.Float()
	if !ok {
		pen.Put(faint, widget.MetricName(v.score.Metric)+" – ("+v.score.Overall.Why()+")")
		return
	}
	word := [...]string{"", " ● faithful", " ○ unfaithful"}[v.score.Faithful]
	pen.Put(v.s.Verdict(v.score.Faithful), evidence.AgainstBar(v.score.Metric, x, v.s.Settings)+word)
	if m := v.score.Module(v.program.Culprit()); m != nil && m.Cause != scoring.NoCause {
		// A culprit is why an example is unfaithful, never why it is faithful.
		why := [...]string{" · culprit ", " · culprit ", ": "}[v.score.Faithful]
		pen.Put(v.s.Verdict(loaders.Wrong), why+v.read.ex.Program[m.Node].Op+", "+m.Cause.String())
	} else if v.score.Cause != scoring.NoCause {
		pen.Put(v.s.Verdict(loaders.Wrong), ": "+v.score.Cause.String())
	}
}

// mostAnswer is the room of an answer in the line of answers: a long one leaves some for
// what comes after it.
func (v *screen) mostAnswer() int { return max(8, v.layout.answer.Dx()/3) }

// cuts reports whether an answer is shown without its end or its line breaks.
func (v *screen) cuts() bool {
	a := &v.read.ex.Answer
	return slices.ContainsFunc([]string{a.Predicted, a.Gold}, func(text string) bool {
		return strings.Contains(text, "\n") || ansi.StringWidth(loaders.Clean(text)) > v.mostAnswer()
	})
}
