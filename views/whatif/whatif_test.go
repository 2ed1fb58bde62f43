package whatif

import (
	"context"
	"errors"
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// towers has a program that counts two towers where there are three: its find
// misses one, so that the statement is taken for false.
func towers() *loaders.Example {
	box := func(x float64) loaders.Box { return loaders.Box{X0: x, Y0: 0, X1: x + .2, Y1: 1} }
	gold := []loaders.Box{box(0), box(.3), box(.6)}
	p := .02
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
			{Op: "find", Text: "black towers", Output: loaders.Output{Boxes: [][]float64{{1, 0, 1, 0, 0}, {}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold, {}}}},
			{Op: "number", Text: "3", Output: number(3)},
		},
	}
}

// opened opens the screen on the first of a run's examples, counting as said.
func opened(t *testing.T, w, h int, counting nmn.Counting, examples ...*loaders.Example) (*viewtest.Screen, *screen) {
	t.Helper()
	s := viewtest.Of(t, viewtest.RunOf("run", examples...))
	s.Executor = func(_ context.Context, _ *loaders.Run, reading nmn.Reading) executor.Executor {
		return (&nmn.Executor{Counting: counting}).As(reading)
	}
	v := New(s, 0, 0).(*screen)
	return viewtest.New(t, w, h, s, v), v
}

// selectNode selects a module.
func (v *screen) selectNode(node int) {
	v.program.SelectNode(node)
	v.settle()
}

func TestGoldTurnsAWrongAnswerRight(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Draw()
	sc.Want("there are three black towers", "✗ False", "gold True", "find[black towers]", "before", "after", "Σ2.00", "=2.00", "F1 .80")
	sc.Press("s")
	sc.Want("✗ False", "→", "✓ True", "Σ3.00", "=3.00", "after gold", "F1 1.00")
	if got := v.trial.after.Answer; got.Predicted != "True" || got.Correct != loaders.Right {
		t.Errorf("the answer is %+v", got)
	}
	if v.trial.before.Answer.Correct != loaders.Wrong || v.trial.logged.Program[2].Output.Boxes[0][1] != 0 {
		t.Error("the example itself was changed")
	}
	sc.Press("u")
	if v.trial.after.Answer.Predicted != "False" || len(v.trial.steps) != 1 {
		t.Errorf("undone, and the answer is still %s", v.trial.after.Answer.Predicted)
	}
	sc.Press("u")
	if len(sc.Flash) != 1 || sc.Flash[0].Text != "nothing is changed" {
		t.Errorf("undoing nothing says %v", sc.Flash)
	}
}

func TestSingleBoxesSwitch(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Press("tab")
	for range 2 { // #0, #2 and then #1, which no one found
		sc.Press("j")
	}
	at := v.boxes.rows[v.boxes.table.Selected()]
	if at.iou != 1 {
		t.Fatalf("the third row is %+v", at)
	}
	for v.boxes.rows[v.boxes.table.Selected()].before > 0 {
		sc.Press("k")
	}
	sc.Press("space")
	sc.Want("✓ True", "1 box switched", "=3.00")
	sc.Press("space")
	if v.trial.after.Answer.Predicted != "False" {
		t.Error("switching it back changes nothing")
	}
	if n := len(v.boxes.rows); n != 4 {
		t.Errorf("%d boxes to switch, want 4: padding is none", n)
	}
}

func TestProgramsChange(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Sum, towers())
	v.selectNode(3)
	sc.Press("N")
	sc.Want("✓ True", "number[2]", "of 2")
	sc.Press("D")
	v.selectNode(0)
	sc.Press("o") // 2 < 3
	sc.Want("✓ True", "now less", "less")
	v.selectNode(2)
	sc.Press("D", "d")
	if m := v.trial.after.Program[1].Output.Number.Mean; m != 0 {
		t.Errorf("of no boxes it counts %g", m)
	}
	sc.Press("D", "<")
	if m := v.trial.after.Program[1].Output.Number.Mean; m != 1.6 {
		t.Errorf("scaled, it counts %g", m)
	}
	sc.Press("o")
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || !strings.Contains(last.Text, "place of find") {
		t.Errorf("another operator for a find: %v", last)
	}
	a, _ := sc.Action("e")
	sc.Run(a.With("red towers"))
	if got := v.trial.is.Undefined; got == "" {
		t.Error("nobody knows what the network says of red towers, and there is an answer")
	}
}

// A count by a network cannot be computed again: it stays, and says so.
func TestFrozenModulesSaySo(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Network, towers())
	v.selectNode(2)
	sc.Press("s")
	sc.Want("frozen", "what the answer would be is not known")
	if !strings.Contains(v.Status(), "1 frozen module") {
		t.Errorf("status %q", v.Status())
	}
	v.selectNode(1)
	sc.Draw()
	sc.Want("frozen: count keeps what the run logged, as its network counts")
}

// How sets are counted, and a spread read, is changed on screen; what was
// changed stays changed.
func TestReadingsChange(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Network, towers())
	v.selectNode(2)
	sc.Press("s")
	sc.Want("frozen")
	sc.Press("#", "#") // by its network, as a sum
	sc.Want("✓ True", "Σ3.00", "=3.00")
	if v.s.Reading.Counting != "sum" || !strings.Contains(v.Status(), "counted by sum, spread of the code") {
		t.Errorf("%+v, status %q", v.s.Reading, v.Status())
	}
	before := *v.trial.is.Probability
	sc.Press("V")
	if after := *v.trial.is.Probability; v.s.Reading.Spread != nmn.Paper || after >= before {
		t.Errorf("as the paper reads the spread: %v, before %v", after, before)
	}
	counting, _ := sc.Action("#")
	sc.Run(counting.With("by hand"))
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || v.s.Reading.Counting != "sum" {
		t.Errorf("a way to count that there is not: %v", last)
	}
	sc.Press("u")
	sc.Want("✗ False")
}

