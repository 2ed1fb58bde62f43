package facts_test

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// Two examples each have a find that is faithful and a filter that is not; a third one has both wrong. By
// module a row has the scores of those modules, not of the examples that have them: worked out by hand.
func TestAModuleIsMeasuredByItsOwnScore(t *testing.T) {
	data := tableOf(t, boxed("a", "tower", true, true, false), boxed("b", "tower", true, true, false), boxed("c", "big", false, false, false))
	want := map[string]float64{"find": 2. / 3, "filter": 0}
	for _, outcome := range []string{"faithful", "faithfulness", "module-boxes.precision", "module-boxes.recall", "right"} {
		cross, err := data.Cross(t.Context(), expressions(t, data, "kind", "module"), data.All(), outcome)
		check.NoError(t, err)
		sheet, err := data.Breakdown(t.Context(), expression(t, data, "module"), data.All(), outcome)
		check.NoError(t, err)
		for _, row := range cross.Rows[:2] {
			own, counted := want[row[0].Value.(string)], cross.Columns[1].Counted
			if outcome == "right" { // is the example's
				own = 2. / 3
			}
			x, _ := row[1].Float()
			if isOwn := outcome != "right"; x != own || row[1].N != 3 || isOwn != (counted == "modules") {
				t.Errorf("%s of %v: %v of %d %s, want %v", outcome, row[0].Value, x, row[1].N, counted, own)
			}
			check.Equal(t, row[1].Leads+" leads to examples", len(strings.Fields(selected(t, data, row[1].Leads))), 3)
		}
		for _, row := range sheet.Rows {
			name := row[0].Value.(string)
			if x, _ := row[3].Float(); x != want[name] || row[3].N != 3 || row[1].Value != 3 {
				t.Errorf("%s is faithful in %v of %d", name, x, row[3].N)
			}
			gap := 2 * (want[name] - 1./3) // over the other type
			if x, ok := row[4].Float(); outcome == "faithful" && (!ok || x-gap > 1e-9 || gap-x > 1e-9) {
				t.Errorf("the gap of %s is %v, want %v", name, row[4].Value, gap)
			}
		}
	}
	// A module with an argument is one module, not an example that has both somewhere.
	cross, err := data.Cross(t.Context(), expressions(t, data, "module", "argument"), data.All(), "faithful")
	check.NoError(t, err)
	for _, row := range cross.Rows[:len(cross.Rows)-1] {
		for k, cell := range row[1 : len(row)-1] {
			has := len(strings.Fields(selected(t, data, cell.Leads)))
			if cell.N > 0 && (has != cell.N || !strings.HasPrefix(cell.Leads, "any(modules, .")) {
				t.Errorf("%v, %s: %d modules, and %s leads to %d examples", row[0].Value, cross.Columns[k+1].Name, cell.N, cell.Leads, has)
			}
		}
	}
}

// Several modules of one example are no more certain than the example: the interval of a share is that of as
// many examples.
func TestModulesOfAnExampleAreOneForAnInterval(t *testing.T) {
	twice := boxed("a", "tower", true, true, false)
	twice.Program[0] = twice.Program[2]
	twice.Program[0].Children = []int{1}
	data := tableOf(t, twice, boxed("b", "tower", true, true, false))
	of := expressions(t, data, "kind", "module")
	cross, err := data.Cross(t.Context(), of, data.All(), "faithful")
	check.NoError(t, err)
	for _, row := range cross.Rows {
		if row[0].Value != "find" {
			continue
		}
		x, _ := row[1].Float()
		if _, want := stats.Share(2*x, 2.); row[1].N != 3 || *row[1].Interval != *want {
			t.Errorf("%v of %d with %v, want %v", x, row[1].N, *row[1].Interval, *want)
		}
	}
}

// A group of modules counts the partial credit of the examples that they are of.
func TestModulesHaveTheCreditOfTheirExample(t *testing.T) {
	a, b := boxed("a", "cats", true, true, true), boxed("b", "cats", true, true, true)
	a.Answer, b.Answer = loaders.Answer{}, loaders.Answer{Credit: new(.5)}
	data := tableOf(t, a, b)
	sheet, err := data.Breakdown(t.Context(), expression(t, data, "module"), data.All(), "right")
	check.NoError(t, err)
	check.Equal(t, "right", sheet.At(0, 2).Value, any(scoring.Defined(.5)))
}
