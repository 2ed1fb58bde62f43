package facts

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// New returns the tables of a run. It reads nothing yet.
func New(scoredRun *session.ScoredRun) *Run {
	return &Run{Scored: scoredRun, wholes: map[string]*runAggregate{}, pages: pageCache{slots: pagesWithin(budget)},
		seen: optionalColumns{meta: map[string]bool{}, scores: map[string]bool{}, numbers: map[string]bool{}}}
}

const probed = 50

// Probe reads the first 50 examples from the file, so that [Table.Fields] knows metadata and
// numbers before the run is read. It doesn't add them to the run.
func (r *Run) Probe() {
	sums := make([]scoring.Aggregate, len(r.Scored.Protocols()))
	for i := range min(probed, r.Scored.Run.Len()) {
		ex := r.Scored.Run.Scan(i)
		r.learnColumns(recordOf(ex))
		held := r.Scored.Weigh(ex)
		for k, p := range r.Scored.Protocols() {
			if e := held.Evidence(p.Name); e != nil {
				if sums[k] == nil {
					sums[k] = p.Aggregate(scoring.Defaults())
				}
				sums[k].Add(e)
			}
		}
	}
	for _, sum := range sums {
		if sum != nil {
			r.learnNumbers(sum.Scores())
		}
	}
}

func (r *Run) learnNumbers(scores []scoring.Score) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range scores {
		if name := ColumnOf(s.Protocol, s.Metric, s.Of); name != "" && s.Value.IsDefined() {
			r.seen.numbers[name] = true
		}
	}
}

// countNumbers notes the protocols' numbers that the whole run defines: once, after all examples
// are scored, because scores of the whole run take long.
func (r *Run) countNumbers(settings scoring.Settings) {
	_, _, complete := r.Scored.Progress()
	r.mu.Lock()
	due := complete && !r.seen.whole
	r.seen.whole = r.seen.whole || complete
	r.mu.Unlock()
	if due {
		r.learnNumbers(r.Scored.Scores(settings))
	}
}

// listColumns lists the columns of a table of examples. It keeps the last list, because tables
// are made often.
func (r *Run) listColumns(t *Table) []Column {
	r.countNumbers(t.settings)
	r.mu.Lock()
	defer r.mu.Unlock()
	var shared []string
	if t.other != nil {
		shared = loaders.Shared(t.Types(), t.other.Types())
	}
	judged := r.Scored.Judged()
	of := fmt.Sprintf("%q %q %v %d %d %d %v %q", t.Types(), shared, t.other != nil, len(r.seen.meta), len(r.seen.scores),
		len(r.seen.numbers), r.seen.probable, judged)
	if r.columnsOf != of {
		r.columnsOf, r.columns = of, r.seen.listColumns(t.Types())
		if own := r.columns; len(judged) == 1 && placeOf(own, judged[0]) < 0 { // as lists head it
			k := placeOf(own, "faithfulness")
			own[k].Aliases = append(slices.Clip(own[k].Aliases), judged[0])
		}
		for _, name := range r.Scored.Run.FactNames() {
			r.columns = append(r.columns, runColumn(name, r.Scored.Run.Fact(name)))
		}
		if t.other != nil {
			r.columns = append(r.columns, otherColumns(shared)...)
		}
	}
	return r.columns
}

// listColumns lists the columns without another run. Without an F1 of boxes, faithfulness loses
// its alias f1, because the F1 of words has it.
func (s *optionalColumns) listColumns(moduleTypes []string) []Column {
	all := slices.Clone(Examples)
	for k, name := range moduleTypes {
		all = append(all, typeColumns(k, name)...)
	}
	if s.probable {
		all = append(all, probability)
	}
	if s.numbers[dependence] {
		all = append(all, asked...)
	}
	has := loaders.Filter(numbers(), func(n protocolNumber) bool { return s.numbers[n.name] })
	if s.numbers["answers.f1"] && !s.numbers["module-boxes.f1"] {
		all[placeOf(all, "faithfulness")].Aliases = nil
	}
	for _, n := range has {
		all = append(all, n.asColumn(has))
	}
	for _, name := range loaders.SortedKeys(s.scores) {
		all = append(all, underGroup("Scores", ofRecord("score."+name, "the file's own score",
			func(r *exampleRecord) float64 { return valueOf(r.scores, name, math.NaN()) }).from(answered))...)
	}
	for _, key := range loaders.SortedKeys(s.meta) {
		all = append(all, underGroup("Metadata", ofRecord("meta."+key, "from the file",
			func(r *exampleRecord) string { return valueOf(r.meta, key, "") }).asFacet())...)
	}
	return all
}

// Table returns the table of examples under settings, beside the tables of other runs under the
// same settings. An example's delta is its number minus that in the first of otherRuns.
func (r *Run) Table(settings scoring.Settings, otherRuns []*Run) *Table {
	return r.tableBeside(settings, tablesAlone(otherRuns, settings))
}

func tablesAlone(runs []*Run, settings scoring.Settings) []func() *Table {
	return loaders.Map(runs, func(r *Run) func() *Table {
		return sync.OnceValue(func() *Table { return r.Table(settings, nil) })
	})
}

func (r *Run) tableBeside(settings scoring.Settings, otherTables []func() *Table) *Table {
	read, _, _ := r.Scored.Progress()
	t := &Table{Summaries: r.Scored.Summaries(settings), runSnapshot: runSnapshot{r, settings, read}, others: otherTables}
	if len(otherTables) > 0 {
		t.other = otherTables[0]()
	}
	t.places = sync.OnceValue(t.findExamples)
	t.columns = r.listColumns(t)
	return t
}

// Tables returns the tables of runs under one settings, each beside the [Others].
func Tables(runs []*Run, settings scoring.Settings) []*Table {
	tables := tablesAlone(runs, settings)
	return loaders.Fill(len(runs), func(i int) *Table { return runs[i].tableBeside(settings, Others(tables, i)) })
}
