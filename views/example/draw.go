package example

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/rules"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// Draw draws the question, the answer of the version on screen, a notice, and the panes, or the
// reason if the example can't be read.
func (v *exampleScreen) Draw(f *widget.Frame, area image.Rectangle) {
	t := v.s.Theme
	if v.ex == nil {
		f.Text(area.Min.X+1, area.Min.Y, area.Dx()-1, t.Faint, "reading the example …")
		return
	}
	l := v.panes.layout
	v.panes.question.drawQuestion(f, l.question, v.s.Look)
	f.Lines(l.notice, loaders.IfElse(v.form == changed, t.Faint, t.Warn), v.panes.notice)
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
	rule := l.rule
	rule.Min.X = min(below.X(), rule.Max.X)
	v.panes.question.drawRule(f, rule, v.s.Look)
	if v.panes.broken {
		at := l.program.Min
		f.Text(at.X, at.Y, area.Max.X-at.X, t.Warn, "the record can't be read: "+v.ex.Broken)
		return
	}
	if !l.neighbours.Empty() {
		v.route.list.DrawAround(f, l.neighbours, func(example int) tea.Cmd { return v.openExample(example) })
	}
	v.panes.drawParts(f, v.s.Look, v.layOut)
}

// drawAnswers draws the answers of a version and its changes, on the line below if they would
// otherwise be cut.
func (v *exampleScreen) drawAnswers(pen, nextLine *widget.Pen, listAnswers func() ([]shownAnswer, string)) {
	faint, st := v.s.Theme.Faint, v.s.Theme.Warn
	all, said := listAnswers()
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
	if gold := ", expected " + v.ex.Answer.Gold; v.ex.Answer.Gold != "" && pen.Fits(gold) {
		pen.Put(faint, gold)
	}
	if !pen.Fits(gap + said) {
		pen = nextLine
		pen.Put(faint, " ")
	}
	if v.countKept() == 0 {
		st = faint
	}
	if pen.Put(st, widget.If(said != "" && pen.X() > 2, gap)+said); v.countKept() > 0 && pen.Fits(gap+"u undo  esc close") {
		for _, text := range []string{gap, "u", " undo  ", "esc", " close"} {
			pen.Put(loaders.IfElse(strings.HasPrefix(text, " "), faint, widget.Bold(v.s.Theme.Accent)), text)
		}
	}
}

func (v *exampleScreen) drawAnswer(pen *widget.Pen) {
	l, t, a := v.shownLayer(), v.s.Theme, v.ex.Answer
	score := l.Score
	pen.Put(widget.Bold(v.s.Theme.Accent), widget.If(l.Name != "", l.Name+" · "))
	if chain := v.panes.program.JudgedChain(); chain != nil {
		v.drawChainsAnswer(pen, chain.String(), chain.IsJudged && score != nil && score.Faithful == loaders.Right)
		return
	}
	faint := t.Faint
	pen.Put(widget.Bold(v.s.Verdict(a.Correct)), a.Correct.Sign()+" ")
	short := func(st widget.Style, before, answer string) {
		pen.Put(st, before)
		pen.Short(st, v.mostAnswer(), answer)
	}
	if tied := len(rules.OptionsOf(v.ex)); tied > 1 {
		pen.Put(faint, fmt.Sprintf("%d-way tie: ", tied))
	}
	short(widget.Bold(widget.Style{}), "", cmp.Or(a.Predicted, "no answer"))
	switch {
	case a.Predicted == "" && a.Correct != loaders.Wrong && a.Gold != "":
		short(faint, " in the run, expected ", a.Gold)
	case a.Gold == "":
		pen.Put(faint, " (no correct answer given)")
	case a.Correct == loaders.Wrong:
		pen.PutChip(v.s.Look, t.Wrong, "wrong")
		short(t.Wrong, " expected ", a.Gold)
	default:
		pen.PutChip(v.s.Look, v.s.Verdict(a.Correct), a.Correct.String())
		isOpen := a.Correct != loaders.Right
		short(faint, widget.If(isOpen, " expected "), widget.If(isOpen, a.Gold))
	}
	verdict := wordsOfVerdict(score, v.ex.Program, v.panes.program.Culprit())
	if a.Probability != nil {
		p := " · p(" + ansi.Truncate(loaders.Clean(a.Probable()), v.mostAnswer(), "…") + ") " + widget.RoundedNumber(*a.Probability)
		pen.Put(faint, widget.If(pen.Fits(p+" · "+strings.Join(verdict[:], " ")), p))
	}
	v.drawKept(pen)
	pen.Put(faint, " · ")
	if score == nil {
		words := "no modules are scored"
		if r, ok := widget.First(v.facts, func(r exampleFact) bool { return r.name == "hard" || r.name == "easy" }); ok {
			words = r.name + ": " + r.joinParts()
		}
		pen.Put(faint, words)
		return
	}
	drawVerdict(pen, v.s.Look, loaders.IfElse(score.Overall.IsDefined(), v.s.Verdict(score.Faithful), faint), verdict)
}

