package blame_test

import (
	"reflect"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/blame"
)

// program is a count over a relocate over a filter over a find.
func program() *scoring.Shape {
	shape := scoring.ShapeOf([]loaders.Module{
		{Op: "count", Children: []int{1}}, {Op: "relocate", Children: []int{2}}, {Op: "filter", Children: []int{3}}, {Op: "find"},
	})
	return &shape
}

func scores(find, filter, relocate float64, cause scoring.Cause) *scoring.ExampleScore {
	module := func(node int, of string, value float64) scoring.ModuleScore {
		m := scoring.ModuleScore{Node: node, Type: of, Value: scoring.Defined(value)}
		if value < .5 {
			m.Cause = cause
		}
		return m
	}
	return &scoring.ExampleScore{Metric: "f1", Modules: []scoring.ModuleScore{module(1, "relocate", relocate), module(2, "filter", filter), module(3, "find", find)}}
}

func TestWhoseFaultItIs(t *testing.T) {
	first, second := &blame.Table{}, &blame.Table{}
	s := scoring.Defaults()
	first.Add(program(), loaders.Right, scores(.1, .2, .9, scoring.LowProbability), s) // find; filter inherits
	first.Add(program(), loaders.Wrong, scores(.9, .2, .1, scoring.Elsewhere), s)      // filter; relocate inherits
	first.Add(program(), loaders.Wrong, scores(.9, .5, .9, scoring.NoCause), s)        // at the bar nobody is wrong
	second.Add(program(), loaders.Unknown, scores(.1, .9, .1, scoring.LowProbability), s)
	second.Add(program(), loaders.Right, nil, s)
	first.Merge(second)
	if first.Examples != 5 || first.Judged != 4 {
		t.Errorf("%d examples, %d judged", first.Examples, first.Judged)
	}
	want := []blame.Row{
		{Type: "find", Scored: 4, Local: 2, Culprit: [3]int{1, 1, 0}, Causes: map[scoring.Cause]int{scoring.LowProbability: 2}},
		{Type: "filter", Scored: 4, Local: 1, Inherited: 1, Culprit: [3]int{0, 0, 1}, Causes: map[scoring.Cause]int{scoring.Elsewhere: 1}},
		{Type: "relocate", Scored: 4, Local: 1, Inherited: 1, Causes: map[scoring.Cause]int{}},
	}
	if got := first.Worst(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	total := first.Total()
	if total.Scored != 12 || total.Wrong() != 6 || total.Culprits() != 3 {
		t.Errorf("in all %+v", total)
	}
	if got := first.Causes(); !reflect.DeepEqual(got, []scoring.Cause{scoring.LowProbability, scoring.Elsewhere}) {
		t.Errorf("causes %v", got)
	}
}
