package facts

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Sources that several columns share.
const (
	answered = "answer.predicted"
	scores   = "its scores"
	faults   = "its wrong modules"
)

func (c Column) from(fieldNames ...string) Column {
	c.From = fieldNames
	return c
}

// ofAnswers names the protocols whose numbers are about answers.
const ofAnswers = "answers counting yes-no calibration measurements reasoning rationales"

// sourcesOf returns columns and everything they are made from, directly or not. If an oracle
// explained wrong answers, faults depend on the verdict too, because only wrong answers are
// blamed.
func sourcesOf(columns []Column, areExplained bool, fieldNames ...string) []string {
	for i := 0; i < len(fieldNames); i++ {
		if k := placeOf(columns, fieldNames[i]); k >= 0 {
			fieldNames = scoring.AppendNew(fieldNames, columns[k].From...)
		}
		if fieldNames[i] == faults {
			fieldNames = scoring.AppendNew(fieldNames, scores)
			if areExplained {
				fieldNames = scoring.AppendNew(fieldNames, "verdict")
			}
		}
	}
	return fieldNames
}

// Derived tells why an outcome isn't tested by columns: one is computed from the other, or both
// from the same source. It is "" if it can be tested.
func (t *Table) Derived(outcomeName string, columnNames ...string) string {
	if areAnswers(outcomeName) {
		outcomeName = "right"
	}
	explained := t.Explained()
	sources := sourcesOf(t.columns, explained, outcomeName)
	for _, name := range columnNames {
		for _, source := range sourcesOf(t.columns, explained, name) {
			if slices.Contains(sources, source) {
				made := slices.DeleteFunc([]string{name, outcomeName}, func(s string) bool { return s == source })
				return "derived: " + strings.Join(loaders.Map(made, t.nameOf), " and ") + " computed from " + t.nameOf(source)
			}
		}
	}
	return ""
}

func (t *Table) nameOf(field string) string {
	if t.NameOf == nil {
		return field
	}
	return t.NameOf(field)
}

func areAnswers(outcomeName string) bool { return outcomeName == "accuracy" || outcomeName == "right" }
