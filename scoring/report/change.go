package report

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ChangeKind is what changes between two runs.
type ChangeKind uint8

// The kinds, in the order of [Agreement.Changes].
const (
	AnswerChange ChangeKind = iota
	FaithfulnessChange
	CauseChange
	Unpaired // the other run has no such example, or it could not be read
)

// Change is some examples that are one thing in a run and another in the next.
type Change struct {
	Kind     ChangeKind
	From, To string   // "right", "wrong"; "low p", "elsewhere"; "" where there is none
	Examples [][2]int // their places in the two runs, ascending; -1 for nowhere
}

// String is the change in words: "right to wrong", "in A alone".
func (c *Change) String() string {
	switch {
	case c.Kind == Unpaired && c.From != "":
		return "in A alone"
	case c.Kind == Unpaired:
		return "in B alone"
	}
	return c.From + " to " + c.To
}

// NoCause stands for the cause of an example of which no module is wrong by
// itself.
const NoCause = "none wrong"

// Changes returns what becomes of the examples of one run in another, by their
// places in Runs: answers lost and gained, faithfulness lost and gained, also where
// there are no such examples; then the changes of causes, the most frequent
// first, and what only one of the runs has.
func (a *Agreement) Changes(from, to int) []Change {
	all := changes{
		{Kind: AnswerChange, From: "right", To: "wrong"}, {Kind: AnswerChange, From: "wrong", To: "right"},
		{Kind: FaithfulnessChange, From: "faithful", To: "unfaithful"}, {Kind: FaithfulnessChange, From: "unfaithful", To: "faithful"},
	}
	for key, x := range a.judgements[from] {
		if y, ok := a.judgements[to][key]; ok {
			all.compare(x, y)
		} else {
			all.put(Unpaired, a.Runs[from].Name, "", x.At, -1)
		}
	}
	for key, y := range a.judgements[to] {
		if _, ok := a.judgements[from][key]; !ok {
			all.put(Unpaired, "", a.Runs[to].Name, -1, y.At)
		}
	}
	slices.SortStableFunc(all, func(x, y Change) int {
		if x.Kind != y.Kind || x.Kind == AnswerChange || x.Kind == FaithfulnessChange {
			return cmp.Compare(x.Kind, y.Kind)
		}
		return cmp.Or(len(y.Examples)-len(x.Examples), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	for i := range all {
		slices.SortFunc(all[i].Examples, func(x, y [2]int) int { return cmp.Or(x[0]-y[0], x[1]-y[1]) })
	}
	return all
}

// changes are being gathered.
type changes []Change

// put adds an example to the change that it is of.
func (all *changes) put(kind ChangeKind, from, to string, x, y int) {
	k := slices.IndexFunc(*all, func(c Change) bool { return c.Kind == kind && c.From == from && c.To == to })
	if k < 0 {
		k = len(*all)
		*all = append(*all, Change{Kind: kind, From: from, To: to})
	}
	(*all)[k].Examples = append((*all)[k].Examples, [2]int{x, y})
}

// compare puts an example that both runs have.
func (all *changes) compare(x, y Judgement) {
	if from, to, changed := flipped(x.Answer, y.Answer, "right", "wrong"); changed {
		all.put(AnswerChange, from, to, x.At, y.At)
	}
	if from, to, changed := flipped(x.Faithful, y.Faithful, "faithful", "unfaithful"); changed {
		all.put(FaithfulnessChange, from, to, x.At, y.At)
	}
	if x.Cause != y.Cause && x.Faithful != loaders.Unknown && y.Faithful != loaders.Unknown {
		all.put(CauseChange, causeWord(x.Cause), causeWord(y.Cause), x.At, y.At)
	}
}

// flipped says in words what a verdict was and became; changed is false where it
// is the same, or unknown in either run.
func flipped(x, y loaders.Verdict, good, bad string) (from, to string, changed bool) {
	words := map[loaders.Verdict]string{loaders.Right: good, loaders.Wrong: bad}
	return words[x], words[y], x != y && words[x] != "" && words[y] != ""
}

func causeWord(c scoring.Cause) string {
	if c == scoring.NoCause {
		return NoCause
	}
	return c.String()
}
