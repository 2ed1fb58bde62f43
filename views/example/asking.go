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

// modelMode asks a model about the example, as it is and with other texts. Commands form a chain,
// each asking one thing; a newer chain stops the older one.
type modelMode struct {
	*versionMode
	methods []string // explainers asked for
	removal string   // how they remove words, "" for [explain.Delete]
	stages  []explainedVersion
	known   map[string]*loaders.Example // answers by stage, so that an undone edit isn't asked again
	edited  *evidence.VersionChange
	model   *explain.ExplainedModel // nil before it answered
}

func (a *modelMode) whyNobody() string {
	return cmp.Or(widget.If(a.s.StartModel == nil && a.s.Model != views.Executor, "no model is available here"),
		widget.If(a.s.Model == "", "choose a model: `:model demo`, `:model python3 model.py`, or start faithscope with --model"))
}

func (a *modelMode) whyUnasked() string {
	return cmp.Or(a.whyUnread(), a.whyNobody(), widget.If(a.panes.broken, "the record can't be read"))
}

func (a *modelMode) askModel() tea.Cmd {
	a.stopAsking()
	a.form = reasked
	ctx, stop := context.WithCancel(a.s.Context())
	a.stop, a.about = stop, a.loadedExample
	return a.nextQuestion(ctx)
}

// arrangeStages returns the stages to ask a.about at, with their known answers. It sets a.stages
// only if the example is on screen, because asking continues after it was left.
func (a *modelMode) arrangeStages() (stages []explainedVersion) {
	name, unknown, ex, edit := a.s.Model, model.UnknownWord, a.about.ex, a.findKept(a.about.examplePlace).edit
	if a.model != nil {
		d := a.model.Declaration()
		name, unknown = loaders.Clean(d.Model), cmp.Or(d.Unknown, unknown)
	}
	typed := edit.Typed()
	add := func(stageName string, e explain.TextEdits) {
		key := fmt.Sprint(a.about.examplePlace, a.s.Model, a.removal, e.Steps())
		stages = append(stages, explainedVersion{name: stageName, key: key, ex: e.Of(ex, unknown), edit: e, out: a.known[key]})
	}
	add(name, nil)
	if len(typed) > 0 {
		add("edited", typed)
	}
	if len(edit.Steps()) > len(typed) {
		add("without", edit)
	}
	if a.about.examplePlace == a.examplePlace {
		a.stages, a.edited = stages, changeOf(ex, edit)
	}
	return stages
}

// changeOf returns, for each text of an edit, the units of the example that disappear (Then) and
// those of the new text that are added or removed (Now); nil for an empty edit.
func changeOf(ex *loaders.Example, textEdits explain.TextEdits) *evidence.VersionChange {
	if len(textEdits) == 0 {
		return nil
	}
	made := &evidence.VersionChange{Before: ex, Now: map[loaders.ScoredText][]int{}, Then: map[loaders.ScoredText][]int{}}
	for text, c := range textEdits {
		gone, new := explain.Differences(explain.TextEdits(nil).Units(ex, text), textEdits.Typed().Units(ex, text))
		made.Then[text], made.Now[text] = gone, append(new, c.Away...)
	}
	return made
}

// nextQuestion asks the next job and continues; nil if none is left. If no explainer was asked for,
// the quickest is. An error ends the chain and drops the method, so that it isn't asked again.
func (a *modelMode) nextQuestion(ctx context.Context) tea.Cmd {
	j, ok := a.nextJob(a.arrangeStages())
	if a.busy = ""; !ok {
		return nil
	}
	a.busy = cmp.Or(j.method, "for the answer")
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
				return a.refuseWith("can't ask: " + err.Error())
			}
			if a.model = m; len(a.methods) == 0 {
				a.methods = []string{quickestExplainer(m)}
			}
			a.known[j.key] = out
			return a.nextQuestion(ctx)
		}
	})
}

// quickestExplainer returns the explainer that asks the model least, because its heat follows every
// edit.
func quickestExplainer(m *explain.ExplainedModel) string {
	if _, ok := m.Model.(model.Differentiable); ok && m.Declaration().Gradients {
		return "gradient-input"
	}
	return "occlusion"
}

