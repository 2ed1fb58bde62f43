package nmn

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor"
	"faithscope/scoring/scoringtest"
)

// TestOracleEffects sets modules of a run that counts by sums to their gold.
func TestOracleEffects(t *testing.T) {
	run := opened(t, filepath.Join("..", "..", "..", "..", "shared", "data", "nlvr1", "runs", "sum_count", "predictions.json.gz"))
	if run.Gold == "" {
		t.Skip("no gold beside the run")
	}
	e, _ := For(t.Context(), run, nil)
	var examples []*loaders.Example
	for i := range run.Len() {
		examples = append(examples, run.Scan(i))
	}
	var effects executor.GoldEffects
	begun := time.Now()
	for _, ex := range examples {
		effects.Add(e, ex, 0.5)
	}
	t.Logf("%d examples in %v", len(examples), time.Since(begun))
	check.Equal(t, "effects", effects.String(), "")
	for _, row := range effects.Rows() {
		t.Logf("%+v", row)
	}
	mended := ""
	for _, ex := range examples {
		for i := range ex.Program {
			if ex.Program[i].Op != "find" || ex.Answer.Correct != loaders.Wrong || mended != "" {
				continue
			}
			if o, err := e.Run(ex, executor.Correct(ex, 0.5, i)); err == nil && o.Answer == ex.Answer.Gold && strings.Join(o.Frozen, "") == "" {
				mended = ex.ID
				t.Logf("%s (%s): module %d at its gold makes %s %s, with nothing frozen", ex.ID, ex.Question, i, ex.Answer.Predicted, o.Answer)
			}
		}
	}
	if mended == "" {
		t.Error("no find at its gold turns a wrong answer right")
	}
}

// made returns an example of two images of three boxes: the outputs of its modules
// are as the authors' executor would log them.
func made(t *testing.T) *loaders.Example {
	t.Helper()
	var boxes []loaders.Box
	for k := range 3 {
		boxes = append(boxes, loaders.Box{X0: float64(k) / 4, X1: float64(k)/4 + 0.2, Y1: 1})
	}
	image := loaders.Image{Proposals: boxes}
	find := [][]float64{{0.9, 0.5, 0.1}, {0.2, 0, 0.4}}
	filter := [][]float64{{0.45, 0.4, 0}, {0.1, 0, 0.1}}
	mean := loaders.Number{Mean: totalOf(filter), Var: language.Variance}
	return &loaders.Example{
		Images: []loaders.Image{image, image},
		Answer: loaders.Answer{Predicted: "False", Gold: "True", Correct: loaders.Wrong},
		Program: []loaders.Module{
			node("equal", 1, 4),
			{Op: "count", Children: []int{2}, Output: loaders.Output{Number: &mean}},
			{Op: "filter", Children: []int{3}, Output: loaders.Output{Boxes: filter}},
			{Op: "find", Output: loaders.Output{Boxes: find}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{boxes[0], boxes[1]}, {boxes[1]}}}},
			{Op: "number", Text: "2"},
		},
	}
}

// switched changes the probability of a box or token of a module.
func switched(module, box int, probability float64) executor.OutputChanges {
	return executor.OutputChanges{module: {Switches: []executor.ProbabilityOverride{{Box: box, Probability: probability}}}}
}

// moved switches a box or token off, and another one on.
func moved(module, from, to int) executor.OutputChanges {
	return executor.OutputChanges{module: {Switches: []executor.ProbabilityOverride{{Box: from}, {Box: to, Probability: 1}}}}
}

func node(op string, children ...int) loaders.Module {
	return loaders.Module{Op: op, Children: children}
}

func ran(t *testing.T, e *Executor, ex *loaders.Example, changes executor.OutputChanges) *executor.Outcome {
	t.Helper()
	o, err := e.Run(ex, changes)
	check.NoError(t, err)
	return o
}

func TestChangesReachTheAnswer(t *testing.T) {
	ex, e := made(t), &Executor{Counting: Sum}
	before := ran(t, e, ex, nil)
	if n := before.Outputs[1].Number; math.Abs(n.Mean-1.05) > 1e-12 || before.Answer != "False" {
		t.Fatalf("count %v, %s", n, before.Answer)
	}
	one := ran(t, e, ex, switched(3, 0, 0))
	if n := one.Outputs[1].Number; math.Abs(n.Mean-0.6) > 1e-12 || one.Frozen[2] != "" {
		t.Errorf("without the first box: count %v, %q", n, one.Frozen)
	}
	two := loaders.Output{Number: &loaders.Number{Mean: 2, Var: language.Variance}}
	check.Equal(t, "a count of 2", ran(t, e, ex, executor.OutputChanges{1: {Output: &two}}).Answer, "True")
	check.Equal(t, "equal to 1", ran(t, e, ex, executor.OutputChanges{4: {Text: "1"}}).Answer, "True")
	check.Equal(t, "less than 2", ran(t, e, ex, executor.OutputChanges{0: {Op: "less"}}).Answer, "True")
	third := 0.3
	check.Equal(t, "answer with a threshold of .3", ran(t, e, ex, executor.OutputChanges{2: {Above: &third}}).Answer, "True")
	check.Equal(t, "a change stays", *ran(t, e, ex, nil).Probability, *before.Probability)
}

