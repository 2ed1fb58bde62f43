package architecture

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

//go:embed ceilings.txt
var ceilings string

// program is measured once for all tests.
var program = sync.OnceValues(func() ([]Package, error) { return MeasureProgram(moduleRoot, "./cmd/faithscope") })

func TestCeilings(t *testing.T) {
	rows, err := ReadCeilings(ceilings)
	if err != nil {
		t.Fatal(err)
	}
	packages, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range exceeding(packages, LastCeilings(rows)) {
		t.Error(complaint)
	}
	sum := SumFigures(packages, nil)
	for name := range LastCeilings(rows) {
		value, _ := sum.Value(name)
		t.Logf("%s %v", name, value)
	}
}

// exceeding says which figures are above their ceiling, with the worst three places of each.
func exceeding(packages []Package, last map[string]Ceiling) (complaints []string) {
	sum := SumFigures(packages, nil)
	for name, row := range last {
		if value, _ := sum.Value(name); value > row.Max {
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
	if err != nil {
		t.Fatal(err)
	}
	sum := SumFigures(packages, nil)
	for _, name := range []string{"tokens", "one-word-functions", "one-word-methods", "largest-state"} {
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
	} {
		if rows, err := ReadCeilings(broken); err == nil {
			t.Errorf("%q is read as %v", broken, rows)
		}
	}
	if _, err := ReadCeilings("# a note\ntokens 10 0 I\ntokens 12 2 J\ntokens 9 0 K\n"); err != nil {
		t.Error(err)
	}
}