func drawVerdict(pen *widget.Pen, look widget.Look, st widget.Style, words [4]string) {
	pen.Put(st, words[0])
	pen.PutChip(look, st, words[1])
	pen.Put(look.Theme.Wrong, words[2])
	pen.PutChip(look, look.Theme.Wrong, words[3])
}

// wordsOfVerdict returns an example's score, its badge, the culprit and its cause, "" for none.
func wordsOfVerdict(exampleScore *scoring.ExampleScore, program []loaders.Module, culpritIndex int) (words [4]string) {
	if exampleScore == nil {
		return words
	}
	words[1] = [...]string{"", "● faithful", "○ unfaithful"}[exampleScore.Faithful]
	words[0] = strings.TrimSuffix(exampleScore.Sentence(), " "+words[1])
	if m := exampleScore.Module(culpritIndex); m != nil && m.Cause != scoring.NoCause {
		// A culprit is why an example is unfaithful; one that is faithful on the whole may have one.
		words[2] = [...]string{" · culprit ", " except for ", " in "}[exampleScore.Faithful] + program[m.Node].Op
		words[3] = widget.If(exampleScore.Cause == scoring.NoCause, m.Cause.String())
	}
	return words
}

// drawChainsAnswer draws a short answer, because the verdicts on the steps have the line.
func (m *versionMode) drawChainsAnswer(pen *widget.Pen, firstsAndCause string, agree bool) {
	t, a := m.s.Theme, &m.ex.Answer
	firsts, cause, differ := strings.Cut(firstsAndCause, ", ")
	pen.Put(t.Faint, "first wrong step · ")
	pen.Put(widget.Bold(widget.Style{}), firsts)
	switch {
	case differ:
		pen.PutChip(m.s.Look, t.Wrong, cause)
	case agree:
		pen.PutChip(m.s.Look, t.Right, "agree")
	}
	if a.Predicted != "" || a.Correct != loaders.Unknown {
		pen.Put(m.s.Verdict(a.Correct), " · "+a.Correct.Sign()+" ")
		pen.Short(widget.Style{}, m.mostAnswer(), cmp.Or(a.Predicted, "answer "+a.Correct.String()))
	}
	if a.Gold != "" && a.Correct != loaders.Right {
		pen.Put(t.Faint, ", expected "+a.Gold)
	}
	m.drawKept(pen)
}

func (m *versionMode) drawKept(pen *widget.Pen) {
	said, changes := m.marksOn(marks.Whole), m.countKept()
	pen.Put(m.s.Theme.Accent, widget.If(said != "", " · "+said))
	pen.Put(m.s.Theme.Warn, widget.If(changes > 0, " · "+loaders.Count(changes, "change")+" kept: see `w w`"))
}

func (m *versionMode) mostAnswer() int { return max(8, m.panes.layout.answer.Dx()/3) }

func (v *exampleScreen) cutsAnswer() bool {
	a := &v.ex.Answer
	return slices.ContainsFunc([]string{a.Predicted, a.Gold}, func(text string) bool {
		return strings.Contains(text, "\n") || ansi.StringWidth(loaders.Clean(text)) > v.mostAnswer()
	})
}
