package facts

import (
	"slices"
	"strings"

	"faithscope/scoring"
)

// Sources that several columns share.
const (
	answered = "answer.predicted"
	scores   = "its scores"
	faults   = "which of its modules are wrong"
)

func (c Column) from(names ...string) Column {
	c.From = names
	return c
}

// ofAnswers names the protocols whose numbers are about answers.
const ofAnswers = "answers counting yes-no calibration measurements reasoning rationales"

// sourcesOf returns columns and everything they are made from, directly or not. If an oracle
// explained wrong answers, faults depend on the verdict too, because only wrong answers are
// blamed.
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

// Derived tells why an outcome isn't tested by columns: one is computed from the other, or both
// from the same source. It is "" if it can be tested.
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
