package example

import (
	"context"
	"errors"
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/explain"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// towers has a program that counts two towers where there are three: its find
// misses one, so that the statement is taken for false.
func towers() *loaders.Example {
	box := func(x float64) loaders.Box { return loaders.Box{X0: x, Y0: 0, X1: x + .2, Y1: 1} }
	gold := []loaders.Box{box(0), box(.3), box(.6)}
	p := .0434
	number := func(mean float64) loaders.Output {
		return loaders.Output{Number: &loaders.Number{Mean: mean, Var: .25}}
	}
	return &loaders.Example{
		ID: "dev-1", Question: "there are three black towers", Tokens: strings.Fields("there are three black towers"),
		Answer: loaders.Answer{Predicted: "False", Gold: "True", Correct: loaders.Wrong, Probability: &p},
		Images: []loaders.Image{{Width: 400, Height: 100, Proposals: []loaders.Box{box(0), box(.3), box(.6), box(.8), {}}}, {}},
		Program: []loaders.Module{
			{Op: "equal", Children: []int{1, 3}, Output: loaders.Output{Truth: &p}},
			{Op: "count", Children: []int{2}, Output: number(2)},
			{Op: "find", Text: "black towers", Output: loaders.Output{Boxes: [][]float64{{1, 0, 1, 0, 0}, {}}},
				Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold, {}}}},
			{Op: "number", Text: "3", Output: number(3)},
		},
	}
}

// tried asks what if of the first of a run's examples, counting as said.
func tried(t *testing.T, w, h int, counting nmn.CountingMethod, examples ...*loaders.Example) (*viewtest.Screen, *exampleScreen) {
	t.Helper()
	return rerun(t, w, h, func(_ context.Context, _ *loaders.Run, reading nmn.ReadingOverrides) executor.Executor {
		return (&nmn.Executor{Counting: counting}).As(reading)
	}, examples...)
}

// rerun asks what if of the first of a run's examples.
func rerun(t *testing.T, w, h int, by executorOf, examples ...*loaders.Example) (*viewtest.Screen, *exampleScreen) {
	t.Helper()
	s := viewtest.Of(t, viewtest.RunOf("run", examples...))
	s.Executor = by
	v := New(s, 0, 0, short(len(examples))).(*exampleScreen)
	sc := viewtest.New(t, w, h, s, v)
	sc.Act("what-if")
	return sc, v
}

// executorOf returns the executor of a run.
type executorOf = func(context.Context, *loaders.Run, nmn.ReadingOverrides) executor.Executor

// always returns one executor for every run.
func always(x executor.Executor) executorOf {
	return func(context.Context, *loaders.Run, nmn.ReadingOverrides) executor.Executor { return x }
}

// first opens the first example of the first run of s.
func first(t *testing.T, s *views.Session) *viewtest.Screen {
	t.Helper()
	return viewtest.New(t, 120, 40, s, New(s, 0, 0, short(1)))
}

// selectNode selects a module.
func (v *exampleScreen) selectNode(node int) {
	v.panes.program.SelectNode(node)
	v.layOut()
}

func TestGoldTurnsAWrongAnswerRight(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Draw()
	sc.Want("there are three black towers", "✗ False", "expected True", "find[black towers]", "out", "after", "2 boxes", "2.0", "F1 .80",
		"No changes yet.")
	sc.Act("set-gold")
	sc.Want("✗ False", "→", "✓ True", "1 change: find[black towers] = gold", "3 boxes*", "3.0*", ".80 → 1.00",
		"against recorded", "2 in both, 1 only now, 0 only before", "p now", "p before", "F1 1.00",
		"count                   2.0        3.0*")
	if got := v.changes.trial.After.Answer; got.Predicted != "True" || got.Correct != loaders.Right {
		t.Errorf("the answer is %+v", got)
	}
	if v.changes.trial.Before.Answer.Correct != loaders.Wrong || v.changes.trial.Logged.Program[2].Output.Boxes[0][1] != 0 {
		t.Error("the example itself was changed")
	}
	sc.Press("esc")
	sc.Without("→", "after")
	sc.Want("1 change kept")
	sc.Act("what-if")
	sc.Want("✓ True")
	sc.Undo()
	sc.Draw()
	check.Equal(t, "answer after undo", v.changes.trial.After.Answer.Predicted, "False")
	check.Equal(t, "changes after undo", len(v.changes.trial.Now), 0)
	sc.Redo()
	sc.Draw()
	sc.Want("✓ True")
}

