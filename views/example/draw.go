package example

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/rules"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// Draw draws the question, the answer of the version on screen, a notice, and the panes, or the
// reason if the example can't be read.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	t := v.s.Theme
	if v.ex == nil {
		f.Text(area.Min.X+1, area.Min.Y, area.Dx()-1, t.Faint, "reading the example …")
		return
	}
	l := v.panes.layout
	v.panes.question.drawQuestion(f, l.question, v.s.Look)
	f.Lines(l.notice, t.Warn, v.panes.notice)
	pen, below := widget.NewPen(f, l.answer), widget.NewPen(f, l.rule)
	switch v.form {
	case changed:
		v.drawAnswers(pen, below, v.changes.listAnswers)
	case reasked:
		v.drawAnswers(pen, below, v.model.listAnswers)
	case drafted:
		v.annotation.drawHead(pen)
	default:
		v.drawAnswer(pen)
	}
	l.rule.Min.X = min(below.X(), l.rule.Max.X)
	v.panes.question.drawRule(f, l.rule, v.s.Look)
	if v.panes.broken {
		at := l.program.Min
		f.Text(at.X, at.Y, area.Max.X-at.X, t.Warn, "the record cannot be read: "+v.ex.Broken)
		return
	}
	v.panes.drawParts(f, v.s.Look, v.layOut)
}

// drawAnswers draws the answers of a version and its changes, on the line below if they would
// otherwise be cut.
func (v *screen) drawAnswers(pen, below *widget.Pen, list func() ([]shownAnswer, string)) {
	faint, st := v.s.Theme.Faint, v.s.Theme.Warn
	all, said := list()
	for i, a := range all {
		pen.Put(widget.Bold(widget.Style{}), widget.If(i > 0, cmp.Or(widget.If(a.name != "", " · "), " → ")))
		pen.Put(faint, a.name)
		if a.unknown != "" {
			pen.Put(widget.Bold(faint), a.unknown)
			continue
		}
		pen.Put(widget.Bold(v.s.Verdict(a.answer.Correct)), widget.If(a.answer.Gold != "", a.answer.Correct.Sign()+" ")+a.answer.Predicted)
		if a.answer.Probability != nil {
			pen.Put(faint, " "+widget.Small(*a.answer.Probability))
		}
	}
	if gold := ", gold " + v.ex.Answer.Gold; v.ex.Answer.Gold != "" && pen.Fits(gold) {
		pen.Put(faint, gold)
	}
	if !pen.Fits(gap + said) {
		pen = below
		pen.Put(v.s.Theme.Border, "─")
	}
	keys := gap + "u undo  esc"
	if v.countKept() == 0 {
		st, keys = faint, ""
	}
	pen.Put(st, widget.If(said != "" && pen.X() > 2, gap)+said)
	pen.Put(faint, widget.If(pen.Fits(keys), keys))
}

func (v *screen) drawAnswer(pen *widget.Pen) {
	l := v.shownLayer()
	score := l.Score
	pen.Put(widget.Bold(v.s.Theme.Accent), widget.If(l.Name != "", loaders.Clean(l.Name)+" · "))
	t, a := v.s.Theme, v.ex.Answer
	faint := t.Faint
	pen.Put(widget.Bold(v.s.Verdict(a.Correct)), a.Correct.Sign()+" ")
	short := func(st widget.Style, before, answer string) {
		pen.Put(st, before)
		pen.Short(st, v.mostAnswer(), answer)
	}
	if tied := len(rules.OptionsOf(v.ex)); tied > 1 {
		pen.Put(faint, fmt.Sprintf("a tie of %d: ", tied))
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
	said := v.marksOn(marks.Whole)
	pen.Put(t.Accent, widget.If(said != "", " · "+said))
	changes := v.countKept()
	pen.Put(t.Warn, widget.If(changes > 0, " · "+loaders.Count(changes, "change")+" kept: w w shows"))
	pen.Put(faint, " · ")
	if score == nil {
		words := "no module is scored"
		if r, ok := widget.First(v.facts, func(r fact) bool { return r.name == "hard" || r.name == "easy" }); ok {
			words = r.name + ": " + r.joinParts()
		}
		pen.Put(faint, words)
		return
	}
	pen.Put(loaders.IfElse(score.Overall.IsDefined(), v.s.Verdict(score.Faithful), faint), score.Sentence())
	if m := score.Module(v.panes.program.Culprit()); m != nil && m.Cause != scoring.NoCause {
		// A culprit is why an example is unfaithful; one that is faithful on the whole may have one.
		why := [...]string{" · culprit ", " but for ", ": "}[score.Faithful]
		pen.Put(v.s.Verdict(loaders.Wrong), why+v.ex.Program[m.Node].Op+widget.If(score.Cause == scoring.NoCause, ", "+m.Cause.String()))
	}
}

func (v *screen) mostAnswer() int { return max(8, v.panes.layout.answer.Dx()/3) }

func (v *screen) cutsAnswer() bool {
	a := &v.ex.Answer
	return slices.ContainsFunc([]string{a.Predicted, a.Gold}, func(text string) bool {
		return strings.Contains(text, "\n") || ansi.StringWidth(loaders.Clean(text)) > v.mostAnswer()
	})
}
