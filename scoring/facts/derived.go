package facts

import (
	"regexp"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/query"
)

// What several columns are made from.
const (
	answered = "answer.predicted"
	scores   = "its scores"
	faults   = "which of its modules are wrong"
)

// from returns the column as one whose values are made from others, or from what several are.
func (c Column) from(names ...string) Column {
	c.From = names
	return c
}

// madeFrom names what the numbers of protocols are made from; of a protocol that is not among them, [scores].
var madeFrom = map[string][]string{"answers": {answered}, "counting": {answered}, "yes-no": {answered}, "calibration": {answered},
	"measurements": {answered}, "reasoning": {answered}, "rationales": {answered, scores}, "faithfulness": {"faithful", "right"},
	"intervention": {"its interventions"}, "eraser": {"its interventions"}}

// sourcesOf returns a column and what it is made from, at any remove.
func (t *Table) sourcesOf(name string) []string {
	all := []string{name}
	for i := 0; i < len(all); i++ {
		for _, c := range t.columns {
			if c.Name == all[i] {
				all = scoring.AppendNew(all, c.From...)
			}
		}
		if all[i] == faults {
			all = scoring.AppendNew(all, scores)
			if t.Explained() { // an oracle blames wrong answers only
				all = append(all, "verdict")
			}
		}
	}
	return all
}

// judged finds in an expression over modules whether it asks how they did.
var judged = regexp.MustCompile(`\.(score|p|r|counted|loss|faithful|wrong|local|inherited|culprit|cause)\b`)

// Derived says why an outcome is not tested by expressions: it and one of them are made from the same,
// or one from the other. It is "" if it can be.
func (t *Table) Derived(outcome string, of ...*query.Expression) string {
	for _, e := range of {
		names := e.Uses()
		if slices.Contains(names, "modules") && judged.MatchString(e.String()) {
			names = append(names, faults)
		}
		for _, name := range names {
			if why := t.derivedFrom(outcome, name); why != "" {
				return why
			}
		}
	}
	return ""
}

// derivedFrom is [Table.Derived] of a column.
func (t *Table) derivedFrom(outcome, name string) string {
	if areAnswers(outcome) {
		outcome = "right"
	}
	sources := t.sourcesOf(name)
	for _, source := range t.sourcesOf(outcome) {
		if !slices.Contains(sources, source) {
			continue
		}
		what := name + " and " + outcome + " are"
		switch source {
		case name:
			what = outcome + " is"
		case outcome:
			what = name + " is"
		}
		return "derived: " + what + " made from " + source
	}
	return ""
}

// areAnswers reports whether an outcome says whether answers are right: "accuracy" or "right".
func areAnswers(outcome string) bool { return outcome == "accuracy" || outcome == "right" }
