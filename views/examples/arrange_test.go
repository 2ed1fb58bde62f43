package examples

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
)

// titles names the columns of a list.
func titles(v *List) (names []string) {
	for _, c := range v.sheet.Columns {
		names = append(names, strings.TrimSpace(c.Title))
	}
	return names
}

func TestColumnsMoveHideAndSort(t *testing.T) {
	sc, v := open(t, 170, 24, Filter{})
	s := sc.Session
	want := []string{"id", "question", "answer", "F1", "culprit"} // no kind is known, and find equals F1
	if got := titles(v); !slices.Equal(got, want) {
		t.Fatalf("columns %v, want %v", got, want)
	}
	sc.Act("columns", "id, answer, question, -culprit")
	check.EqualLists(t, "columns as ordered", titles(v), []string{"id", "answer", "question", "F1"})
	sc.Act("columns", "all")
	check.EqualLists(t, "columns after showing all", titles(v), want)
	sc.Click("culprit")
	sc.Want("11 of 11 · by culprit.cause")
	if first := s.Run(0).Row(v.rows[0]).ID; !strings.HasPrefix(first, "ex-1") {
		t.Errorf("%s comes first by cause", first)
	}
	sc.Press("s") // the column that was clicked is chosen
	sc.Want("by culprit.cause, z to a")
	sc.Act("columns", "id, precision") // of module-boxes
	if !slices.Contains(titles(v), "precision") {
		t.Errorf("columns %v without precision", titles(v))
	}
	sc.Act("columns", "id, find")
	sc.Click("find ")
	sc.Want("by f1.find, lowest first")
}

// An F1 of nothing is not a 1.0, and the status has the chosen cell in full.
func TestColumnsOfModulesSayWhatTheyAre(t *testing.T) {
	nothing := viewtest.BoxExample("none", true, true)
	nothing.Program[1].Gold.Boxes[0], nothing.Program[1].Output.Boxes[0] = nil, []float64{.1, .1}
	s := viewtest.Of(t, viewtest.RunOf("run", []*loaders.Example{nothing, viewtest.BoxExample("one", true, true),
		viewtest.BoxExample("two", true, false)}...))
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 170, 24, s, v)
	sc.Want("∅")
	for v.shown[v.sheet.Column].Name != "question" {
		sc.Act("move-left")
	}
	check.Equal(t, "the status", v.Status(), "none, question: "+s.Run(0).Row(0).Question)
	check.Equal(t, "a find that found what was wanted shows", v.cellText(1, 4), "1.00")
}

// Any fact can be a column, by its name: it is computed for the rows on screen.
func TestFactsAreColumns(t *testing.T) {
	sc, v := open(t, 120, 24, Filter{})
	sc.Without("depth")
	sc.Act("columns", "id, depth, culprit.argument, op, nothing of this name")
	sc.Want("depth (modules)  culprit.argument  op", "exist, find")
	sc.Click("depth")
	sc.Want("by depth, lowest first")
	if got := v.Steps(); got[len(got)-2].String() != "columns 'id, depth, culprit.argument, op'" {
		t.Errorf("the steps are %q", got)
	}
}

// Of a run that is too large to be scored again at once the numbers of earlier
// settings are not shown as if they were current.
func TestAListSaysThatItIsOutdated(t *testing.T) {
	var list []*loaders.Example
	for i := range 4097 {
		list = append(list, viewtest.BoxExample(fmt.Sprint(i), true, true))
	}
	s := viewtest.Of(t, viewtest.RunOf("run", list...))
	sc := viewtest.New(t, 120, 24, s, New(s, 0, Filter{}))
	sc.Without("outdated")
	sc.Act("threshold", ".6")
	sc.Want("being rescored")
}

// A count is a culprit with its cause too.
func TestWrongCountsAreExplained(t *testing.T) {
	gold := loaders.Box{X1: .1, Y1: .1}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("counts", &loaders.Example{
		ID: "one", Answer: loaders.Answer{Predicted: "1", Gold: "1", Correct: loaders.Right},
		Images: []loaders.Image{{Proposals: []loaders.Box{{X0: .5, X1: 1, Y1: 1}}}},
		Program: []loaders.Module{
			{Op: "count", Output: loaders.Output{Boxes: [][]float64{{.9}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{gold}}}}},
	})))
	v := New(s, 0, Filter{})
	viewtest.New(t, 120, 36, s, v).Want("GroundP", "culprit")
	check.Equal(t, "the culprit is", v.columns.causeText(0), "count, elsewhere")
}

// An example can be wrong and faithful, and have a culprit: the line below the list says how.
func TestAFaithfulExampleHasACulprit(t *testing.T) {
	here, there := loaders.Box{X1: .5, Y1: 1}, loaders.Box{X0: .5, X1: 1, Y1: 1}
	module := func(op string, p, q float64, children ...int) loaders.Module {
		return loaders.Module{Op: op, Children: children, Output: loaders.Output{Boxes: [][]float64{{p, q}}},
			Gold: &loaders.Gold{Boxes: [][]loaders.Box{{here}}}}
	}
	of := func(id string, filter float64) *loaders.Example {
		return &loaders.Example{ID: id, Answer: loaders.Answer{Predicted: "1", Gold: "2", Correct: loaders.Wrong},
			Images:  []loaders.Image{{Proposals: []loaders.Box{here, there}}},
			Program: []loaders.Module{module("filter", filter, 1-filter, 1), module("find", .9, .1, 2), module("find", .9, .1)}}
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("boxes", of("sound", .9), of("both", .1))))
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 120, 30, s, v)
	for v.shown[v.sheet.Column].Name != "culprit.cause" {
		sc.Act("move-right")
	}
	const both = "faithful overall"
	for row, want := range []bool{false, true} {
		if got := v.Status(); strings.Contains(got, both) != want {
			t.Errorf("row %d: %q", row, got)
		}
		sc.Act("down")
	}
	sc.Act("threshold", ".95") // the mean is below it
	check.Lacks(t, v.Status(), both)
}

// A list may be made before there is a screen, as by --where on the command line.
func TestAListIsMadeBeforeTheScreen(t *testing.T) {
	s := viewtest.ReadSample(t)
	look := s.Look
	s.Theme = nil
	v := New(s, 0, Filter{Where: "right"})
	s.Look = look
	viewtest.New(t, 120, 24, s, v).Want("7 of 11 [right]")
}
