package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/annotators"
	"faithscope/scoring/session"
)

// choice is what a table whose examples are answered wrongly knows about them.
type choice struct {
	of    map[int]*session.Scored // by run
	rows  map[int][]int           // in the run
	right map[string]bool         // the ids that some run does not answer wrongly
	ids   map[string]bool         // of the examples chosen
	other []string                // the runs whose attributions explain another label than the gold one
}

// expert reports whether the table has only examples with expert marks that no run answers
// rightly.
func (t *Table) expert() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Measure.Of == "expert" })
}

// wrong reports whether example k of a run is answered wrongly.
func (l *Laid) wrong(run *loaders.Run, k int) bool {
	return l.Settings.Verdict(run.Row(k).Correct) == loaders.Wrong
}

// chosen is run i with those examples that the table is about.
func (l *Laid) chosen(ctx context.Context, i int) (*session.Scored, error) {
	if l.of[i] != nil {
		return l.of[i], nil
	}
	if l.right == nil {
		l.right, l.ids = map[string]bool{}, map[string]bool{}
		for _, run := range l.runs {
			for k := range run.Run.Len() {
				l.right[run.Run.Row(k).ID] = l.right[run.Run.Row(k).ID] || !l.wrong(run.Run, k)
			}
		}
	}
	run := l.runs[i].Run
	var rows []int
	gold := run.Facts["target"] != "predicted"
	for k := range run.Len() {
		if !l.wrong(run, k) || l.expert() && l.right[run.Row(k).ID] {
			continue
		}
		ex := run.Scan(k)
		marked := slices.ContainsFunc(ex.Rationales, func(r loaders.Rationale) bool { return annotators.KindOf(r.Name) == "expert" })
		if l.expert() && !marked {
			continue
		}
		rows, l.ids[ex.ID] = append(rows, k), true
		gold = gold && (run.Facts["target"] == "gold" || explainsGold(ex))
	}
	if !gold {
		l.other = append(l.other, run.Name)
	}
	var err error
	l.rows[i] = rows
	l.of[i], err = l.runs[i].Group(ctx, run.Name, rows)
	return l.of[i], err
}

// Chosen are the examples of run i over which the numbers of column k are, if these are not
// all: as a query, or as indices where none says it.
func (l *Laid) Chosen(i, k int) (where string, only []int) {
	if c := &l.Columns[k]; c.Where == "" && l.expert() {
		return "", l.rows[i]
	}
	return l.Columns[k].Where, nil
}

// explainsGold reports whether an attribution of an example that is answered wrongly
// explains the gold label.
func explainsGold(ex *loaders.Example) bool {
	at := slices.IndexFunc(ex.Attributions, func(a loaders.Attribution) bool {
		return alignment.OverTokens(a.Over) && a.Name != alignment.Soft
	})
	return at < 0 || ex.Answer.Gold != "" && ex.Attributions[at].Class == ex.Answer.Gold
}

// levels are the p below which a measured ΔA has as many stars as the paper gives.
var levels = []float64{.05, .01, .001}

// stars mark an alignment that is above 0, by the one-sided t-test over examples; there are
// none if the run explains another label than the paper's.
func (l *Laid) stars(run *session.Scored, scores []scoring.Score, of string) string {
	if slices.Contains(l.other, run.Run.Name) {
		return ""
	}
	for _, s := range scores {
		if p, ok := s.Value.Float(); ok && s.Metric == "p_greater" && s.Of == of {
			return strings.Repeat("*", len(loaders.Filter(levels, func(level float64) bool { return p < level })))
		}
	}
	return ""
}

// chosenNotes say which examples the rows are over, and whose label is explained.
func (l *Laid) chosenNotes() (notes []string) {
	if len(l.of) == 0 {
		return nil
	}
	if l.other != nil {
		notes = append(notes, "explained: the predicted label in "+listed(l.other, len(l.of))+"; the paper: the gold one")
	}
	if !l.expert() {
		notes = append(notes, "alignment: over the examples answered wrongly; accuracy: over all")
	} else {
		notes = append(notes, fmt.Sprintf("over %s with expert marks that every run answers wrongly", loaders.Count(len(l.ids), "example")))
		var proxies []string
		for i := range l.runs {
			if l.of[i] != nil && strings.Contains(l.runs[i].Run.Note, "'expert' is a proxy") {
				proxies = append(proxies, l.runs[i].Run.Name)
			}
		}
		if proxies != nil {
			notes = append(notes, "expert marks: a proxy, as its note says, in "+listed(proxies, len(l.of)))
		}
	}
	if len(l.other) < len(l.of) {
		notes = append(notes, "*** p < .001, ** p < .01, * p < .05: one t-test over the examples that C is above that of another explanation")
	}
	return notes
}

// listed names runs, of n.
func listed(names []string, n int) string {
	if len(names) == n {
		return "every run"
	}
	return strings.Join(names, ", ")
}
