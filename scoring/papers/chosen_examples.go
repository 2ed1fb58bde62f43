package papers

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/annotators"
	"faithscope/scoring/session"
)

func (l *FilledTable) isWrong(run *loaders.Run, k int) bool {
	return l.Settings.Verdict(run.Row(k).Correct) == loaders.Wrong
}

// chooseExamples returns a run with the chosen examples only, and keeps it, because every column
// asks for it. It notes runs that explain another label than gold in l.other.
func (l *FilledTable) chooseExamples(ctx context.Context, chosenSubset exampleSubset) (*session.ScoredRun, error) {
	if l.of[chosenSubset] != nil {
		return l.of[chosenSubset], nil
	}
	if l.right == nil {
		l.findRight()
	}
	run := l.runs[chosenSubset.run].Run
	var rows []int
	gold := run.Facts["target"] != "predicted"
	for k := range run.Len() {
		if !l.isWrong(run, k) || chosenSubset.expert && l.right[run.Row(k).ID] {
			continue
		}
		ex := run.Scan(k)
		isMarked := func(r loaders.Rationale) bool { return annotators.KindOf(r.Name) == "expert" }
		if chosenSubset.expert && !slices.ContainsFunc(ex.Rationales, isMarked) {
			continue
		}
		if rows = append(rows, k); chosenSubset.expert {
			l.ids[ex.ID] = true
		}
		gold = gold && (run.Facts["target"] == "gold" || explainsGold(ex))
	}
	if !gold {
		l.other = scoring.AppendNew(l.other, run.Name)
	}
	var err error
	l.rows[chosenSubset] = rows
	l.of[chosenSubset], err = l.runs[chosenSubset.run].Group(ctx, run.Name, rows)
	return l.of[chosenSubset], err
}

func (l *FilledTable) findRight() {
	l.right, l.ids = map[string]bool{}, map[string]bool{}
	for _, run := range l.runs {
		for k := range run.Run.Len() {
			l.right[run.Run.Row(k).ID] = l.right[run.Run.Row(k).ID] || !l.isWrong(run.Run, k)
		}
	}
}

// Chosen returns the examples of run i over which column k's numbers are, unless these are all:
// as a query, or as indices if no query fits.
func (l *FilledTable) Chosen(i, k int) (where string, only []int) {
	if c := &l.Columns[k]; l.isExpert(c) {
		return "", l.rows[exampleSubset{i, true}]
	}
	return l.Columns[k].Where, nil
}

func explainsGold(ex *loaders.Example) bool {
	at := slices.IndexFunc(ex.Attributions, func(a loaders.Attribution) bool {
		return a.Over.OnQuestion() && !loaders.IsOracle(a.Name)
	})
	return at < 0 || ex.Answer.Gold != "" && ex.Attributions[at].Class == ex.Answer.Gold
}
