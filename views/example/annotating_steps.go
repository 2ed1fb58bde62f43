package example

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// stepProgress is the zero value unless the person annotates steps.
func (a *annotationMode) stepProgress() (p marks.AnnotationProgress) {
	if a.ex == nil || a.form != drafted {
		return p
	}
	return a.ownBook().ProgressOn(a.ex)
}

func (a *annotationMode) isBlindToSteps() bool {
	p := a.stepProgress()
	return p.Steps > 0 && !p.IsDone
}

// toNextStep leaves the culprit, where the cursor would tell which step is wrong.
func (a *annotationMode) toNextStep() {
	if p := a.stepProgress(); p.Steps > 0 && p.Next >= 0 {
		a.panes.program.SelectNode(p.Next)
	}
}

// judgeStep goes to the next step too.
func (a *annotationMode) judgeStep(verdict loaders.Verdict, reason string) tea.Cmd {
	cmd := a.reviseAnnotation("called "+verdict.String(), func(now *marks.Annotation) {
		now.Verdict = &loaders.StepOpinion{Verdict: verdict, Reason: strings.TrimSpace(reason)}
	})
	a.panes.program.Move(1)
	return cmd
}

func (a *annotationMode) judgeAction(actionName, help string, verdict loaders.Verdict) widget.Action {
	return widget.Action{Name: actionName, Help: "annotate: mark the step as " + help + " and go to the next",
		Short: widget.If(a.form == drafted, verdict.String()), Footer: verdict != loaders.Neutral, Effect: widget.Says,
		Run: func() tea.Cmd { return a.judgeStep(verdict, "") }, Disabled: func() string {
			return cmp.Or(a.whyUnsaid(), widget.If(a.stepProgress().Steps == 0, "only steps can be neutral"))
		}}
}

// opinionOn is the person's, never nil.
func (a *annotationMode) opinionOn(nodeIndex int) *loaders.StepOpinion {
	return cmp.Or(a.ownBook().Annotation(a.ex.ID, nodeIndex).Verdict, &loaders.StepOpinion{})
}

// stepWithReason is the selected step or, if it isn't judged yet, the one just called wrong.
func (a *annotationMode) stepWithReason() int {
	node := a.selectedNode()
	before, isJudged := a.opinionOn(node-1), a.opinionOn(node).Verdict != loaders.Unknown
	if !isJudged && before.Verdict == loaders.Wrong && before.Reason == "" {
		return node - 1
	}
	return node
}

func (a *annotationMode) stepActions(editAction widget.Action) []widget.Action {
	node := a.stepWithReason()
	opinion := a.opinionOn(node)
	editAction.Values, editAction.With = func() []string { return []string{opinion.Reason} }, func(reason string) tea.Cmd {
		a.panes.program.SelectNode(node)
		return a.judgeStep(cmp.Or(opinion.Verdict, loaders.Wrong), reason)
	}
	editAction.AnyText, editAction.Short, editAction.Footer = true, "why", true
	if number := node + loaders.IfElse(len(a.ex.Program[0].Children) > 0, 0, 1); number > 0 {
		editAction.Short = fmt.Sprintf("why step %d", number)
	}
	whyNot := func() string { return "a step is right (+), neutral (0) or wrong (-)" }
	return []widget.Action{a.judgeAction("add", "right (+) or wrong (-)", loaders.Right),
		a.judgeAction("remove", "wrong", loaders.Wrong), editAction,
		{Name: "set-gold", Disabled: whyNot}, {Name: "set-none", Disabled: whyNot}}
}

// stepsLayer is blind to everybody's verdicts until the person has judged up to the first wrong step,
// and then the recorded version, to compare with.
func (a *annotationMode) stepsLayer() evidence.ExampleVersion {
	book, ex, p, said := a.ownBook(), a.ex, a.stepProgress(), ""
	for i := range ex.Program {
		said += "\n" + book.Module(ex.ID, i).Gold
	}
	if a.sheet.of == ex && p.Marked < a.marked {
		a.toNextStep() // one was taken back
	}
	node := a.selectedNode()
	if a.sheet.of != ex || a.sheet.said != said {
		a.sheet = annotationSheet{of: ex, said: said, shown: blindOf(ex, book)}
		a.draft, a.examples = &evidence.AnnotationDraft{}, a.countAnnotated()
	}
	a.sheet.node, a.marked = node, p.Marked
	if !p.IsDone {
		a.panes.program.Others = nil // they are judges
		return evidence.ExampleVersion{Example: a.sheet.shown, Node: node}
	}
	return evidence.ExampleVersion{Example: ex, Node: node, Score: a.score}
}

// opinionLayers returns people's verdicts on the steps as judges': the person's own once they reach the first wrong step,
// and while annotating then also the others'.
func (a *annotationMode) opinionLayers() (list []evidence.ExampleVersion) {
	add := func(who string, book *marks.MarksBook) {
		if book == nil || !book.ProgressOn(a.ex).IsDone {
			return
		}
		list = append(list, evidence.ExampleVersion{Name: who, Example: judgedBy(a.ex, book)})
	}
	if add("you", a.ownBook()); len(list) > 0 && a.form == drafted {
		for _, name := range loaders.SortedKeys(a.elsewhere.books) {
			add(name, a.elsewhere.books[name])
		}
	}
	return list
}

func (a *annotationMode) showDraft(shownVersions *evidence.ShownVersions, aboutFacts []exampleFact) (*loaders.Example, []exampleFact) {
	switch p := a.stepProgress(); {
	case p.IsDone:
		return a.ex, aboutFacts
	case p.Steps > 0:
		shownVersions.Others, shownVersions.Draft = nil, a.draft
		return a.sheet.shown, nil
	}
	return a.showSheet(shownVersions), nil
}

// countAnnotated counts the examples of the run besides this one.
func (a *annotationMode) countAnnotated() (n int) {
	book := a.ownBook()
	for i := range a.of.Len() {
		if row, read := a.of.Peek(i); read && i != a.at && book.Finished(row) {
			n++
		}
	}
	return n
}

func (a *annotationMode) drawProgress(pen *widget.Pen, p marks.AnnotationProgress) {
	t, book, examples := a.s.Theme, a.ownBook(), a.examples
	if p.IsDone {
		examples++
	}
	pen.Put(t.Faint, fmt.Sprintf(" · %d of %s", examples, loaders.Count(a.of.Len(), "example")))
	if !p.IsDone {
		pen.Put(t.Faint, fmt.Sprintf(" · %d of %s · saved in %s · esc ends", p.Marked, loaders.Count(p.Steps, "step"), book.FileName()))
		return
	}
	put := func(who string, book *marks.MarksBook) {
		switch p := book.ProgressOn(a.ex); {
		case p.Wrong > 0:
			pen.Put(widget.Style{}, fmt.Sprintf(" · %s: step %d", who, p.Wrong))
		case p.IsDone:
			pen.Put(widget.Style{}, " · "+who+": no wrong step")
		}
	}
	put("you", book)
	pen.Put(t.Faint, widget.If(p.Marked < p.Steps, ", "+loaders.Count(p.Steps-p.Marked, "step")+" unjudged"))
	put("file", nil)
	for _, name := range loaders.SortedKeys(a.elsewhere.books) {
		put(name, a.elsewhere.books[name])
	}
}
