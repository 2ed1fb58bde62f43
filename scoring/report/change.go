package report

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ExampleChange is the examples that are From in one run and To in another.
type ExampleChange struct {
	Kind     VerdictChangeKind
	From, To string   // "" if the run lacks them
	Examples [][2]int // in the two runs, ascending; -1 if absent
}

// String returns "right to wrong", or "only in A".
func (c *ExampleChange) String() string {
	switch {
	case c.Kind == Unpaired && c.From != "":
		return "only in A"
	case c.Kind == Unpaired:
		return "only in B"
	}
	return c.From + " to " + c.To
}

// NoCause is the cause without a culprit.
const NoCause = "no fault"

// Changes lists answers lost and gained, then faithfulness, even without examples; then causes, the
// most frequent first; then examples in one run only. The arguments are indices in Runs.
func (a *Agreement) Changes(firstRunIndex, secondRunIndex int) []ExampleChange {
	var all changeList
	for kind, words := range verdictWords {
		kind := VerdictChangeKind(kind)
		all = append(all, ExampleChange{Kind: kind, From: words[0], To: words[1]}, ExampleChange{Kind: kind, From: words[1], To: words[0]})
	}
	for key, x := range a.judgements[firstRunIndex] {
		if y, ok := a.judgements[secondRunIndex][key]; ok {
			all.compareExample(x, y)
		} else {
			all.addChange(Unpaired, a.Runs[firstRunIndex].Name, "", x.At, -1)
		}
	}
	for key, y := range a.judgements[secondRunIndex] {
		if _, ok := a.judgements[firstRunIndex][key]; !ok {
			all.addChange(Unpaired, "", a.Runs[secondRunIndex].Name, -1, y.At)
		}
	}
	slices.SortStableFunc(all, func(x, y ExampleChange) int {
		if x.Kind != y.Kind || x.Kind < CauseChange {
			return cmp.Compare(x.Kind, y.Kind)
		}
		return cmp.Or(len(y.Examples)-len(x.Examples), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	for i := range all {
		slices.SortFunc(all[i].Examples, func(x, y [2]int) int { return cmp.Or(x[0]-y[0], x[1]-y[1]) })
	}
	return all
}

type changeList []ExampleChange

func (all *changeList) addChange(kind VerdictChangeKind, verdictBefore, verdictAfter string, x, y int) {
	c := scoring.FindOrAppend((*[]ExampleChange)(all),
		func(c ExampleChange) bool { return c.Kind == kind && c.From == verdictBefore && c.To == verdictAfter },
		ExampleChange{Kind: kind, From: verdictBefore, To: verdictAfter})
	c.Examples = append(c.Examples, [2]int{x, y})
}

// Causes need both verdicts on faithfulness, because otherwise one would appear from nowhere.
func (all *changeList) compareExample(x, y VerdictsOnExample) {
	for kind, words := range verdictWords {
		named := map[loaders.Verdict]string{loaders.Right: words[0], loaders.Wrong: words[1]}
		if from, to := named[x.Verdicts[kind]], named[y.Verdicts[kind]]; from != to && from != "" && to != "" {
			all.addChange(VerdictChangeKind(kind), from, to, x.At, y.At)
		}
	}
	areJudged := x.Verdicts[FaithfulnessChange] != loaders.Unknown && y.Verdicts[FaithfulnessChange] != loaders.Unknown
	if x.Cause != y.Cause && areJudged {
		all.addChange(CauseChange, cmp.Or(x.Cause.String(), NoCause), cmp.Or(y.Cause.String(), NoCause), x.At, y.At)
	}
}