// A change begins what if by itself, and its steps lead there again.
func TestStepsReproduceWhatIf(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	sc.Press("esc")
	v.selectNode(2)
	sc.Act("set-gold")
	sc.Want("✓ True")
	steps := v.Steps()
	again, w := tried(t, 120, 40, nmn.Sum, towers())
	for _, step := range steps {
		if step.Name == views.StepEdit {
			again.Act(step.Name, step.Value())
		}
	}
	if again.Want("✓ True", "= gold"); len(w.changes.trial.Now) != 1 {
		t.Errorf("the steps %q leave %v", views.JoinSteps(steps), w.changes.trial.Now)
	}
}

func TestSingleBoxesSwitch(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Press("+")
	sc.WantWarning("select a box")
	sc.Press("tab", "G") // the gold box that no one found
	sc.Press("+")
	sc.Want("✓ True", "1 box switched", "3.0*", "1 only now")
	sc.Press("home", "-")
	if v.changes.trial.After.Answer.Predicted != "False" {
		t.Error("taking it away again changes nothing")
	}
	sc.Press("esc")
	v.selectNode(2)
	sc.Act("below")
	sc.Act("set-none")
	sc.Act("set-none")
}

func TestProgramsChange(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	v.selectNode(3)
	sc.Press("-")
	sc.Want("✓ True", "number[2]", "of 2")
	sc.Act("original")
	v.selectNode(0)
	sc.Act("operator") // 2 < 3
	sc.Want("✓ True", "now less", "less")
	v.selectNode(2)
	sc.Press(":original", ":set-none")
	check.Equal(t, "of no boxes it counts", v.changes.trial.After.Program[1].Output.Number.Mean, 0)
	sc.Act("original")
	sc.Run(sc.Named("scale").Turn(-1))
	sc.Draw()
	check.Equal(t, "scaled, it counts", v.changes.trial.After.Program[1].Output.Number.Mean, 1.6)
	sc.Act("operator")
	sc.WantWarning("no other operator can replace find")
	sc.Act("edit", "red towers")
	if got := v.changes.trial.Is.Undefined; got == "" {
		t.Error("nobody knows what the network says of red towers, and there is an answer")
	}
}

// A count by a network cannot be computed again: it stays, and says so.
func TestFrozenModulesAreMarked(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Network, towers())
	v.selectNode(2)
	sc.Act("set-gold")
	sc.Want("not rerun", "can't tell")
	v.selectNode(1)
	sc.Draw()
	sc.Want("count: its network can't be rerun. Try w k")
}

// An answer that is not known is not said: the header has no answer after the change, and the reason
// has a line of its own, where it covers no legend.
func TestFrozenAnswersAreNotShown(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 36}} {
		sc, v := tried(t, size.w, size.h, nmn.Network, towers())
		v.selectNode(2)
		sc.Act("set-gold")
		sc.Want("✗ False .96 → ? can't tell, expected True", "count: its network")
		sc.Without("→ ✗ False", "→ ✓")
		for node := range 2 { // the root and the count below it
			if after := v.panes.program.Changed(node).After; after != "not rerun" {
				t.Errorf("module %d rests on a frozen count, and returns %s", node, after)
			}
		}
		for _, line := range strings.Split(sc.Text(), "\n") {
			if strings.Contains(line, "enough to tell") && strings.Contains(line, "─") {
				t.Errorf("one line over another: %q", line)
			}
		}
	}
}

