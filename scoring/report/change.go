package report

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Change is the examples that are From in one run and To in another.
type Change struct {
	Kind     ChangeKind
	From, To string   // "" if the run lacks them
	Examples [][2]int // in the two runs, ascending; -1 if absent
}

// String returns "right to wrong", or "in A alone".
func (c *Change) String() string {
	switch {
	case c.Kind == Unpaired && c.From != "":
		return "in A alone"
	case c.Kind == Unpaired:
		return "in B alone"
	}
	return c.From + " to " + c.To
}

// NoCause is the cause without a culprit.
const NoCause = "none wrong"

// Changes lists answers lost and gained, then faithfulness, even without examples; then causes, the
// most frequent first; then examples in one run only. from and to are indices in Runs.
func (a *Agreement) Changes(from, to int) []Change {
	var all changes
	for kind, words := range verdictWords {
		kind := ChangeKind(kind)
		all = append(all, Change{Kind: kind, From: words[0], To: words[1]}, Change{Kind: kind, From: words[1], To: words[0]})
	}
	for key, x := range a.judgements[from] {
		if y, ok := a.judgements[to][key]; ok {
			all.compareExample(x, y)
		} else {
			all.addChange(Unpaired, a.Runs[from].Name, "", x.At, -1)
		}
	}
	for key, y := range a.judgements[to] {
		if _, ok := a.judgements[from][key]; !ok {
			all.addChange(Unpaired, "", a.Runs[to].Name, -1, y.At)
		}
	}
	slices.SortStableFunc(all, func(x, y Change) int {
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

type changes []Change

func (all *changes) addChange(kind ChangeKind, from, to string, x, y int) {
	c := scoring.FindOrAppend((*[]Change)(all), func(c Change) bool { return c.Kind == kind && c.From == from && c.To == to },
		Change{Kind: kind, From: from, To: to})
	c.Examples = append(c.Examples, [2]int{x, y})
}

// Causes need both verdicts on faithfulness, because otherwise one would appear from nowhere.
func (all *changes) compareExample(x, y Judgement) {
	for kind, words := range verdictWords {
		named := map[loaders.Verdict]string{loaders.Right: words[0], loaders.Wrong: words[1]}
		if from, to := named[x.Verdicts[kind]], named[y.Verdicts[kind]]; from != to && from != "" && to != "" {
			all.addChange(ChangeKind(kind), from, to, x.At, y.At)
		}
	}
	areJudged := x.Verdicts[FaithfulnessChange] != loaders.Unknown && y.Verdicts[FaithfulnessChange] != loaders.Unknown
	if x.Cause != y.Cause && areJudged {
		all.addChange(CauseChange, cmp.Or(x.Cause.String(), NoCause), cmp.Or(y.Cause.String(), NoCause), x.At, y.At)
	}
}