// showAnswers puts the answers into shownVersions. The first layer is the recorded example, the edited
// stage if texts were typed, or the first stage if words were only removed.
func (a *modelMode) showAnswers(shownVersions *evidence.ShownVersions) {
	shown := min(len(a.edit.Typed()), 1)
	switch {
	case a.s.Model == views.Executor:
		shown = 0
	case len(a.edit) == 0:
		shown = -1
	}
	l, beside := &shownVersions.ExampleVersion, shownVersions.Others
	shownVersions.Others, l.Example, l.Change = nil, a.ex, a.edited
	if shown >= 0 && (shown > 0 || a.stages[shown].out != nil) {
		s := a.stages[shown]
		l.Example, l.Name, l.Score = cmp.Or(s.out, s.ex), s.name, nil
	}
	for i, s := range a.stages {
		if i != shown && s.out != nil {
			shownVersions.Others = append(shownVersions.Others, evidence.ExampleVersion{Name: s.name, Example: a.alignedAnswer(i), Asked: true})
		}
	}
	if shown < 0 && len(shownVersions.Others) > 0 { // run and model may have one name
		l.Name = recordedName
	}
	if a.s.Model != views.Executor {
		if l.Example != a.ex {
			shownVersions.Others = append(shownVersions.Others, evidence.ExampleVersion{Name: recordedName, Example: a.ex})
		}
		for _, other := range beside {
			other.Name = recordedName + " " + other.Name
			shownVersions.Others = append(shownVersions.Others, other)
		}
	}
}

// alignedAnswer returns the answer at stage i. Attributions without words are aligned to the tokens
// of the stage before, so that the rows stay below each other.
func (a *modelMode) alignedAnswer(i int) *loaders.Example {
	s := &a.stages[i]
	if s.name != "without" || s.laid != nil {
		return cmp.Or(s.laid, s.out)
	}
	out := *s.out
	out.Attributions = slices.Clone(out.Attributions)
	for k := range out.Attributions {
		if before, ok := a.stages[i-1].attributionOf(out.Attributions[k].Name); ok {
			if laid, ok := a.edit.Align(out.Attributions[k], before.Tokens); ok {
				out.Attributions[k] = laid
			}
		}
	}
	s.laid = &out
	return s.laid
}

// putEdit applies an edit and asks the model, as a step for undo. If another example is on screen
// by then, undo changes only the kept edit.
func (a *modelMode) putEdit(newEdits explain.TextEdits, err error) tea.Cmd {
	if err != nil {
		return a.refuseWith(err.Error())
	}
	of, ex := a.exampleChanges, a.ex
	put := func(e explain.TextEdits) tea.Cmd {
		if of.edit = e; a.exampleChanges != of {
			return nil
		}
		cmd := a.askModel()
		a.settle()
		return cmd
	}
	views.Record(&a.s.Timeline, cmp.Or(strings.Join(newEdits.Words(ex), "; "), "the original texts"), a.edit, newEdits, put)
	return put(newEdits)
}

func (a *modelMode) describeStatus() string {
	if a.form != reasked || a.s.Model == "" {
		return ""
	}
	said := "model " + loaders.Clean(a.s.Model)
	if a.model != nil {
		what := loaders.IfElse(a.s.Model == views.Executor, "picture", "text")
		said = fmt.Sprintf("model %s · queried with %s", loaders.Clean(a.model.Declaration().Model),
			loaders.Count(int(a.model.Asked.Load()), what))
	}
	return said + widget.If(a.isAskingHere(), " · asking "+a.busy+" …  esc stops")
}

func (a *modelMode) listAnswers() (answers []shownAnswer, text string) {
	return loaders.Map(a.stages, func(s explainedVersion) shownAnswer {
		if s.out == nil {
			return shownAnswer{unknown: loaders.IfElse(a.isAskingHere(), "…", "–")}
		}
		return shownAnswer{answer: s.out.Answer}
	}), strings.Join(a.edit.Words(a.ex), "; ")
}

// nextJob returns the first stage without an answer, or else the first missing attribution.
// Explainers that draw samples run twice, first with few samples, so that something shows soon.
func (a *modelMode) nextJob(versionStages []explainedVersion) (next modelJob, ok bool) {
	for _, s := range versionStages {
		if s.out == nil {
			return modelJob{explainedVersion: s}, true
		}
	}
	for _, method := range a.methods {
		for _, s := range versionStages {
			next = modelJob{s, method, 0, versionStages[0].out.Answer.Predicted, a.removal}
			_, has := s.attributionOf(method)
			draws := explain.DrawsSamples(method)
			if !has && draws {
				next.samples = fewSamples
			}
			if !has || draws && s.out.Meta[coarse+method] != "" {
				return next, true
			}
		}
	}
	return modelJob{}, false
}