// What if of a wrong answer begins with which module's repair reaches the correct answer, what each does to
// it, and why others do not; enter on one makes it.
func TestRepairsReachTheCorrectAnswer(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	sc.Want("fixed by find[black towers] = gold → ✓ True")
	repairs := v.changes.trial.Repairs
	if len(repairs) == 0 || !repairs[0].Reaches || repairs[0].Node != 2 {
		t.Fatalf("the repairs are %+v", repairs)
	}
	if len(v.changes.trial.Now) != 0 || v.changes.trial.After.Answer.Predicted != "False" {
		t.Errorf("asking for repairs has made one: %v", v.changes.trial.Now)
	}
	sc, v = tried(t, 120, 40, nmn.Network, towers())
	sc.Want("Fixing find[black towers] isn't enough to tell: count: its network can't be rerun.",
		"Try w k (count")
	if v.changes.trial.Repairs[0].Reaches {
		t.Error("an answer that is not known is reached")
	}
	right := towers()
	right.Answer = loaders.Answer{Predicted: "True", Gold: "True", Correct: loaders.Right}
	if sc, v = tried(t, 120, 40, nmn.Sum, right); len(v.changes.trial.Repairs) > 0 {
		t.Errorf("a right answer has repairs: %+v", v.changes.trial.Repairs)
	}
	sc.Without("fixed by")
	recounted := towers()
	recounted.Answer.Predicted, recounted.Answer.Gold = "True", "False"
	if _, v = tried(t, 120, 40, nmn.Sum, recounted); len(v.changes.trial.Repairs) > 0 {
		t.Errorf("an answer that is right once recomputed has repairs: %+v", v.changes.trial.Repairs)
	}
}

// Modules of one name are numbered in the program's order.
func TestEqualModulesAreNumbered(t *testing.T) {
	t.Parallel()
	trial := whatif.ChangedExample{Logged: &loaders.Example{Program: []loaders.Module{
		{Op: "and", Children: []int{1, 2}}, {Op: "find", Text: "dog"}, {Op: "find", Text: "dog"}}}}
	for node, want := range []string{"and", "find[dog] (1 of 2)", "find[dog] (2 of 2)"} {
		if got := trial.Label(node); got != want {
			t.Errorf("module %d is %s, want %s", node, got, want)
		}
	}
}

// What another way to count makes of the example is never taken for what the run recorded.
func TestRecordedRecountedAndChanged(t *testing.T) {
	ex, p := towers(), .32
	ex.Answer.Probability = &p
	sc, v := tried(t, 120, 40, nmn.Network, ex)
	sc.Want("recorded ✗ False .68 · recomputed ✗ False .96, expected True")
	sc.Act("counting", "graph")
	sc.Want("recorded ✗ False .68 · counted by graph ✗ False .96, expected True")
	sc.Without("→ ✗", "changed ")
	if truth := *v.changes.trial.After.Program[0].Output.Truth; math.Abs(truth-.04) > .01 {
		t.Errorf("after counting by graph, the tree says %v", truth)
	}
	v.selectNode(2)
	sc.Act("set-gold")
	sc.Want("recorded ✗ False .68 · counted by graph ✗ False .96 · changed ✓ True .91, expected True")
	sc, _ = tried(t, 80, 24, nmn.Network, towers())
	sc.Want("✗ False .96 → ✗ False .96, expected True")
}

// How sets are counted, and a spread read, is changed on screen; what was
// changed stays changed.
func TestCountingCanBeChangedOnScreen(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Network, towers())
	v.selectNode(2)
	sc.Act("set-gold")
	sc.Want("not rerun")
	sc.Press(":counting") // as a sum: by its network would be the run again
	sc.Want("✓ True", "3.0*")
	if v.s.Reading.Counting != "sum" || !strings.Contains(sc.Flash[len(sc.Flash)-1].Text, "counted by sum, spread as in the code") {
		t.Errorf("%+v, said %v", v.s.Reading, sc.Flash)
	}
	before := *v.changes.trial.Is.Probability
	sc.Act("spread")
	if after := *v.changes.trial.Is.Probability; v.s.Reading.Spread != nmn.Paper || after >= before {
		t.Errorf("as the paper reads the spread: %v, before %v", after, before)
	}
	sc.Act("counting", "by hand")
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || v.s.Reading.Counting != "sum" {
		t.Errorf("a way to count that there is not: %v", last)
	}
}

// Tokens of a passage are switched as boxes are; what is above is frozen.
func TestSingleTokensSwitch(t *testing.T) {
	ex := viewtest.SpanExample("p", .25)
	find := ex.Program[0]
	ex.Program = []loaders.Module{{Op: "count", Children: []int{1}, Place: 1}, find}
	sc, v := rerun(t, 120, 40, always(nmn.PassageExecutor{}), ex)
	v.selectNode(1)
	sc.Press("tab", "G")
	sc.Want(" two    ", "mass .25")
	sc.Press("home", "+") // the first is the gold one, put in
	sc.Want("1 token switched", "mass .57", "? can't tell", "count: its network")
	sc.Undo()
	sc.Press("tab")
	sc.Act("set-gold")
	sc.Want("= gold", "mass 1.00")
	v.selectNode(0)
	sc.Draw()
	sc.Want("count: its network can't be rerun on the passage. Try :model.")
}

