package loaders

import (
	"slices"
	"testing"
)

func TestProgramsAreComparedWithAnnotatedOnes(t *testing.T) {
	t.Parallel()
	module := func(op, text string, children ...int) Module { return Module{Op: op, Text: text, Children: children} }
	annotated := []Module{module("exist", "", 1), module("filter", "red", 2), module("find", "kite")}
	for why, c := range map[string]struct {
		program   []Module
		annotated []Module
		want      []string
		exact     float64
	}{
		"the same, whatever the case": {[]Module{module("exist", "", 1), module("filter", "Red", 2), module("find", "kite")}, annotated, nil, 1},
		"an argument that nobody annotated": {[]Module{module("exist", "x", 1), module("filter", "red", 2), module("find", "kite")},
			annotated, nil, 1},
		"another module": {[]Module{module("count", "", 1), module("filter", "blue", 2), module("find", "kite")}, annotated,
			[]string{"count instead of exist", "filter[blue] instead of filter[red]"}, 0},
		"less": {[]Module{module("exist", "", 1), module("filter", "red")}, annotated, []string{"without find[kite]"}, 0},
		"more": {[]Module{module("exist", "", 1, 3), module("filter", "red", 2), module("find", "kite"), module("filter", "", 4),
			module("find", "")}, annotated, []string{"with filter(find)"}, 0},
		"none": {nil, annotated, []string{"without exist(filter[red](find[kite]))"}, 0},
	} {
		ex := Example{Program: c.program}
		ex.Annotate(c.annotated)
		if got := Map(ex.Differences(), ProgramDifference.String); !slices.Equal(got, c.want) || ex.Answer.Scores[ProgramExact] != c.exact {
			t.Errorf("%s: %q, %v, want %q", why, got, ex.Answer.Scores, c.want)
		}
	}
	var ex Example
	if ex.Annotate(nil); ex.Answer.Scores != nil {
		t.Errorf("nothing is annotated, and the scores are %v", ex.Answer.Scores)
	}
}
