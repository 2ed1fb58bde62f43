package architecture

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"faithscope/loaders/loadertest/check"
)

//go:embed ceilings.txt
var ceilings string

// program is measured once for all tests.
var program = sync.OnceValues(func() ([]Package, error) { return MeasureProgram(moduleRoot, "./cmd/faithscope") })

func TestCeilings(t *testing.T) {
	rows, debts, err := ReadCeilings(ceilings)
	check.NoError(t, err)
	for _, debt := range debts {
		t.Logf("%s owes %v %s", debt.Issue, max(0, debt.Left), debt.Figure)
	}
	packages, err := program()
	check.NoError(t, err)
	for _, complaint := range exceeding(packages, LastCeilings(rows)) {
		t.Error(complaint)
	}
	sum := SumFigures(packages, nil)
	for name := range LastCeilings(rows) {
		if value, ok := sum.Value(name); ok {
			t.Logf("%s %v", name, value)
		}
	}
	_, tests, err := CountTests(moduleRoot, packages)
	check.NoError(t, err)
	if row := LastCeilings(rows)[testTokens]; float64(tests) > row.Max {
		t.Errorf("tests have %d tokens, above %v, the ceiling of %q", tests, row.Max, row.Issue)
	}
}

// exceeding says which figures are above their ceiling, with the worst three places of each.
func exceeding(packages []Package, last map[string]Ceiling) (complaints []string) {
	sum := SumFigures(packages, nil)
	for name, row := range last {
		if value, ok := sum.Value(name); ok && value > row.Max {
			complaints = append(complaints, fmt.Sprintf("%s: %.6g is above %.6g, the ceiling of %q; worst:\n%s",
				name, value, row.Max, row.Issue, strings.Join(worstPlaces(packages, name), "\n")))
		}
	}
	slices.Sort(complaints)
	return complaints
}

// worstPlaces returns the three packages with the largest share of a figure, and for arrows a way out.
func worstPlaces(packages []Package, figure string) (places []string) {
	weight := func(p Package) float64 {
		switch figure {
		case "one-word-functions":
			return float64(p.ShortFunctions)
		case "one-word-methods":
			return float64(p.ShortMethods)
		}
		value, _ := p.Value(figure)
		return value
	}
	worst := slices.SortedStableFunc(slices.Values(packages), func(a, b Package) int { return int(weight(b) - weight(a)) })
	for _, p := range worst[:min(3, len(worst))] {
		place := fmt.Sprintf("  %s: %v", p.Dir, weight(p))
		switch figure {
		case "largest-state":
			place += ", " + p.LargestStruct
		case "arrows-back", "files-in-circles", "largest-circle":
			for _, arrow := range p.BackArrows[:min(3, len(p.BackArrows))] {
				place += "\n    " + arrow
			}
		}
		places = append(places, place)
	}
	return places
}

func TestCeilingsFailWhenBroken(t *testing.T) {
	packages, err := program()
	check.NoError(t, err)
	sum := SumFigures(packages, nil)
	for _, name := range []string{
		"tokens", "one-word-functions", "one-word-methods", "largest-state",
		"doc-words", "comment-words", "import-lines", "one-word-types", "vague-parameters", "kind-readers",
	} {
		value, _ := sum.Value(name)
		got := exceeding(packages, map[string]Ceiling{name: {Max: value - 1, Issue: "I"}})
		if len(got) != 1 || !strings.Contains(got[0], `"I"; worst`) {
			t.Errorf("%s above its ceiling: %q", name, got)
		}
		if got := exceeding(packages, map[string]Ceiling{name: {Max: value, Issue: "I"}}); got != nil {
			t.Errorf("%s at its ceiling: %q", name, got)
		}
	}
	for _, broken := range []string{
		"tokens 10", "lines 10 0 I", "tokens x 0 I", "tokens 10 0 I\ntokens 11 0 J", "tokens 10 0 I\ntokens 13 2 J",
		// done, and 1 of 3 not saved
		"tokens 10 0 I\ntokens 3 due J\ntokens 8 0 J",
		// borrowed by a done issue, and not yet saved
		"tokens 10 0 I\ntokens 12 borrowed J",
		"tokens 10 0 I\ntokens 12 borrowed J, begun\ntokens 11 0 J",
		"tokens 10 0 I\ntokens 3 due J\ntokens 12 borrowed J",
		"tokens 10 0 I\ntokens 3 due J\ntokens 12 borrowed J, begun\ntokens 8 0 J",
		// 3 are due while another issue takes 2
		"tokens 10 0 I\ntokens 3 due J\ntokens 12 2 K",
	} {
		if rows, _, err := ReadCeilings(broken); err == nil {
			t.Errorf("%q is read as %v", broken, rows)
		}
	}
	for _, sound := range []string{
		"# a note\ntokens 10 0 I\ntokens 12 2 J\ntokens 9 0 K\n",
		"tokens 10 0 I\ntokens 3 due J\ntokens 9 0 J, begun\ntokens 7 0 J\ntokens 8 1 K",
		"tokens 10 0 I\ntokens 3 due J\ntokens 9 0 J, begun\ntokens 11 2 K",
		"tokens 10 0 I\ntokens 3 due J\ntokens 12 2 J, begun",
		"tokens 10 0 I\ntokens 3 due J\ntokens 12 borrowed J, begun\ntokens 7 0 J",
		"tokens 10 0 I\ndoc-words 10 0 I\ndoc-words 3 due J\ntokens 12 2 K",
	} {
		if _, _, err := ReadCeilings(sound); err != nil {
			t.Errorf("%q: %v", sound, err)
		}
	}
	_, debts, err := ReadCeilings("tokens 10 0 I\ntokens 3 due J\ntokens 9 0 J, begun")
	if err != nil || len(debts) != 1 || debts[0].Left != 2 {
		t.Errorf("2 of 3 are left to save: %v, %v", debts, err)
	}
}