// What is computed over a passage follows the change, and stands beside what was before it.
func TestNumbersOfAPassageFollow(t *testing.T) {
	ex := viewtest.SpanExample("p", .25)
	ex.Passage.Tokens = strings.Fields("49 then 20 yards")
	ex.Answer.Predicted = "49"
	ex.Program = []loaders.Module{{Op: "find-num", Children: []int{1}}, {Op: "find-max-num", Children: []int{2}},
		{Op: "find-num", Output: loaders.Output{Tokens: []float64{.75, 0, .25, 0}}}}
	sc, v := rerun(t, 120, 40, always(nmn.PassageExecutor{}), ex)
	v.selectNode(2)
	sc.Press("tab", "home", "-")
	sc.Want("49 .98 → ✗ 20 1.00", "49 .98    20 1.00*")
	sc.Press("tab")
	sc.Act("what-if")
	v.selectNode(1)
	sc.Act("operator")
	sc.Want("find-max-num = now find-min-num")
}

func TestSaveExportsTheChangedExample(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	var got *loaders.Example
	var to string
	exports(sc, func(run *loaders.Run, path string) error {
		if got, to = run.Example(0), path; strings.HasSuffix(path, "-1.jsonl") {
			return writer.Exists(path)
		}
		return nil
	})
	sc.Act("save-run")
	if got != nil {
		t.Error("an example without changes was saved")
	}
	v.selectNode(2)
	sc.Press(":set-gold", ":save-run")
	if got == nil || got.ID != "dev-1" || got.Answer.Predicted != "True" || got.Meta["what if"] != "find[black towers] = gold" {
		t.Errorf("saved %+v", got)
	}
	if last := sc.Flash[len(sc.Flash)-1]; to != "run-what-if-2.jsonl" || last.Text != "saved as "+to {
		t.Errorf("said %v", last)
	}
	exports(sc, func(*loaders.Run, string) error { return errors.New("no room") })
	sc.Act("save-run")
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || last.Text != "not exported: no room" {
		t.Errorf("said %v", last)
	}
}

func TestUnrunnableProgramsGiveReasons(t *testing.T) {
	sc, _ := tried(t, 80, 24, nmn.Sum, viewtest.SpanExample("p", .5))
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || !strings.HasPrefix(last.Text, "can't rerun: ") {
		t.Errorf("said %v", last)
	}
	sc.Press(":set-gold", "+", "tab", "-", ":original", "j", "k")
	sc, _ = tried(t, 80, 24, nmn.Sum, nil)
	sc.WantSaid("there is no program to change")
}

// scene has two yellow squares and a black circle.
func scene(t *testing.T) *dfol.Scene {
	t.Helper()
	s, err := dfol.NewScene(3, map[string][]float64{
		"square": {1, 1, 0}, "circle": {0, 0, 1}, "yellow": {1, .9, 0}, "black": {0, 0, 1},
	}, nil)
	check.NoError(t, err)
	s.Picture, s.Width, s.Height = "dev-1", 100, 100
	s.Boxes = []loaders.Box{{X1: 20, Y1: 20}, {X0: 30, X1: 50, Y1: 20}, {X0: 60, X1: 90, Y1: 30}}
	return s
}

// oracleOf returns, for every run, an oracle that has one scene of every picture but "another".
func oracleOf(scene *dfol.Scene) func(*loaders.Run) *dfol.Executor {
	return func(*loaders.Run) *dfol.Executor {
		return &dfol.Executor{Scene: func(picture string) (*dfol.Scene, error) {
			if picture == "another" {
				return nil, errors.New("no picture " + picture)
			}
			return scene, nil
		}}
	}
}

// An oracle of other pictures serves nothing: it cannot be asked, and sets no θ.
func TestAnOracleServesThePicturesItKnows(t *testing.T) {
	ex := towers()
	ex.Images, ex.Meta = ex.Images[:1], map[string]string{"image": "another"}
	s := viewtest.Of(t, viewtest.RunOf("run", ex))
	s.Oracle = oracleOf(scene(t))
	s.Executor = always(&nmn.Executor{})
	sc := first(t, s)
	for _, name := range []string{"ask", "theta"} {
		check.Contains(t, sc.Named(name).Why(), "no --oracle covers this picture")
	}
	sc.Act("what-if")
	sc.Without("θ")
}

