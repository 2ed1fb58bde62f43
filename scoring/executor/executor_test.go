package executor

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// square returns a box of side one at x.
func square(x float64) loaders.Box { return loaders.Box{X0: x, X1: x + 1, Y1: 1} }

func TestGoldGoesToOneProposalEach(t *testing.T) {
	gold := &loaders.Gold{Boxes: [][]loaders.Box{{square(0), square(5)}, {}}}
	ex := &loaders.Example{
		Images: []loaders.Image{
			// Two proposals on the first gold box, the nearer one second; none on the other.
			{Proposals: []loaders.Box{square(0.2), square(0.1), square(5.5), square(9), {}}},
			{Proposals: []loaders.Box{square(0)}},
		},
		Program: []loaders.Module{{Op: "find", Gold: gold}, {Op: "find"}},
	}
	out, ok := Gold(ex, 0, 0.5)
	if !ok || !slices.Equal(out.Boxes[0], []float64{0, 1, 0, 0, 0}) || !slices.Equal(out.Boxes[1], []float64{0}) {
		t.Errorf("%v, %v", out.Boxes, ok)
	}
	if out, _ := Gold(ex, 0, 1/3.); !slices.Equal(out.Boxes[0], []float64{0, 1, 0, 0, 0}) {
		t.Errorf("an overlap of just the IoU finds %v, and it takes more", out.Boxes)
	}
	if out, _ := Gold(ex, 0, 0.3); !slices.Equal(out.Boxes[0], []float64{0, 1, 1, 0, 0}) {
		t.Errorf("at an IoU of .3: %v", out.Boxes)
	}
	if _, ok := Gold(ex, 1, 0.5); ok {
		t.Error("a module without gold has some")
	}
	if c := Correct(ex, 0.5, 0, 1); len(c) != 1 || c[0].Output == nil {
		t.Errorf("corrected: %v", c)
	}
}

// Arguments come after the module that has them.
func TestArgumentsMakeATree(t *testing.T) {
	for child, valid := range map[int]bool{-1: false, 0: false, 1: false, 2: true, 3: false} {
		modules := []loaders.Module{{Op: "exist"}, {Op: "exist", Children: []int{child}}, {Op: "find"}}
		check.Equal(t, "module 1 of 3 has for its argument", Arguments(modules, 1, 1) == nil, valid, child)
	}
	if Arguments([]loaders.Module{{Op: "exist"}}, 0, 1) == nil {
		t.Error("no argument is one")
	}
}

func TestChangesAreDoneInOrder(t *testing.T) {
	half, bar := 0.5, 0.2
	own := [][]float64{{0.2, 0.6}, {1}}
	for what, x := range map[string]struct {
		OutputChange
		want []float64
	}{
		"none":             {OutputChange{}, []float64{0.2, 0.6, 1}},
		"scale":            {OutputChange{Scale: &half}, []float64{0.1, 0.3, 0.5}},
		"bar behind scale": {OutputChange{Scale: &half, Above: &bar}, []float64{0, 1, 1}},
		"square": {OutputChange{Calibrate: func(p float64) float64 { return p * p }, Scale: &half},
			[]float64{0.010000000000000002, 0.09, 0.25}},
		"switch last": {OutputChange{Above: &bar, Switches: []ProbabilityOverride{{Image: 1, Box: 0, Probability: 0.3}, {Image: 2}, {Box: -1}}},
			[]float64{0, 1, 0.3}},
		"another output": {OutputChange{Output: &loaders.Output{Boxes: [][]float64{{1, 0}, {0.4}}}, Scale: &half}, []float64{0.5, 0, 0.2}},
	} {
		check.EqualLists(t, what, slices.Concat(x.Boxes(own)...), x.want)
	}
	check.EqualLists(t, "what was given has changed", slices.Concat(own...), []float64{0.2, 0.6, 1})
	program := []loaders.Module{{Op: "equal", Name: "equal"}, {Op: "number", Text: "2",
		Output: loaders.Output{Number: &loaders.Number{Mean: 2}}}}
	changed := OutputChanges{0: {Op: "greater"}, 1: {Text: "3"}, 7: {Op: "x"}}.Program(program)
	if changed[0].Op != "greater" || changed[1].Text != "3" || changed[1].Output.Number != nil || program[0].Op != "equal" ||
		program[1].Text != "2" {
		t.Errorf("%+v of %+v", changed, program)
	}
}

// scripted answers what an example says, before and after modules are set to
// their gold.
type scripted struct{ frozen bool }

func (y scripted) Run(ex *loaders.Example, changes OutputChanges) (*Outcome, error) {
	if ex.ID == "broken" {
		return nil, errors.New("no program")
	}
	o := &Outcome{Answer: ex.Meta["before"], Frozen: make([]string, len(ex.Program))}
	if changes != nil {
		o.Answer = ex.Meta["after"]
		if y.frozen {
			o.Frozen[0] = "a network would have to look"
		}
	}
	if o.Answer == "" {
		o.Undefined = "a quotient by 0"
	}
	return o, nil
}

