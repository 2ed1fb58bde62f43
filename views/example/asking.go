package example

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// asking is the mode in which a model answers the example again, as it is and with other
// texts. What takes time is a chain of commands, of which each asks one thing; a newer
// chain stops it.
type modelMode struct {
	*mode
	methods []string // explainers that were asked for
	removal string   // how they take words away, "" for [explain.Delete]
	stages  []modelStage
	known   map[string]*loaders.Example // answers by their stages, so that what is taken back need not be asked again
	edited  *evidence.Change
	model   *explain.Asked // nil before it has answered
}

// whyNobody returns why there is no model to ask, "" if there is one: none can be started here, or
// none is named.
func (a *modelMode) whyNobody() string {
	return cmp.Or(widget.If(a.s.StartModel == nil && a.s.Model != views.Executor, "no model can be asked here"),
		widget.If(a.s.Model == "", "name the model to ask: `:model demo`, `:model python3 model.py`, or --model at the start"))
}

// whyUnasked returns why the model cannot be asked about the example, "" if it can: the example is
// not read or broken, or whyNobody has a reason.
func (a *modelMode) whyUnasked() string {
	return cmp.Or(a.whyUnread(), a.whyNobody(), widget.If(a.panes.broken, "the record cannot be read"))
}

func (a *modelMode) askModel() tea.Cmd {
	a.stopAsking()
	a.form = reasked
	ctx, stop := context.WithCancel(a.s.Context())
	a.stop, a.about = stop, a.loadedExample
	return a.nextQuestion(ctx)
}

// arrangeStages returns the stages in which the model is asked about a.about: as it is, with the
// changes that were typed, and with words removed too; the last two if there are any. Each has its
// known answer, nil for none. The edit is what is kept of that example; if it is on screen,
// a.stages and a.edited are set.
func (a *modelMode) arrangeStages() (stages []modelStage) {
	name, unknown, ex, edit := a.s.Model, model.UnknownWord, a.about.ex, a.findKept(a.about.examplePlace).edit
	if a.model != nil {
		d := a.model.Declaration()
		name, unknown = loaders.Clean(d.Model), cmp.Or(d.Unknown, unknown)
	}
	if a.about.examplePlace == a.examplePlace {
		defer func() { a.stages, a.edited = stages, changeOf(ex, edit) }()
	}
	typed := edit.Typed()
	add := func(stageName string, e explain.Edit) {
		key := fmt.Sprint(a.about.examplePlace, a.s.Model, a.removal, e.Steps())
		stages = append(stages, modelStage{name: stageName, key: key, ex: e.Of(ex, unknown), edit: e, out: a.known[key]})
	}
	add(name, nil)
	if len(typed) > 0 {
		add("edited", typed)
	}
	if len(edit.Steps()) > len(typed) {
		add("without", edit)
	}
	return stages
}

// changeOf returns, for each text of an edit, which units of the example it takes out (Then) and
// which of the edited text it puts in or has away (Now); nil for an edit of nothing.
func changeOf(ex *loaders.Example, edit explain.Edit) *evidence.Change {
	if len(edit) == 0 {
		return nil
	}
	made := &evidence.Change{Before: ex, Now: map[loaders.Over][]int{}, Then: map[loaders.Over][]int{}}
	for text, c := range edit {
		gone, new := explain.Differences(explain.Edit(nil).Units(ex, text), edit.Typed().Units(ex, text))
		made.Then[text], made.Now[text] = gone, append(new, c.Away...)
	}
	return made
}

// nextQuestion returns the command that starts the model, asks the next job ([asking.nextJob]),
// keeps the answer in a.known and goes on; nil if nothing is left. It sets a.busy. If no explainer
// was asked for, the quickest is. An error is shown, takes the job's method off a.methods and ends
// the chain.
func (a *modelMode) nextQuestion(ctx context.Context) tea.Cmd {
	j, ok := a.nextJob(a.arrangeStages())
	if a.busy = ""; !ok {
		return nil
	}
	a.busy = cmp.Or(j.method, "the answer")
	start := a.s.Starter(a.s.Model, a.about.of)
	return a.fetchLast(func() func() tea.Cmd {
		var out *loaders.Example
		m, err := start(ctx)
		if err == nil {
			out, err = j.runJob(ctx, m)
		}
		return func() tea.Cmd {
			if err != nil {
				a.busy, a.methods = "", slices.DeleteFunc(a.methods, func(method string) bool { return method == j.method })
				return a.refuseWith("the model was not asked in full: " + err.Error())
			}
			if a.model = m; len(a.methods) == 0 {
				a.methods = []string{quickestExplainer(m)}
			}
			a.known[j.key] = out
			return a.nextQuestion(ctx)
		}
	})
}

// quickestExplainer returns the explainer that asks a model the least: "gradient-input" if it
// gives gradients, "occlusion" otherwise. Its heat follows every edit.
func quickestExplainer(m *explain.Asked) string {
	if _, ok := m.Model.(model.Differentiable); ok && m.Declaration().Gradients {
		return "gradient-input"
	}
	return "occlusion"
}