func TestAskAboutThePicture(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", towers()))
	sc := first(t, s)
	sc.Act("ask", "exist(find[square])")
	check.Contains(t, sc.Flash[len(sc.Flash)-1].Text, "--oracle")
	own := scene(t)
	s.Oracle = oracleOf(own)
	sc = first(t, s)
	sc.Act("ask", "exist(filter[yellow](find[square]))")
	sc = viewtest.New(t, 120, 40, s, sc.Pushed[0])
	sc.Want("logic", "∃x", "yes 1.00 → yes 1.00", "filter[yellow]", "2 boxes")
	sc.Press("home", ":operator")
	sc.Want("forall", "no")
	asked := sc.View.(*exampleScreen)
	check.Equal(t, "the steps are", views.JoinSteps(asked.Steps()), "ask 'exist(filter[yellow](find[square]))'")
	sc = first(t, s)
	simple := towers()
	simple.Program = []loaders.Module{{Op: "exist", Children: []int{1}}, {Op: "find", Text: "tower"}}
	of := viewtest.Of(t, viewtest.RunOf("run", simple))
	actions := viewtest.New(t, 80, 24, of, New(of, 0, 0, short(1))).View.Actions()
	ask, _ := widget.First(actions, func(a widget.Action) bool { return a.Name == "ask" })
	if own := ask.Values()[0]; !strings.HasPrefix(own, "∃x (tower(x))") {
		t.Errorf("the first question that can be asked is %q, not the example's own", own)
	}
	sc.Act("ask", "exist(")
	bad := viewtest.New(t, 80, 24, s, sc.Pushed[0])
	if bad.Pops != 1 || !strings.Contains(bad.Flash[0].Text, "can't ask") {
		t.Errorf("what cannot be read: %v", bad.Flash)
	}
}

func TestWhatIfFitsAnySize(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {20, 5}, {80, 22}, {120, 38}, {200, 60}} {
		sc, v := tried(t, size.X, size.Y, nmn.Sum, towers())
		v.selectNode(2)
		sc.Press(":set-gold", "tab", "+", "-", ":cut", ":below", "z", "esc", "G", "home")
		sc.Fits()
	}
}

// Whatever a file contains, nothing but clean text is drawn, and nothing
// panics.
func TestWhatIfOfHostileExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after the other, and many of them")
	}
	evil := towers()
	evil.Question, evil.Logical, evil.Answer.Gold = "\x1b[2J\u202equestion", "\x1b]0;", "\x1b[31m"
	evil.Program[2].Text = strings.Repeat("wide 字\x1b ", 300)
	evil.Program[2].Output.Boxes = [][]float64{{math.NaN(), math.Inf(1), -3, 1e308}, {1, 1, 1}, {.5}}
	evil.Program[2].Gold.Boxes = [][]loaders.Box{{{X0: math.NaN()}, {X0: 5, X1: -5}}}
	evil.Program[3].Text = "\x1b[2J"
	examples := []*loaders.Example{evil, {ID: "none"}, {ID: "logic alone", Logical: "select: square (3)->exist: ? [0]"}}
	hostile := viewtest.Hostile(t)
	for k := range hostile.Runs {
		for i := range hostile.Run(k).Len() {
			examples = append(examples, hostile.Run(k).Example(i))
		}
	}
	for _, ex := range examples {
		for _, counting := range []nmn.CountingMethod{nmn.Sum, nmn.Graph, nmn.Network} {
			sc, v := tried(t, 90, 30, counting, ex)
			for node := range ex.Program {
				if v.changes.trial == nil {
					break
				}
				v.selectNode(node)
				sc.Press(":set-gold", "tab", "+", "-", "esc", ":cut", ":operator", "+", ":set-none", "h", "l")
				sc.Fits()
			}
		}
	}
}

func TestBarMovesWithTheSettings(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Run(v.s.Set(scoring.Settings{Threshold: .99, IoU: .5, FaithfulF1: .9, FaithfulMass: .9}))
	sc.Send(views.RefreshViews{})
	sc.Want("F1 .80 < .90")
}

