package example

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
)

// The same example of other runs is found by its id, with the module that was
// selected; the list stays that of the first run.
func TestSameExampleOfOtherRuns(t *testing.T) {
	named := func(id string, verdict loaders.Verdict) *loaders.Example {
		ex := towerExample()
		ex.ID, ex.Answer.Correct = id, verdict
		return ex
	}
	s := viewtest.ReadAll(t, viewtest.Of(t,
		viewtest.RunOf("one", named("a", loaders.Right), named("b", loaders.Right), named("c", loaders.Wrong)),
		viewtest.RunOf("two", named("c", loaders.Right), named("a", loaders.Wrong)),
		viewtest.RunOf("three", named("d", loaders.Right)),
	))
	v := New(s, 0, 0, short(3)).(*exampleScreen)
	sc := viewtest.New(t, 120, 36, s, v)
	sc.Want("one ✓")
	sc.Press("G")
	node := v.panes.program.Node()
	sc.Press("}")
	if run, at := v.Shows(); run != 1 || at != 1 || v.panes.program.Node() != node {
		t.Fatalf("run %d, example %d, module %d; want 1, 1 and %d", run, at, v.panes.program.Node(), node)
	}
	check.Equal(t, "title", v.Title(), "a in two")
	check.Equal(t, "scope", v.Scope(), "1 of 3 of one")
	sc.Act("layer", "run one") // any other run by its name, too
	sc.Act("layer", "run two")
	if run, at := v.Shows(); run != 1 || at != 1 {
		t.Errorf("the layer of run two is run %d, example %d", run, at)
	}
	sc.Press("J") // b is not in this run
	if run, at := v.Shows(); run != 1 || at != 0 {
		t.Errorf("run %d, example %d; want c, the first", run, at)
	}
	sc.Press("{")
	if run, at := v.Shows(); run != 0 || at != 2 {
		t.Errorf("back at run %d, example %d", run, at)
	}
	sc.Press("K", "}")
	if run, at := v.Shows(); run != 0 || at != 1 || !strings.Contains(sc.Flash[len(sc.Flash)-1].Text, "no other run") {
		t.Errorf("an example of one run alone: run %d, example %d", run, at)
	}
}

// A module that is held stays what others are shown against, until it is let go or
// another example is shown.
func TestPinnedModulesAreCompared(t *testing.T) {
	named := func(id string) *loaders.Example {
		ex := towerExample()
		ex.ID = id
		return ex
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("one", named("a"), named("b")), viewtest.RunOf("two", named("a"))))
	v := New(s, 0, 0, short(2)).(*exampleScreen)
	sc := viewtest.New(t, 120, 36, s, v)
	sc.Press("G", "k")
	sc.Without("only there")
	sc.Press(":hold")
	check.Contains(t, sc.Flash[len(sc.Flash)-1].Text, "of one")
	sc.Without("against")
	sc.Press("}")
	sc.Want("against find[towers] of one", "in both", "p there")
	sc.Act("beside")
	sc.Want("there image 1")
	check.Equal(t, "two runs have pictures", len(sc.Frame.Pictures), 2)
	sc.Act("beside")
	sc.Press(":hold")
	sc.Without("against")
	sc.Press("{", ":hold", "J")
	if v.against != nil {
		t.Error("a module of another example is still held")
	}
}

// Records without ids are the same example only if their texts agree.
func TestRecordsWithoutIDsAreNotJoinedByNumber(t *testing.T) {
	record := func(name, gold string) *loaders.Run {
		ex := viewtest.BoxExample("record 1", true, true)
		ex.Question, ex.Answer.Gold = "", gold
		return viewtest.RunOf(name, ex)
	}
	one, two, house := record("one", "1"), record("two", "1"), record("house", "11850000")
	for _, run := range []*loaders.Run{one, two, house} {
		run.Example(0)
	}
	check.Equal(t, "the same record is at", namesakeOf(one, 0, two), 0)
	check.Equal(t, "another table's record is at", namesakeOf(one, 0, house), -1)
}
