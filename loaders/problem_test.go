package loaders

import (
	"fmt"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestCollectAllProblems(t *testing.T) {
	const n = maxProblems + 10
	var some, all Problems
	all.CollectAll()
	for i := range n {
		some.Add(Problem{File: "run", Line: i + 1})
		all.Add(Problem{File: "run", Line: i + 1})
	}
	if kept, count := some.All(); len(kept) != maxProblems || count != n {
		t.Errorf("%d of %d problems are kept, want %d", len(kept), count, maxProblems)
	}
	if kept, count := all.All(); len(kept) != n || count != n {
		t.Errorf("%d of %d problems are kept, want all", len(kept), count)
	}
}

// TestWorded checks how a sentence is divided into what is wrong and what was done.
func TestWorded(t *testing.T) {
	wrong := Errorf("a JSON %s; where %d belong", "list", 3)
	for _, c := range []struct {
		p          Problem
		what, done string // kinds
		line       string
	}{
		{Problem{}.Worded("no uid; named after its place"), "no uid", "named after its place", "f: no uid; named after its place"},
		{Problem{}.Worded("no uid"), "no uid", "", "f: no uid"},
		{Problem{}.Worded("%d of %q, 100 %%; read as %s; see --gold", 1, "a;  b", "xyxy"), "%d of %q, 100 %%", "read as %s; see --gold",
			`f: 1 of "a;  b", 100 %; read as xyxy; see --gold`},
		{Problem{}.Worded("%w; left out", wrong), "a JSON %s; where %d belong", "left out", "f: a JSON list; where 3 belong; left out"},
		{Problem{}.Worded("%s and %s; left out of %s", "a"), "%s and %s", "left out of %s", "f: a and ; left out of "},
	} {
		if c.p.File = "f"; c.p.What.Kind != c.what || c.p.Done.Kind != c.done || c.p.String() != c.line {
			t.Errorf("%+v is %q; want %q, %q, %q", c.p, c.p, c.what, c.done, c.line)
		}
	}
}

// TestOrderOfProblems: examples are read concurrently, but the first problem of a kind is named.
func TestOrderOfProblems(t *testing.T) {
	var ps Problems
	for _, p := range []Problem{{File: "b"}, {File: "a", Line: 2}, {File: "a", Example: "y"}, {File: "a", Example: "x"}} {
		ps.Add(p)
	}
	var order []string
	all, _ := ps.All()
	for _, p := range all {
		order = append(order, fmt.Sprint(p.File, p.Line, p.Example))
	}
	check.EqualLists(t, "order", order, []string{"a0x", "a0y", "a2", "b0"})
}
