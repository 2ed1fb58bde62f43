package facts

import (
	"slices"
	"strings"

	"faithscope/scoring"
)

// What several columns are made from.
const (
	answered = "answer.predicted"
	scores   = "its scores"
	faults   = "which of its modules are wrong"
)

func (c Column) from(names ...string) Column {
	c.From = names
	return c
}

// ofAnswers names the protocols whose numbers are about answers, not about what they rest on.
const ofAnswers = "answers counting yes-no calibration measurements reasoning rationales"

// sourcesOf returns a column and what it is made from, at any remove; an oracle that explains wrong answers blames
// these alone.
func sourcesOf(columns []Column, explained bool, names ...string) []string {
	for i := 0; i < len(names); i++ {
		if k := slices.IndexFunc(columns, func(c Column) bool { return c.Name == names[i] }); k >= 0 {
			names = scoring.AppendNew(names, columns[k].From...)
		}
		if names[i] == faults {
			names = scoring.AppendNew(names, scores)
			if explained {
				names = scoring.AppendNew(names, "verdict")
			}
		}
	}
	return names
}

// Derived says why an outcome is not tested by columns: it and one of them are made from the same, or one
// from the other. It is "" if it can be.
func (t *Table) Derived(outcome string, names ...string) string {
	if areAnswers(outcome) {
		outcome = "right"
	}
	explained := t.Explained()
	sources := sourcesOf(t.columns, explained, outcome)
	for _, name := range names {
		for _, source := range sourcesOf(t.columns, explained, name) {
			if slices.Contains(sources, source) {
				made := slices.DeleteFunc([]string{name, outcome}, func(s string) bool { return s == source })
				return "derived: " + strings.Join(made, " and ") + " computed from " + source
			}
		}
	}
	return ""
}

func areAnswers(outcome string) bool { return outcome == "accuracy" || outcome == "right" }