// Tokens of a passage are switched as boxes are; what is above is frozen.
func TestSingleTokensSwitch(t *testing.T) {
	ex := viewtest.SpanExample("p", .25)
	find := ex.Program[0]
	ex.Program = []loaders.Module{{Op: "count", Children: []int{1}, Place: 1}, find}
	s := viewtest.Of(t, viewtest.RunOf("run", ex))
	s.Executor = func(context.Context, *loaders.Run, nmn.Reading) executor.Executor { return executor.Logged{} }
	v := New(s, 0, 0).(*screen)
	sc := viewtest.New(t, 120, 40, s, v)
	v.selectNode(1)
	sc.Draw()
	sc.Want("token", "two #0", "four #3", "gold", "mass .25")
	sc.Press("tab", "space") // the first is the gold one, switched on
	sc.Want("1 token switched", "mass .57", "no answer", "count")
	sc.Press("u", "tab", "s")
	sc.Want("after gold", "mass 1.00")
	v.selectNode(0)
	sc.Draw()
	sc.Want("frozen: count keeps what the run logged, as its network reads the passage")
	sc.Press("#")
	if last := sc.Flash[len(sc.Flash)-1]; last.Text != "the program counts nothing" {
		t.Errorf("said %v", last)
	}
}

func TestSaveHandsOverWhatCameOfIt(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Sum, towers())
	var got *loaders.Example
	v.s.Save = func(_ *loaders.Run, ex *loaders.Example) (string, error) {
		got = ex
		return "run-what-if-1.jsonl", nil
	}
	sc.Press("w")
	if got != nil {
		t.Error("an example without changes was saved")
	}
	v.selectNode(2)
	sc.Press("s", "w")
	if got == nil || got.ID != "dev-1" || got.Answer.Predicted != "True" || got.Meta["what if"] != "find[black towers]: gold" {
		t.Errorf("saved %+v", got)
	}
	v.s.Save = func(*loaders.Run, *loaders.Example) (string, error) { return "", errors.New("no room") }
	sc.Press("w")
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || last.Text != "no room" {
		t.Errorf("said %v", last)
	}
}

func TestWhatCannotRunSaysWhy(t *testing.T) {
	sc, _ := opened(t, 80, 24, nmn.Sum, viewtest.SpanExample("p", .5))
	sc.Want("what if cannot be asked here")
	for _, key := range []string{"s", "space", "u", "w", "tab", "j", "k"} {
		sc.Press(key)
	}
	sc, _ = opened(t, 80, 24, nmn.Sum, nil)
	sc.Want("the record cannot be read")
}

// scene has two yellow squares and a black circle.
func scene(t *testing.T) *dfol.Scene {
	t.Helper()
	s, err := dfol.NewScene(3, map[string][]float64{
		"square": {1, 1, 0}, "circle": {0, 0, 1}, "yellow": {1, .9, 0}, "black": {0, 0, 1},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Picture, s.Width, s.Height = "dev-1", 100, 100
	s.Boxes = []loaders.Box{{X1: 20, Y1: 20}, {X0: 30, X1: 50, Y1: 20}, {X0: 60, X1: 90, Y1: 30}}
	return s
}

func TestAskAboutThePicture(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", towers()))
	ex := s.Run(0).Example(0)
	action := Actions(s, 0, 0, ex)[1]
	if why := action.Why(); !strings.Contains(why, "--oracle") {
		t.Errorf("without an oracle: %q", why)
	}
	own := scene(t)
	s.Oracle = &dfol.Executor{Scene: func(string) (*dfol.Scene, error) { return own, nil }}
	if why := action.Why(); why != "" {
		t.Errorf("with one: %q", why)
	}
	action.With("exist(filter[yellow](find[square]))")
	var v views.View
	for _, msg := range s.Posted() {
		v = msg.(views.Push).View
	}
	sc := viewtest.New(t, 120, 40, s, v)
	sc.Want("in logic", "∃x", "yes p(yes) 1.00", "filter[yellow]", "Σ1.90")
	sc.Press("g", "o")
	sc.Want("forall", "no")
	bad := viewtest.New(t, 80, 24, s, newAsked(s, s.Runs[0], ex, "exist("))
	bad.Want("what if cannot be asked here")
}

func TestFitsAnySize(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {20, 5}, {80, 22}, {120, 38}, {200, 60}} {
		sc, v := opened(t, size.X, size.Y, nmn.Sum, towers())
		v.selectNode(2)
		sc.Press("s", "f", "tab", "space", "c", "x", "X", ">", "p", "P", "G", "g")
		sc.Fits()
	}
}

// Whatever a file contains, nothing but clean text is drawn, and nothing
// panics.
func TestHostileExamples(t *testing.T) {
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
		for _, counting := range []nmn.Counting{nmn.Sum, nmn.Graph, nmn.Network} {
			sc, v := opened(t, 90, 30, counting, ex)
			for node := range ex.Program {
				if v.trial == nil {
					break
				}
				v.selectNode(node)
				sc.Press("s", "tab", "space", "tab", "x", "c", "o", "n", "N", "d", "<")
				sc.Fits()
			}
		}
	}
}

func TestBarMovesWithTheSettings(t *testing.T) {
	sc, v := opened(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Run(v.s.Set(scoring.Settings{Threshold: .99, IoU: .5, FaithfulF1: .9, FaithfulMass: .9}))
	sc.Draw()
	sc.Want("F1 .80 < .90")
}