// Changes stay with the example that they were made of.
func TestChangesStayWithTheirExample(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers(), towers())
	v.selectNode(2)
	sc.Act("set-gold")
	sc.Act("next-example")
	sc.Without("1 change")
	v.selectNode(2)
	sc.Act("set-none")
	sc.Act("previous-example")
	sc.Want("1 change kept: see `w w`")
	sc.Act("what-if")
	sc.Want("✓ True", "1 change: find[black towers] = gold")
	sc.Act("next-example")
	sc.Undo() // of this example's change
	sc.Act("what-if")
	sc.Want("No changes yet.")
	sc.Act("previous-example")
	sc.Want("1 change kept")
}

// An object that is taken out of the picture is out of every module's, and the answer
// follows exactly; explainers score the objects.
func TestTakeAnObjectAway(t *testing.T) {
	own := scene(t)
	x := &dfol.Executor{Scene: func(string) (*dfol.Scene, error) { return own, nil }}
	program := []loaders.Module{{Op: "exist", Children: []int{1}}, {Op: "filter", Text: "yellow", Children: []int{2}},
		{Op: "find", Text: "square"}}
	ex := &loaders.Example{ID: "dev-1", Question: "is a square yellow", Meta: map[string]string{"image": "dev-1"}, Program: program,
		Images: []loaders.Image{{Width: 100, Height: 100, Units: loaders.Pixels, Proposals: own.Boxes, Labels: []string{"box", "crate", "ball"}}}}
	open := func() (*viewtest.Screen, *exampleScreen) {
		s := viewtest.Of(t, viewtest.RunOf("run", ex))
		s.Executor = always(x)
		s.Model = explain.ExecutorModel
		v := New(s, 0, 0, short(1)).(*exampleScreen)
		return viewtest.New(t, 120, 44, s, v), v
	}
	sc, v := open()
	sc.Press(":what-if")
	v.selectNode(2)
	sc.Press("tab", "home", "-")
	sc.Want("yes 1.00 → yes .90", "1 change: without #0 box", "before #0", "filter[yellow]", "1 box*")
	if got := v.changes.trial.After.Program[1].Output.Boxes[0]; math.Abs(got[1]-.9) > 1e-9 || got[0] != 0 || got[2] > 1e-9 {
		t.Errorf("filter returns %v", got)
	}
	sc.Press("-")
	sc.WantWarning("already removed")
	sc.Act("set-module", "without 0/0 0/1")
	sc.Want("→ no 1.00", "without #0 box, #1 crate")
	again, other := open()
	for _, step := range v.Steps() {
		if step.Name == views.StepEdit {
			again.Act(step.Name, step.Value())
		}
	}
	if again.Want("→ no 1.00"); len(other.changes.trial.Now) != 1 {
		t.Error(other.changes.trial.Now)
	}
	sc.Press("home", "+")
	sc.Want("→ yes")
	for _, wrong := range []string{"without 0/3", "without 1/0", "without x", "-1 gold"} {
		flashes := len(sc.Flash)
		if sc.Act("set-module", wrong); len(sc.Flash) == flashes || !sc.Flash[flashes].Bad {
			t.Errorf("%q: %v", wrong, sc.Flash[flashes:])
		}
	}
	sc.Act("original")
	sc.Act("ask", "occlusion")
	sc.Want("executor occlusion", "#0 box", "#2 ball", "1 row", "depends on each object")
	sc.Press("l", "-")
	sc.Want("1 change: without #1 crate")
	for _, reason := range []string{"take the recorded picture", "has no gradients"} {
		sc.Act("ask", "ig")
		sc.WantWarning(reason)
		sc.Act("original")
	}
}

// A question of one's own is in no run: all that can be done beside several runs goes without it.
func TestAskBesideOtherRuns(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", towers()), viewtest.RunOf("other", towers()))
	own, base := scene(t), 1
	s.Oracle, s.Base = oracleOf(own), &base
	asked := func() *viewtest.Screen {
		sc := first(t, s)
		sc.Act("ask", "exist(find[square])")
		return viewtest.New(t, 120, 40, s, sc.Pushed[0])
	}
	sc := asked()
	sc.Want("logic", "yes 1.00")
	for _, a := range sc.View.Actions() {
		if a.Run != nil && (a.Disabled == nil || a.Disabled() == "") {
			asked().Act(a.Name)
		}
		if a.Values == nil || a.Disabled != nil && a.Disabled() != "" {
			continue
		}
		for _, value := range a.Values() {
			asked().Act(a.Name, value)
		}
	}
}
