package overview

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// failure is an example whose answer is right although its modules are not.
type failure struct {
	example           int
	id, question, why string
	value             scoring.Value
}

// kindScore is the accuracy of a question type.
type kindScore struct {
	kind          string
	right, judged int
}

// mostFailures bounds the failures that are looked up of a run; each may have to
// be read.
const mostFailures = 8

// failuresOf returns the least faithful examples with a right answer, the worst
// first.
func failuresOf(scored *session.Scored, settings scoring.Settings) []failure {
	rows := scored.Summaries(settings)
	var worst []int
	value := func(i int) float64 {
		x, _ := rows.Overall(i).Float()
		return x
	}
	for i := range rows.Len() {
		if rows.Answer(i) != loaders.Right || rows.Faithful(i) != loaders.Wrong || len(worst) == mostFailures && value(i) >= value(worst[mostFailures-1]) {
			continue
		}
		at := len(worst)
		for at > 0 && value(i) < value(worst[at-1]) {
			at--
		}
		worst = slices.Insert(worst, at, i)
		worst = worst[:min(len(worst), mostFailures)]
	}
	var failures []failure
	for _, i := range worst {
		row := scored.Run.Row(i)
		score, _ := scored.Example(i, settings)
		failures = append(failures, failure{i, row.ID, row.Question, culpritOf(&score), rows.Overall(i)})
	}
	return failures
}

// culpritOf says which module went wrong first, and why: "find: low p, best box
// IoU .94 had p .35".
func culpritOf(score *scoring.ExampleScore) string {
	m := score.Module(score.Culprit())
	if m == nil {
		return ""
	}
	var why []string
	if m.Cause != scoring.NoCause { // a count has none
		why = append(why, m.Cause.String())
	}
	if near, ok := nearMiss(m); ok && m.Cause != scoring.NoProposal {
		why = append(why, "best box IoU "+widget.Decimal(near.IoU)+" had p "+widget.Small(near.Probability))
	}
	if len(why) == 0 {
		return m.Type
	}
	return m.Type + ": " + strings.Join(why, ", ")
}

// nearMiss is the proposal that lies best on a gold box which was missed;
// ok is false where none is aligned with one.
func nearMiss(m *scoring.ModuleScore) (near scoring.Proposal, ok bool) {
	for _, im := range m.Images {
		for _, g := range im.Gold {
			if !g.Matched && g.Aligned && (!ok || g.Best.IoU > near.IoU) {
				near, ok = g.Best, true
			}
		}
	}
	return near, ok
}

// kindsOf returns the accuracy of every question type, the lowest first; nil
// for fewer than two.
func kindsOf(scored *session.Scored, settings scoring.Settings) []kindScore {
	rows := scored.Summaries(settings)
	at := map[string]int{}
	var kinds []kindScore
	for i := range rows.Len() {
		answer := rows.Answer(i)
		if answer == loaders.Unknown {
			continue
		}
		kind := scored.Run.Row(i).Kind
		k, known := at[kind]
		if !known {
			k = len(kinds)
			at[kind], kinds = k, append(kinds, kindScore{kind: kind})
		}
		kinds[k].judged++
		if answer == loaders.Right {
			kinds[k].right++
		}
	}
	kinds = slices.DeleteFunc(kinds, func(k kindScore) bool { return k.kind == "" })
	if len(kinds) < 2 {
		return nil
	}
	slices.SortStableFunc(kinds, func(a, b kindScore) int { return a.right*b.judged - b.right*a.judged })
	return kinds
}