func TestNetworksAreFrozen(t *testing.T) {
	ex := made(t)
	gold := executor.Correct(ex, 0.5, 3)
	if got := gold[3].Output.Boxes; got[0][0] != 1 || got[0][1] != 1 || got[0][2] != 0 || got[1][1] != 1 || got[1][2] != 0 {
		t.Fatalf("gold as an output: %v", got)
	}
	// The filter's argument was 0 at the gold box of the right image.
	o := ran(t, &Executor{Counting: Sum}, ex, gold)
	if o.Frozen[2] == "" || o.Outputs[1].Number.Mean != totalOf(ex.Program[2].Output.Boxes) {
		t.Errorf("a filter of what it never saw: %q, count %v", o.Frozen[2], o.Outputs[1].Number)
	}
	// A network's count stays, and says so; without a change it is no matter.
	o = ran(t, &Executor{}, ex, switched(3, 0, 0.1))
	if o.Frozen[1] == "" || *o.Outputs[1].Number != *ex.Program[1].Output.Number {
		t.Errorf("a network's count: %q, %v", o.Frozen[1], o.Outputs[1].Number)
	}
	check.Equal(t, "frozen without a change", strings.Join(ran(t, &Executor{}, ex, nil).Frozen, ""), "")
	// What a network returned is not known where the run lacks its argument.
	unlogged := made(t)
	unlogged.Program[3].Output = loaders.Output{}
	o = ran(t, &Executor{Counting: Sum}, unlogged, gold)
	if !strings.Contains(o.Frozen[2], "its argument's output") || totalOf(o.Outputs[2].Boxes) != totalOf(ex.Program[2].Output.Boxes) {
		t.Errorf("a filter of what the run lacks: %q, %v", o.Frozen[2], o.Outputs[2].Boxes)
	}
	// A relation looks at the pair of a box with the likeliest other.
	related := made(t)
	related.Program = []loaders.Module{
		node("exist", 1),
		{Op: "with-relation", Children: []int{2, 3}, Output: loaders.Output{Boxes: [][]float64{{0.1, 0.1, 0}, {0, 0, 0.01}}}},
		{Op: "find", Output: loaders.Output{Boxes: [][]float64{{0.9, 0.5, 0.1}, {0.2, 0, 0.4}}}},
		{Op: "find", Output: loaders.Output{Boxes: [][]float64{{0.3, 0.8, 0.1}, {0.2, 0.1, 0}}}},
	}
	half := 0.5
	o = ran(t, &Executor{Counting: Sum}, related, executor.OutputChanges{3: {Scale: &half}})
	if want := totalOf(related.Program[1].Output.Boxes) / 2; o.Frozen[1] != "" || math.Abs(totalOf(o.Outputs[1].Boxes)-want) > 1e-12 {
		t.Errorf("half the others: %v, %q", o.Outputs[1].Boxes, o.Frozen[1])
	}
	o = ran(t, &Executor{Counting: Sum}, related, switched(3, 2, 1))
	check.Contains(t, o.Frozen[1], "relate box 0 to box 2, not 1")
}

// The authors' simple_with_relation is the product of its arguments and has no network
// that can't be rerun; whatever is less has one.
func TestOnlyAProductHasNoNetwork(t *testing.T) {
	ex := made(t)
	squares, others := [][]float64{{0.9, 0.5, 0.1}, {0.2, 0.3, 0.4}}, [][]float64{{0.3, 0.8, 0.1}, {0.2, 0.1, 0.5}}
	product, _ := multiplyArguments(language.WithRelation, [][][]float64{squares, others})
	for share, frozen := range map[float64]bool{1: false, 0.99: true, 0.6: true} {
		output := make([][]float64, len(product))
		for image, list := range product {
			for _, p := range list {
				output[image] = append(output[image], p*share)
			}
		}
		ex.Program = []loaders.Module{
			node("exist", 1),
			{Op: "with-relation", Children: []int{2, 3}, Output: loaders.Output{Boxes: output}},
			{Op: "find", Output: loaders.Output{Boxes: squares}}, {Op: "find", Output: loaders.Output{Boxes: others}},
		}
		o := ran(t, &Executor{Counting: Sum}, ex, switched(3, 2, 1))
		check.Equal(t, "frozen", o.Frozen[1] != "", frozen, "with a product of", share)
	}
}

