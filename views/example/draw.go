package example

import (
	"cmp"
	"image"

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
		f.Text(area.Min.X+1, area.Min.Y, area.Dx()-1, widget.Ink(t.Faint), "reading the example …")
		return
	}
	l := v.layout
	v.question.draw(f, l.question, v.s.Look)
	v.question.drawRule(f, l.rule, v.s.Look)
	if v.on {
		v.drawChange(widget.NewPen(f, l.answer))
		f.Text(l.rule.Min.X+1, l.rule.Min.Y, l.rule.Dx()-1, widget.Ink(t.Warn), v.trial.Warning(v.program.Node()))
	} else {
		v.drawAnswer(widget.NewPen(f, l.answer))
	}
	if v.broken {
		f.Text(l.program.Min.X, l.program.Min.Y, area.Max.X-l.program.Min.X, widget.Ink(t.Warn), "the record cannot be read: "+v.read.ex.Broken)
		return
	}
	v.focusing(f, programPane, func() { v.program.Draw(f, l.program, v.s.Look, v.focus == programPane) })
	for y := l.divider.Min.Y; y < l.divider.Max.Y; y++ {
		f.Cell(l.divider.Min.X, y, widget.Ink(t.Border), "│")
	}
	mark, short := "", ""
	if culprit := v.program.Culprit(); culprit >= 0 && v.evidence.Node() == culprit {
		mark, short = " · ! the culprit", " · ! culprit"
	}
	v.focusing(f, aboutPane, func() { v.about.draw(f, l.about, v.s.Look, v.focus == aboutPane) })
	v.focusing(f, evidencePane, func() { v.evidence.Draw(f, mark, short) })
}

// focusing draws a pane that keys move after a click on it.
func (v *screen) focusing(f *widget.Frame, pane pane, draw func()) {
	f.Clicking(func() { v.focus = pane }, draw, v.settle)
}

// drawAnswer draws the answer and the example's faithfulness.
func (v *screen) drawAnswer(pen *widget.Pen) {
	t, a := v.s.Theme, v.read.ex.Answer
	faint := widget.Ink(t.Faint)
	pen.Put(widget.Bold(v.s.Verdict(a.Correct)), a.Correct.Sign()+" ")
	// A long answer leaves room for what comes after it.
	short := func(answer string) string {
		return ansi.Truncate(loaders.Clean(answer), max(8, v.layout.answer.Dx()/3), "…")
	}
	pen.Put(widget.Bold(widget.Style{}), short(cmp.Or(a.Predicted, "no answer")))
	switch {
	case a.Predicted == "" && a.Correct != loaders.Wrong && a.Gold != "":
		pen.Put(faint, " in the run, gold "+short(a.Gold))
	case a.Gold == "":
		pen.Put(faint, " (no gold answer)")
	case a.Correct == loaders.Wrong:
		pen.Put(widget.Ink(t.Wrong), " wrong, gold "+short(a.Gold))
	default:
		pen.Put(widget.Ink(t.Right), " "+a.Correct.String())
	}
	if a.Probability != nil {
		pen.Put(faint, " · p("+short(a.Probable())+") "+widget.Small(*a.Probability))
	}
	said := v.marks(marks.Whole)
	pen.Put(widget.Ink(t.Accent), widget.If(said != "", " · "+said))
	if v.trial != nil && len(v.trial.Now) > 0 {
		pen.Put(widget.Ink(t.Warn), " · "+loaders.Count(len(v.trial.Now), "change")+" kept: w w shows")
	}
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
		pen.Put(v.s.Verdict(loaders.Wrong), ": "+v.read.ex.Program[m.Node].Op+", "+m.Cause.String())
	}
}
