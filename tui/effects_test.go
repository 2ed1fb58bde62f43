package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/explain"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// sandbox is a program whose effects beyond the screen are observed.
type sandbox struct {
	blankComposer
	t      *testing.T
	runs   *views.Session // that every program is opened on
	folder string         // of marks
	stage  *HeadlessProgram
	seen   map[widget.SideEffectKind]bool
}

// newSandbox opens a session in which nearly every action can run.
func newSandbox(t *testing.T) *sandbox {
	t.Helper()
	b := &sandbox{t: t, folder: t.TempDir(), runs: viewtest.Sample(t), seen: map[widget.SideEffectKind]bool{}}
	s := b.runs
	s.Runs = append(s.Runs, viewtest.Scored(viewtest.RunOf("counting", counts())), viewtest.Scored(viewtest.RunOf("chain", chain())))
	viewtest.ReadAll(t, s)
	for _, run := range s.Runs {
		book, err := marks.Open(marks.MarksLocation{Own: filepath.Join(b.folder, "marks"), Path: run.Run.Name})
		check.NoError(t, err)
		check.NoError(t, book.Apply(t.Context(), marks.Change{ID: "kept", Module: marks.Whole, Kind: marks.View, Text: "problems"}))
		s.Books = append(s.Books, book)
	}
	writes := func() { b.seen[widget.Writes] = true }
	s.Host.Write = func(string, func(io.Writer) error) error { writes(); return nil }
	s.Host.Export = func(*session.ScoredRun, []int, string) func(string) (string, error) {
		return func(string) (string, error) { writes(); return "", nil }
	}
	s.Host.Page = func(string) tea.Cmd { b.seen[widget.Leaves] = true; return nil }
	s.Host.JSON = func(*loaders.Run, *loaders.Example) (string, error) { return "{}", nil }
	s.Host.Reopen = func(context.Context, *loaders.Run, bool) (*loaders.Run, error) {
		if !b.seen[widget.Writes] { // what has written may show what it wrote
			b.seen[widget.Asks] = true
		}
		return nil, errors.New("gone")
	}
	s.Executor = func(context.Context, *loaders.Run, nmn.ReadingOverrides) executor.Executor {
		return (&nmn.Executor{Counting: nmn.Sum}).As(nmn.ReadingOverrides{})
	}
	s.Model, s.StartModel = "demo", func(context.Context, string, *loaders.Run) (*explain.ExplainedModel, error) {
		b.seen[widget.Asks] = true
		return nil, errors.New("gone")
	}
	s.Oracle = func(*loaders.Run) *dfol.Executor {
		return &dfol.Executor{Scene: func(string) (*dfol.Scene, error) { return &dfol.Scene{}, nil }}
	}
	s.Start.Guides = map[string]views.GuidedExample{"layer_count": {Steps: "examples; open", Says: "look"}}
	return b
}

// chain returns an example whose steps can be judged.
func chain() *loaders.Example {
	return &loaders.Example{ID: "sum", Question: "one and one", Answer: loaders.Answer{Predicted: "2"},
		Program: []loaders.Module{{Op: "answer", Children: []int{1, 2}}, {Op: "step", Text: "one"}, {Op: "step", Text: "two"}}}
}

// counts returns an example whose program runs.
func counts() *loaders.Example {
	box, yes := loaders.Box{X1: .5, Y1: .5}, 1.
	number := func(mean float64) loaders.Output {
		return loaders.Output{Number: &loaders.Number{Mean: mean, Var: .25}}
	}
	return &loaders.Example{
		ID: "one", Question: "there is one dog", Answer: loaders.Answer{Predicted: "True", Gold: "True", Correct: loaders.Right},
		Images: []loaders.Image{{Width: 100, Height: 100, Proposals: []loaders.Box{box}}},
		Program: []loaders.Module{
			{Op: "equal", Children: []int{1, 3}, Output: loaders.Output{Truth: &yes}},
			{Op: "count", Children: []int{2}, Output: number(1)},
			{Op: "find", Text: "dogs", Output: loaders.Output{Boxes: [][]float64{{1}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box}}}},
			{Op: "number", Text: "1", Output: number(1)},
		},
	}
}

// open opens a program and follows steps without any checks.
func (b *sandbox) open(way []views.ViewStep) {
	b.t.Helper()
	s := *b.runs
	b.stage = NewStage(b.t.Context(), Options{Session: &s}, image.Pt(80, 24))
	b.stage.p.graphics = b
	for _, step := range way {
		b.do(step)
	}
	clear(b.seen)
}

// Update sees what Bubble Tea itself would handle.
func (b *sandbox) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.QuitMsg, tea.SuspendMsg:
		b.seen[widget.Leaves] = true
	}
	if fmt.Sprintf("%T", msg) == "tea.setClipboardMsg" {
		b.seen[widget.Leaves] = true
	}
	return nil
}