// A relation is needless if its second argument changes the answer at no threshold, as that
// of a box that is everywhere; not if a threshold empties it, nor if counts are learned.
func TestNeedlessRelations(t *testing.T) {
	ex := made(t)
	towers := [][]float64{{1, 1, 0}, {0, 0, 0}}
	for _, c := range []struct {
		p     float64
		e     *Executor
		want  []executor.NeedlessRelation
		among int
	}{
		{1, &Executor{Counting: Sum}, []executor.NeedlessRelation{{Node: 2, Thresholds: 20}}, 1},
		{0.9, &Executor{Counting: Sum}, nil, 1},
		{1, &Executor{}, nil, 0},
	} {
		others := [][]float64{{c.p, c.p, c.p}, {c.p, c.p, c.p}}
		product, _ := multiplyArguments(language.WithRelation, [][][]float64{towers, others})
		ex.Program = []loaders.Module{
			node("greater-equal", 1, 5),
			{Op: "count", Children: []int{2}, Output: loaders.Output{Number: &loaders.Number{Mean: 2 * c.p, Var: language.Variance}}},
			{Op: "with-relation", Children: []int{3, 4}, Output: loaders.Output{Boxes: product}},
			{Op: "find", Output: loaders.Output{Boxes: towers}}, {Op: "find", Output: loaders.Output{Boxes: others}},
			{Op: "number", Text: "2"},
		}
		if got, among, err := executor.FindNeedless(c.e, ex); err != nil || !slices.Equal(got, c.want) || among != c.among {
			t.Errorf("of %v: %v among %d, %v, want %v among %d", c.p, got, among, err, c.want, c.among)
		}
	}
}

// Of a set that is almost empty every way of counting gives 0: it does not tell how
// a run counts, however many there are.
func TestEmptySetsDoNotTellHowARunCounts(t *testing.T) {
	counted := func(p, count float64) *loaders.Example {
		ex := made(t)
		ex.Program = []loaders.Module{
			node("equal", 1, 3),
			{Op: "count", Children: []int{2}, Output: loaders.Output{Number: &loaders.Number{Mean: count, Var: language.Variance}}},
			{Op: "find", Output: loaders.Output{Boxes: [][]float64{{p, 0, 0}, {0, 0, 0}}}}, {Op: "number", Text: "2"},
		}
		return ex
	}
	empty := slices.Repeat([]*loaders.Example{counted(1e-5, 1e-5)}, 99)
	for _, x := range []struct {
		why  string
		more []*loaders.Example
		want CountingMethod
	}{
		{"nothing but empty sets", nil, Network},
		{"one box counts as two", []*loaders.Example{counted(0.9, 2)}, Network},
		{"one box counts as much as its probability", []*loaders.Example{counted(0.9, 0.9)}, Sum},
	} {
		e, ok := For(t.Context(), scoringtest.RunOf("run", slices.Concat(empty, x.more)), nil)
		if !ok || e.Counting != x.want {
			t.Errorf("%s: counting %v, want %v", x.why, e.Counting, x.want)
		}
	}
}

func TestImageMacros(t *testing.T) {
	ex := made(t)
	find := ex.Program[3]
	for _, x := range []struct {
		program string
		want    float64
	}{{"in-left-image", 0.5}, {"in-right-image", 0}} {
		ex.Program = []loaders.Module{node("exist", 1), node(x.program, 2), find}
		o := ran(t, &Executor{Counting: Sum}, ex, executor.OutputChanges{2: {Above: &x.want}})
		confined := o.Outputs[1].Boxes
		if (totalOf(confined[:1]) > 0) != (x.program == "in-left-image") || (totalOf(confined[1:]) > 0) != (x.program == "in-right-image") {
			t.Errorf("%s: %v", x.program, confined)
		}
	}
	ex.Program = []loaders.Module{node("in-each-image", 1), node("exist", 2), find}
	o := ran(t, &Executor{Counting: Sum}, ex, nil)
	if len(o.Passes) != 2 || totalOf(o.Outputs[2].Boxes) != totalOf(find.Output.Boxes) || o.Outputs[1].Truth != nil {
		t.Errorf("each image: %d passes, %+v", len(o.Passes), o.Outputs)
	}
	check.Near(t, "each image", *o.Passes[0][1].Truth**o.Passes[1][1].Truth, *o.Probability, 1e-12)
	if o := ran(t, &Executor{}, ex, nil); o.Undefined == "" {
		t.Error("a network's count of either image is not known")
	}
}