// showAnswers puts the answers of the model into subject. Its first layer stays the run's own
// example without an edit; with typed changes it is the edited stage, answered or not; with words
// removed alone, and under the executor, the first stage once it is answered. The others are
// what was recorded, in this run and in those beside it, and then the other answered stages.
func (a *modelMode) showAnswers(subject *evidence.Subject) {
	shown := min(len(a.edit.Typed()), 1)
	switch {
	case a.s.Model == views.Executor:
		shown = 0
	case len(a.edit) == 0:
		shown = -1
	}
	l, beside := &subject.Layers[0], subject.Others
	subject.Others, l.Example, l.Change = nil, a.ex, a.edited
	if shown >= 0 && (shown > 0 || a.stages[shown].out != nil) {
		s := a.stages[shown]
		l.Example, l.Name, l.Score = cmp.Or(s.out, s.ex), s.name, nil
	}
	if a.s.Model != views.Executor {
		if l.Example != a.ex {
			subject.Others = append(subject.Others, evidence.Layer{Name: recordedName, Example: a.ex})
		}
		for _, other := range beside {
			other.Name = recordedName + " " + other.Name
			subject.Others = append(subject.Others, other)
		}
	}
	for i, s := range a.stages {
		if i != shown && s.out != nil {
			subject.Others = append(subject.Others, evidence.Layer{Name: s.name, Example: a.alignedAnswer(i), Asked: true})
		}
	}
}

// alignedAnswer returns the answer at stage i. At the stage "without", attributions are laid over
// the tokens of the stage before, where that has some of the same name; the result is kept in the
// stage.
func (a *modelMode) alignedAnswer(i int) *loaders.Example {
	s := &a.stages[i]
	if s.name != "without" || s.laid != nil {
		return cmp.Or(s.laid, s.out)
	}
	out := *s.out
	out.Attributions = slices.Clone(out.Attributions)
	for k := range out.Attributions {
		if before := a.stages[i-1].attributionOf(out.Attributions[k].Name); before != nil {
			if laid, ok := a.edit.Align(out.Attributions[k], before.Tokens); ok {
				out.Attributions[k] = laid
			}
		}
	}
	s.laid = &out
	return s.laid
}

// putEdit puts an edit in force and asks the model, as a step of the timeline that undo takes
// back. Undone after another example was opened, it only changes the edit that is kept for this
// one. With an error it only shows that.
func (a *modelMode) putEdit(to explain.Edit, err error) tea.Cmd {
	if err != nil {
		return a.refuseWith(err.Error())
	}
	of, ex := a.keptChanges, a.ex
	put := func(e explain.Edit) tea.Cmd {
		if of.edit = e; a.keptChanges != of {
			return nil
		}
		cmd := a.askModel()
		a.settle()
		return cmd
	}
	views.Record(&a.s.Timeline, cmp.Or(strings.Join(to.Words(ex), "; "), "the texts as they were"), a.edit, to, put)
	return put(to)
}

// describeStatus says which model is asked, how many texts (of the executor: pictures) it was
// asked, and what is being asked here; "" in other modes or without a model.
func (a *modelMode) describeStatus() string {
	if a.form != reasked || a.s.Model == "" {
		return ""
	}
	said := "model " + loaders.Clean(a.s.Model)
	if a.model != nil {
		what := loaders.IfElse(a.s.Model == views.Executor, "picture", "text")
		said = fmt.Sprintf("model %s · %s asked", loaders.Clean(a.model.Declaration().Model), loaders.Count(int(a.model.Asked.Load()), what))
	}
	return said + widget.If(a.isAskingHere(), " · asking "+a.busy+" …  esc stops")
}

func (a *modelMode) listAnswers() (answers []shownAnswer, said string) {
	return loaders.Map(a.stages, func(s modelStage) shownAnswer {
		if s.out == nil {
			return shownAnswer{unknown: "…"}
		}
		return shownAnswer{answer: s.out.Answer}
	}), strings.Join(a.edit.Words(a.ex), "; ")
}

// nextJob returns what to ask next: the first stage without an answer, or else, method by method
// and stage by stage, an attribution that is lacking. An explainer that draws samples has few at
// first, which mark the stage as coarse, and then its own number at the same stage. ok is false if
// nothing is left.
func (a *modelMode) nextJob(stages []modelStage) (next modelJob, ok bool) {
	for _, s := range stages {
		if s.out == nil {
			return modelJob{modelStage: s}, true
		}
	}
	for _, method := range a.methods {
		for _, s := range stages {
			next = modelJob{s, method, 0, stages[0].out.Answer.Predicted, a.removal}
			have := s.attributionOf(method)
			draws := explain.DrawsSamples(method)
			switch {
			case have == nil && draws:
				next.samples = fewSamples
				return next, true
			case have == nil || draws && s.out.Meta[coarse+method] != "":
				return next, true
			}
		}
	}
	return modelJob{}, false
}