// actions returns the actions that a step could name.
func (b *sandbox) actions() []widget.Action {
	p := b.stage.p
	return slices.Concat(p.topActions(), p.globalActions())
}

// marks returns the content of the file of marks.
func (b *sandbox) marks() string {
	text, err := os.ReadFile(filepath.Join(b.folder, "marks"))
	check.NoError(b.t, err)
	return string(text)
}

// do runs an action whatever its effect, as a key or the command line would.
// One that cannot run now may fail.
func (b *sandbox) do(step views.ViewStep) {
	b.t.Helper()
	i := slices.IndexFunc(b.actions(), func(a widget.Action) bool { return a.Name == step.Name })
	if i < 0 {
		b.t.Fatalf("nothing is called %s", step.Name)
	}
	a, before := b.actions()[i], b.marks()
	defer func() {
		if value := recover(); value != nil && a.Why() == "" {
			b.t.Errorf("%v: %v", step, value)
		}
		if before != b.marks() {
			b.seen[widget.Says] = true
		}
	}()
	run := a.Run
	if step.Value() != "" {
		run = func() tea.Cmd { return a.With(step.Value()) }
	}
	cmd := run()
	b.stage.sendMessage(nil)
	b.stage.waitFor(cmd)
}

// steps returns the steps that an action can be written as.
func steps(a widget.Action) (all []views.ViewStep) {
	if a.Run != nil {
		all = append(all, views.Do(a.Name))
	}
	if a.With == nil {
		return all
	}
	value := cmp.Or(map[string]string{
		"export": "x.jsonl", "save-screen": "x.svg", "ask": "exist(find[square])",
		"scatter": "faithfulness, size", "set": "threshold .4", "edit": "0 cut .5", "compare": "layer_count against lexical",
		"rests-on": "module-boxes f1 find",
	}[a.Name], "1")
	if a.Values != nil && len(a.Values()) > 0 {
		value = cmp.Or(a.Values()[0], value)
	}
	return append(all, views.Do(a.Name, value))
}

// The test runs every action of every screen and of the menus that they open.
// An action has no effects beyond the screen except those it declares, and
// every declared effect is seen somewhere. Actions that are the same on several
// screens are run once, and those that no screen can run are run all the same.
func TestActionsDeclareTheirEffects(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one thing after the other, and many of them")
	}
	const list = "examples"
	b := newSandbox(t)
	type known struct{ menu, name, help string }
	ran, left := map[known]bool{}, map[known]func(){}
	seen, declared := map[string]bool{}, map[string]bool{}
	var visit func(way []views.ViewStep, depth int)
	visit = func(way []views.ViewStep, depth int) {
		b.open(way)
		menu, actions := "", b.actions()
		if over, ok := b.stage.p.topView().(*views.Modal); ok {
			menu, actions = over.Title(), b.stage.p.topActions()
		}
		for _, a := range actions {
			declared[a.Name] = declared[a.Name] || a.Effect != widget.Looks
			k := known{menu, a.Name, a.Help}
			try := func() {
				ran[k] = true
				for _, step := range steps(a) {
					b.open(way)
					b.do(step)
					for effect := range b.seen {
						seen[a.Name] = true
						if effect != a.Effect {
							t.Errorf("%v, then %v: it %s, and declares that it %s", way, step, effect, a.Effect)
						}
					}
					if _, over := b.stage.p.topView().(*views.Modal); over && depth < 2 {
						visit(append(slices.Clone(way), step), depth+1)
					}
				}
			}
			switch {
			case ran[k]:
			case a.Why() == "":
				try()
			default:
				left[k] = try
			}
		}
	}
	for _, way := range []string{
		list + "; mark; mark; undo; back; back", // there is something to take back, to do again, and nothing to go back to
		"", list, list + "; open", "run counting; " + list + "; open; what-if; last; add",
		"run chain; " + list + "; open; annotate", "groups", "groups found", "compare", "results",
		"problems", "annotators",
	} {
		steps, err := views.ParseSteps(way)
		check.NoError(t, err)
		visit(steps, 0)
	}
	for k, try := range left {
		if !ran[k] {
			try()
		}
	}
	for name, reaches := range declared {
		if reaches && !seen[name] && name != "open" { // help may open anything
			t.Errorf("%s declares an effect that nobody saw", name)
		}
	}
	for _, section := range screens.KeyTable(b.runs) {
		for _, a := range section.Actions {
			if menu := map[bool]string{true: "Help"}[section.Screen == "Help"]; !ran[known{menu, a.Name, a.Help}] {
				t.Errorf("%s: nobody ran %s", section.Screen, a.Name)
			}
		}
	}
}