// What stands outside an image macro keeps its output, and so does what stands in another one
// and in one inside another: each module has its own two passes.
func TestOutsideOfImageMacros(t *testing.T) {
	ex := made(t)
	find := ex.Program[3]
	ex.Program = []loaders.Module{
		node("and", 1, 3), node("exist", 2), find,
		node("and", 4, 7), node("in-one-other-image", 5),
		node("in-each-image", 6), node("exist", 13),
		node("in-each-image", 8), node("equal", 9, 11), node("count", 10), find,
		{Op: "number", Text: "1"}, find, find,
	}
	ex.Program = slices.Delete(ex.Program, 12, 13)
	ex.Program[6].Children = []int{12}
	o := ran(t, &Executor{Counting: Sum}, ex, nil)
	for i, m := range ex.Program {
		passes := 0
		for _, outputs := range o.Passes {
			if !outputs[i].Empty() {
				passes++
			}
		}
		want := map[int]int{5: 2, 6: 4, 8: 2, 9: 2, 10: 2, 11: 2, 12: 6}[i] // the inner macro's sets are stitched in the outer one's passes
		check.Equal(t, "module passes", passes, want, i, m.Op)
		check.Equal(t, "module", m.Op == "find", totalOf(o.Outputs[i].Boxes) == totalOf(find.Output.Boxes), i, m.Op, o.Outputs[i])
	}
	if o.Outputs[0].Truth == nil || o.Outputs[1].Truth == nil || o.Outputs[3].Truth == nil {
		t.Errorf("outside of the macros: %+v", o.Outputs)
	}
}

func TestWrongPrograms(t *testing.T) {
	for want, program := range map[string][]loaders.Module{
		"no program":                    {},
		"no such module":                {{Op: "query"}},
		"arguments: 0":                  {{Op: "exist"}},
		"does not accept what number":   {node("exist", 1), {Op: "number", Text: "1"}},
		"does not return a truth value": {{Op: "find"}},
		`"many" is not a number`:        {{Op: "number", Text: "many"}},
		"the program is not a tree":     {node("exist", 0)},
	} {
		_, err := (&Executor{}).Run(&loaders.Example{Program: program}, nil)
		check.Error(t, "error", err, want, program)
	}
	deep := []loaders.Module{}
	for i := range 40 {
		deep = append(deep, node("in-each-image", i+1))
	}
	deep = append(deep, node("exist", 41), loaders.Module{Op: "find"})
	_, err := (&Executor{}).Run(&loaders.Example{Program: deep}, nil)
	check.Fails(t, "forty image macros inside one another run", err)
	var twins []loaders.Module
	for i := range 40 {
		twins = append(twins, node("and", i+1, i+1))
	}
	twins = append(twins, deep[40], loaders.Module{Op: "find"})
	_, err = (&Executor{}).Run(&loaders.Example{Program: twins}, nil)
	check.Fails(t, "modules that two read run", err)
	nothing := &loaders.Example{Program: []loaders.Module{node("equal", 1, 2), node("division", 3, 4),
		{Op: "number", Text: "1"}, {Op: "number", Text: "0"}, {Op: "number", Text: "2"}}}
	if o := ran(t, &Executor{}, nothing, nil); o.Undefined == "" || o.Probability != nil {
		t.Errorf("a quotient of 0: %+v", o)
	}
}

// Outputs of two passes are joined only where both have two images.
func TestStitchedNeedsTwoImagesOfEachPass(t *testing.T) {
	boxes := func(n int) []loaders.Output {
		return []loaders.Output{{Boxes: [][]float64{{.1}, {.2}, {.3}}[:n]}}
	}
	for first := range 3 {
		for second := range 3 {
			e := &programEvaluation{Outcome: executor.NewOutcome(1)}
			e.stitchPasses([2][]loaders.Output{boxes(first), boxes(second)}, true)
			got := e.Outputs[0].Boxes
			if both := first == 2 && second == 2; (got != nil) != both || both && (len(got) != 2 || got[0][0] != .1 || got[1][0] != .2) {
				t.Errorf("%d and %d images: %v", first, second, got)
			}
		}
	}
}

// A count with other words isn't the one that the run logged.
func TestChangedCountIsUnknown(t *testing.T) {
	ex := &loaders.Example{Program: []loaders.Module{node("equal", 1, 2),
		{Op: "count", Children: []int{3}, Output: loaders.Output{Number: &loaders.Number{Mean: 2, Var: .25}}},
		{Op: "number", Text: "1"}, {Op: "find", Output: loaders.Output{Boxes: [][]float64{{.9}}}}}}
	ex.Images = []loaders.Image{{Proposals: make([]loaders.Box, 1)}}
	o := ran(t, &Executor{}, ex, executor.OutputChanges{1: {Text: "a b"}})
	if o.Outputs[1].Number != nil || !strings.Contains(o.Undefined, "to count again") {
		t.Errorf("%+v, %q", o.Outputs[1].Number, o.Undefined)
	}
}