func TestEffectsCountMendedAndBrokenAnswers(t *testing.T) {
	gold := &loaders.Gold{Boxes: [][]loaders.Box{{square(0)}}}
	example := func(id, predicted, gold2, before, after string) *loaders.Example {
		return &loaders.Example{
			ID: id, Meta: map[string]string{"before": before, "after": after},
			Images:  []loaders.Image{{Proposals: []loaders.Box{square(0)}}},
			Answer:  loaders.Answer{Predicted: predicted, Gold: gold2, Correct: loaders.VerdictOf(predicted == gold2 || predicted == "the "+gold2)},
			Program: []loaders.Module{{Op: "exist"}, {Op: "find", Gold: gold}},
		}
	}
	unjudged := example("", "yes", "no", "yes", "no")
	unjudged.Answer.Correct = loaders.Unknown
	list := []*loaders.Example{
		example("mended", "yes", "no", "yes", "no"), example("still wrong", "red", "blue", "red", "green"),
		example("stays right", "no", "no", "no", "no"), example("breaks", "no", "no", "no", "yes"),
		example("apart", "no", "no", "yes", "no"), example("broken", "no", "no", "no", "no"), unjudged,
		example("no answer", "no", "no", "", "no"), example("no answer to gold", "no", "no", "no", ""),
		example("no answer to gold, and wrong", "yes", "no", "yes", ""),
		example("right as the run has it, and unchanged", "the car", "car", "the car", "the car"),
	}
	var whole GoldEffects
	var adding sync.WaitGroup
	for _, ex := range list {
		adding.Go(func() { whole.Add(scripted{}, ex, 0.5) })
	}
	adding.Wait()
	want := GoldEffect{Type: "find", Wrong: 2, Mended: 1, Right: 3, Broken: 1, FrozenRight: 1, FrozenWrong: 1, Because: map[string]int{"": 2}}
	if rows := whole.Rows(); len(rows) != 2 || !reflect.DeepEqual(rows[0], want) || rows[1].Type != "all" ||
		rows[1].Mended != 1 {
		t.Errorf("%+v", rows)
	}
	check.Equal(t, "frozen", want.Frozen(), "1 of 3 wrong and 1 of 4 right answers (29 %) are frozen: the answer can't be computed (2)")
	check.Equal(t, "nothing is frozen", (&GoldEffect{Right: 1}).Frozen(), "")
	if whole.Examples != 11 || whole.Unjudged != 1 || whole.Failed != 2 || whole.Apart != 1 {
		t.Errorf("%+v", &whole)
	}
	check.EqualLists(t, "failures", whole.Failures(), []string{"a quotient by 0", "no program"})
	const left = "4 of 11 examples are left out: 1 unanswered or without a verdict, 2 that cannot be run (a quotient by 0: 1), " +
		"1 whose computed answer differs from the run's"
	check.Equal(t, "the whole", whole.String(), left)
	if v, in := want.Mending(); v.Why() != "" || in.Low < 0.09 || in.Low > 0.1 {
		t.Errorf("mending %v %+v", v, in)
	}
	var frozen GoldEffects
	for _, ex := range list[:4] {
		frozen.Add(scripted{frozen: true}, ex, 0.5)
	}
	row := frozen.Rows()[0]
	check.DeepEqual(t, "frozen", row, GoldEffect{Type: "find", FrozenWrong: 2, FrozenRight: 2, Because: map[string]int{"exist": 4}})
	row.Because["time-diff"] = 1
	if got := row.Frozen(); !strings.HasSuffix(got, "(4), the run lacks inputs that time-diff needs (1)") {
		t.Errorf("an input is missing: %q", got)
	}
	delete(row.Because, "time-diff")
	const want100 = "2 of 2 wrong and 2 of 2 right answers (100 %) are frozen: the network for exist can't be rerun (4)"
	check.Equal(t, "frozen", row.Frozen(), want100)
}

func TestAnswersMatchSingularsAndDirections(t *testing.T) {
	for _, x := range []struct {
		answer, gold string
		want         bool
	}{
		{"yes", "yes", true}, {"car", "cars", true}, {"cars", "car", false}, {"woman", "man", false}, {"man", "woman", false},
		{"to the left of", "left", true}, {"to the right of", "left", false}, {"cherry", "cherries", true}, {"cookie", "cookies", true},
		{"glass", "glasses", true}, {"bus", "buses", true}, {"", "", true}, {"", "s", false}, {"shelf", "shelves", true},
		{"10", "6 | 10", true}, {"1", "6 | 10", false}, {"", "6 | 10", false},
	} {
		check.Equal(t, x.answer, Matches(x.answer, x.gold), x.want, "matches", x.gold)
	}
}
