package steps

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// StepMarks are annotators' marks on a chain, as a file has them.
type StepMarks struct {
	Labels string // JSON: a list, or an object by index from 0; "" for none
	// Unsigned means that no list of the file has -1, so that 0 is wrong.
	Unsigned bool
	First    string // the index of the first wrong step; null, -1 and N/A: none is wrong; "" for nothing said
	Base     int    // of First
	Reason   string // why that step is wrong
}

// FillChain makes stepTexts the example's steps and marks them. It reports what contradicts itself; of
// labels and an index the labels count.
func (m StepMarks) FillChain(rec *record.Record, ex *loaders.Example, stepTexts []string) {
	newChain(ex, stepTexts, m.Base)
	k := readIndex([]byte(m.First))
	if m.First == "null" {
		k = new(none)
	} else if k != nil {
		k = new(max(*k-m.Base, none))
	}
	switch {
	case m.Labels != "":
		m.markLabels(rec, ex)
		wrong := slices.IndexFunc(ex.Program[1:], isWrong)
		if k != nil && *k != wrong {
			rec.Problem("the first wrong step is %d by index, but %d by labels; the labels are used", *k+1, wrong+1)
		}
	case k != nil:
		markFirst(rec, ex, *k, loaders.StepOpinion{Reason: m.Reason})
	case m.First != "":
		rec.Problem("the first wrong step %s is invalid; shown without marks", m.First)
	}
}

// isWrong reports whether people call a step wrong.
func isWrong(m loaders.Module) bool { return m.Gold != nil && m.Gold.Verdict.Verdict == loaders.Wrong }

// Describe says how many steps a chain has and which is wrong: "5 steps, first wrong 3".
func Describe(chainModules []loaders.Module) string {
	said := loaders.Count(len(chainModules)-1, "step")
	isMarked := slices.ContainsFunc(chainModules, func(m loaders.Module) bool { return m.Gold != nil })
	switch wrong := slices.IndexFunc(chainModules, isWrong); {
	case wrong > 0:
		return fmt.Sprint(said, ", first wrong step ", wrong)
	case isMarked:
		return said + ", none wrong"
	}
	return said + ", no marks"
}

func (m StepMarks) markLabels(rec *record.Record, ex *loaders.Example) {
	labels, err := readLabels([]byte(m.Labels), !m.Unsigned, rec.Problem)
	if err != nil {
		rec.Problem("%w; shown without marks", err)
		return
	}
	steps := ex.Program[1:]
	isWrongLabel := func(place int) bool { return labels[place] == loaders.Wrong }
	if len(labels) < len(steps) && !slices.ContainsFunc(loaders.SortedKeys(labels), isWrongLabel) {
		rec.Problem("only %d of %d steps are labelled, none as wrong, but unlabelled ones may be; shown without marks", len(labels), len(steps))
		return
	}
	for _, place := range loaders.SortedKeys(labels) {
		if place < 0 || place >= len(steps) {
			rec.Problem("there is a label for step %d, but the chain has %d steps; the label is left out", place+1, len(steps))
			continue
		}
		setGold(&steps[place], loaders.StepOpinion{Verdict: labels[place]})
	}
}
