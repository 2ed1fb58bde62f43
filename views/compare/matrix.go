package compare

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// firstRun is the column of the first run in the table of runs.
const firstRun = 2

// putRuns shows the table of runs: how often each is good, and how it stands to
// each of the others. Above the diagonal that is the share of verdicts that are the
// same, below it p.
func (v *screen) putRuns(w int) {
	title := "answers: agree ◥ p ◣"
	if v.faithful {
		title = "faithful: agree ◥ p ◣"
	}
	t := &table.Table{Name: "runs", Columns: []table.Column{{Name: "run", Title: title}, {Name: "share", Kind: table.Number}}}
	for k := range v.s.Runs {
		t.Columns = append(t.Columns, table.Column{Name: strconv.Itoa(k + 1), Kind: table.Number})
	}
	for i := range v.s.Runs {
		row := []any{strconv.Itoa(i+1) + " " + v.name(i), v.share(i)}
		for k := range v.s.Runs {
			var cell any = "·"
			if flip := v.verdicts(i, k); i < k {
				cell = flip.Agree()
			} else if i > k {
				cell = flip.Holm
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	v.runs.Text = func(row, column int) string {
		if p, number := t.At(row, column).Value.(scoring.Value); number && column >= firstRun && row > column-firstRun {
			return widget.Chance(p)
		}
		return widget.Brief(&t.Columns[column], t.At(row, column))
	}
	v.runs.Put(t, v.s.Look, w)
}

// share is how often a run is right, or faithful.
func (v *screen) share(run int) scoring.Value {
	if v.Shown.agreement == nil {
		return scoring.Undefined("not compared yet")
	}
	r := v.Shown.agreement.Runs[run]
	n, of := r.Right, r.Judged
	if v.faithful {
		n, of = r.Faithful, r.Scored
	}
	value, _ := stats.Share(n, of)
	return value
}

// verdicts are the flips of the kind that the table of runs is of.
func (v *screen) verdicts(i, k int) (flip report.Flip) {
	if v.Shown.agreement == nil {
		return flip
	}
	flips := v.Shown.agreement.Between(i, k)
	if v.faithful {
		return flips.Faithful
	}
	return flips.Answers
}

// pair is the selected cell of the table of runs; ok is false where it is of one
// run alone.
func (v *screen) pair() (a, b int, ok bool) {
	a, b = v.runs.Selected(), v.runs.Column-firstRun
	return a, b, b >= 0 && a != b
}

// pairText says the selected cell of the table of runs in full.
func (v *screen) pairText() string {
	kind, good := "answers", "right"
	if v.faithful {
		kind, good = "faithfulness", "faithful"
	}
	i, k, ok := v.pair()
	if v.Shown.agreement == nil || !ok {
		return kind + ": h and l choose the other run, enter compares the two"
	}
	flip := v.verdicts(i, k)
	if flip.Pairs() == 0 {
		return kind + ": no example has a verdict in both runs"
	}
	return fmt.Sprintf("%s: %s and %s agree on %s of %d · %s in one alone: %d, %d · p %s, corrected for all pairs %s", kind,
		loaders.Clean(v.name(i)), loaders.Clean(v.name(k)), widget.Number(flip.Agree()), flip.Pairs(), good, flip.Lost, flip.Gained, widget.Chance(flip.P), widget.Chance(flip.Holm))
}

// pickPair compares the two runs of the selected cell.
func (v *screen) pickPair() tea.Cmd {
	a, b, ok := v.pair()
	if !ok {
		return v.s.Post(views.Flash{Text: "a run and itself: h and l choose the other one"})
	}
	return v.compare(a, b)
}
