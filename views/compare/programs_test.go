package compare_test

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/compare"
	"faithscope/views/viewtest"
)

// Of four programs, one has its arguments in another order, one others under the same operators, and
// less takes its arguments in this order only.
func TestProgramsOfTwoRuns(t *testing.T) {
	program := func(op, first, second string) []loaders.Module {
		return []loaders.Module{
			{Op: op, Children: []int{1, 3}}, {Op: "exist", Children: []int{2}}, {Op: "find", Text: first},
			{Op: "exist", Children: []int{4}}, {Op: "find", Text: second},
		}
	}
	run := func(name string, programs ...[]loaders.Module) *loaders.Run {
		var list []*loaders.Example
		for i, program := range programs {
			ex := viewtest.BoxExample(string(rune('a'+i)), true, true)
			ex.Program = program
			list = append(list, ex)
		}
		return viewtest.RunOf(name, list...)
	}
	own := run("one", program("and", "dog", "cat"), program("and", "dog", "cat"), program("and", "dog", "cat"), program("less", "dog", "cat"))
	other := run("two", program("and", "dog", "cat"), program("and", "cat", "dog"),
		program("and", "dog", "dog"), program("less", "cat", "dog"))
	for query, want := range map[string][2]string{
		"":                     {"1 of 4 programs are the same (2 if the order of arguments to and, or, … is ignored)", "b c d"},
		"id in [\"c\", \"d\"]": {"0 of 2 programs are the same (0 if the order of arguments to and, or, … is ignored)", "c d"},
	} {
		s := viewtest.Of(t, own, other)
		sc := viewtest.New(t, 160, 30, s, compare.New(s, 0, 1, query))
		sc.Want(want[0], "program → another")
		sc.Act("change", "program to another")
		if run, ids := listed(t, sc); run != 1 || strings.Join(ids, " ") != want[1] {
			t.Errorf("%q: %s of run %d", query, ids, run)
		}
	}
	s := viewtest.Of(t, own, run("two", own.Example(0).Program))
	sc := compared(t, 160, 30, s)
	sc.Want("1 in both, 3 only in A, 0 only in B, identical programs")
	sc.Without("program → another")
	s = viewtest.Of(t, run("one", nil), run("two", nil))
	compared(t, 160, 30, s).Without("program")
}
