package examples

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/viewtest"
)

func TestListExplainsTheSelectedNumber(t *testing.T) {
	plain := &loaders.Example{ID: "plain", Question: "why", Answer: loaders.Answer{Predicted: "yes"}}
	s := viewtest.Of(t, viewtest.RunOf("boxes", viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", true, false), plain),
		viewtest.RunOf("spans", viewtest.SpanExample("c", .05)))
	sc := viewtest.New(t, 120, 24, s, New(s, 0, Filter{}))
	sc.Press("j", ".")
	sc.Want("F1 .00 < .50", "over the images of all scored modules together", "module 1",
		"find, F1 .00 < .50, elsewhere; image 1: 1 predicted (0 hit), 1 gold (0", "  found) ",
		"the authors' code", "threshold: 0.5", "one example")

	sc = viewtest.New(t, 120, 24, s, New(s, 0, Filter{}))
	sc.Press("G", ".")
	if len(sc.Pushed) != 0 || len(sc.Flash) != 1 || sc.Flash[0].Text != "no module of plain is scored" {
		t.Errorf("of an example without scores: opened %v, said %v", sc.Pushed, sc.Flash)
	}

	sc = viewtest.New(t, 120, 24, s, New(s, 1, Filter{}))
	sc.Press(".")
	sc.Want("mass .05 < .50", "the attention on gold tokens, summed per gold list and averaged over the", "find, mass .05 < .50, elsewhere")
	s.Settings.GeometricMean = true
	sc = viewtest.New(t, 120, 24, s, New(s, 1, Filter{}))
	sc.Press(".")
	sc.Want("exp(-loss / spans)")

	sc = viewtest.New(t, 120, 24, s, New(s, 0, Filter{Where: "nothing like it"}))
	if a, ok := sc.Action("."); !ok || a.Why() == "" {
		t.Error("a number is explained where the list is empty")
	}
}

// With a column chosen, the key explains that number: a module type's mean, or
// what the list rests on.
func TestListExplainsTheChosenColumn(t *testing.T) {
	ex := viewtest.BoxExample("a", true, false)
	again := ex.Program[1]
	ex.Program[0].Children = append(ex.Program[0].Children, len(ex.Program))
	again.Output.Boxes = [][]float64{{.9, .1}}
	ex.Program = append(ex.Program, again)
	s := viewtest.Of(t, viewtest.RunOf("boxes", ex))
	sc := viewtest.New(t, 170, 30, s, New(s, 0, Filter{}))
	for sc.View.(*List).shown[sc.View.(*List).sheet.Column].Label() != "find" {
		sc.Act("move-right")
	}
	sc.Press(".")
	sc.Want("find      F1 .50 ≥ .50", "2 P R / (P + R), where P is good / (good + bad) predicted boxes", "module 1", "module 2")

	sc = viewtest.New(t, 170, 30, s, RestsOn(s, 0, views.MetricName{Protocol: "module-boxes", Metric: "recall", Of: "find"}))
	for sc.View.(*List).shown[sc.View.(*List).sheet.Column].Label() != "find recall" {
		sc.Act("move-left")
	}
	sc.Press(".")
	sc.Want("find recall", ".50", "gold boxes with a predicted box on them / gold boxes", "here for this example only",
		"one example, so there is no interval")
}

// Two groups of two are answered, one of them with a mistake; a third has one answer, a wrong one.
func TestInconsistentExamples(t *testing.T) {
	var list []*loaders.Example
	for i, x := range []struct {
		group  string
		right  bool
		entail string
	}{{"a", true, "1"}, {"a", false, ""}, {"b", true, "3"}, {"b", true, ""}, {"c", false, "1"}} {
		list = append(list, &loaders.Example{
			ID: string(rune('0' + i)), Groups: []string{x.group, x.group}, Entailed: []string{x.entail},
			Answer: loaders.Answer{Correct: loaders.VerdictOf(x.right)},
		})
	}
	run := viewtest.RunOf("run", list...)
	check.EqualLists(t, "of groups", findInconsistent(run, true), []int{0, 1, 4})
	check.EqualLists(t, "of entailed questions", findInconsistent(run, false), []int{0})
}

// Where an example's number leads, the example stays selected: among all that
// the number of the run rests on, or that have a value of the expression.
func TestListThatAnExampleLeadsTo(t *testing.T) {
	var list []*loaders.Example
	for i, f1 := range []bool{true, false, true} {
		ex, p := viewtest.BoxExample(string(rune('a'+i)), f1, true), float64(3-i)/4
		ex.Answer.Probability = &p
		list = append(list, ex)
	}
	list = append(list, &loaders.Example{ID: "plain"})
	s := viewtest.Of(t, viewtest.RunOf("boxes", list...))
	from := New(s, 0, Filter{})
	for _, test := range []struct {
		to   example.FactLink
		want string
	}{
		{example.FactLink{Number: views.MetricName{Protocol: "module-boxes", Metric: "f1", Of: "overall"}}, "3 of 4 [F1] · worst first"},
		{example.FactLink{By: "answer.probability"}, "3 of 4 [defined(answer.probability)] · by answer.probability, lowest first"},
		{example.FactLink{Where: "right"}, "2 of 4 [right] · file order"},
	} {
		s.Posted()
		from.Lead(0, 2, test.to)
		opened := s.Posted()[0].(views.PushView).View.(*List)
		sc := viewtest.New(t, 100, 20, s, opened)
		sc.Want(test.want)
		if got := opened.rows[opened.sheet.Selected()]; got != 2 {
			t.Errorf("%+v: example %d is selected\n%s", test.to, got, sc.Text())
		}
	}
}
