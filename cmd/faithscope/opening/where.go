package opening

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// AddWhere adds --where, --allow-empty and --sample.
func (f *Flags) AddWhere() {
	value.Declare(f.Set,
		&f.Where, "where", "only examples matching `QUERY`, like 'find<.3 wrong'",
		&f.selection.allowEmpty, "allow-empty", "continue even if --where selects no examples",
		&f.Sample, "sample", "draw this many examples from each run, or from each group of --by")
}

// AddBy adds --by.
func (f *Flags) AddBy() {
	value.Declare(f.Set, &f.By, "by", "split runs by a column or expression, like kind or 'depth > 3'; for facts about runs "+
		"(run.model), print the mean ± standard deviation over runs that share a value; a semicolon adds a grouping")
}

// AddQuery adds the flags of AddWhere and AddShared.
func (f *Flags) AddQuery() {
	f.AddWhere()
	f.AddShared()
}

// Paired and Unpaired are values for [Flags.Narrow].
const (
	Paired   = true
	Unpaired = false
)

// Narrow reduces every run to the examples that --where selects and --sample draws, and prints
// their number; without these flags it does nothing. With isPaired, later runs keep the ids kept in the
// first. In a query, the other run is the first one, or the second for the first. It fails if
// nothing is selected, without --allow-empty.
func (f *Flags) Narrow(isPaired bool, runs ...*loaders.Run) error {
	if f.Where == "" && (f.Sample == 0 || f.By != "") {
		return nil
	}
	tables, err := f.Tables(runs)
	if err != nil {
		return err
	}
	said := f.describeSelection()
	kept, ids := make([][]int, len(runs)), map[string]bool{}
	for i, run := range runs {
		if isPaired && i > 0 {
			for k := range run.Len() {
				if ids[run.Row(k).ID] {
					kept[i] = append(kept[i], k)
				}
			}
			continue
		}
		if kept[i], err = f.Selected(run, tables[i]); err != nil {
			return fmt.Errorf("%s: %w", run.Path, err)
		}
		for _, k := range kept[i] {
			ids[run.Row(k).ID] = true
		}
		f.Command.PrintErrf("%s: %d of %s %s\n", loaders.Clean(run.Name), len(kept[i]), loaders.Count(run.Len(), "example"), said)
	}
	for i, run := range runs {
		run.Narrow(kept[i])
		run.Selected = said + loaders.IfElse(isPaired && i > 0, " in "+loaders.Clean(runs[0].Name), "")
	}
	return f.CheckSelected(len(ids))
}

func (f *Flags) describeSelection() string {
	var selected []string
	if f.Where != "" {
		selected = append(selected, "where "+loaders.Clean(f.Where))
	}
	if f.Sample > 0 && f.By == "" {
		selected = append(selected, fmt.Sprintf("sampled (at most %d, seed %d)", f.Sample, f.Settings.Seed))
	}
	return strings.Join(selected, ", ")
}

// drawSample decides by id and seed, not by place, so that runs of the same examples keep the same
// ones.
func (f *Flags) drawSample(run *loaders.Run, rowIndices []int) []int {
	if f.Sample == 0 || uint64(len(rowIndices)) <= f.Sample {
		return rowIndices
	}
	lots := map[int]uint64{}
	for _, k := range rowIndices {
		id := fnv.New64a()
		_, _ = io.WriteString(id, run.Row(k).ID)
		lots[k] = rand.NewPCG(f.Settings.Seed, id.Sum64()).Uint64()
	}
	list := slices.Clone(rowIndices)
	loaders.SortBy(list, func(i int) uint64 { return lots[i] })
	list = list[:f.Sample]
	slices.Sort(list)
	return list
}

// Tables reads every example of runs, for all protocols whatever --protocol says, and returns their
// facts, like [facts.Tables].
func (f *Flags) Tables(runs []*loaders.Run) ([]*facts.Table, error) {
	all, err := f.readFacts(runs)
	return facts.Tables(all, f.Settings), err
}

func (f *Flags) readFacts(runs []*loaders.Run) ([]*facts.Run, error) {
	every := *f
	every.Protocols = nil // a query may ask for what is not reported
	protocols, err := every.Asked()
	if err != nil {
		return nil, err
	}
	all := make([]*facts.Run, len(runs))
	for i, run := range runs {
		s := session.New(run, protocols)
		s.Aim(f.Settings)
		if err := readAll(f.Context(), s); err != nil {
			return nil, err
		}
		all[i] = factsOf(s)
	}
	return all, nil
}

func factsOf(s *session.ScoredRun) *facts.Run {
	r, book := facts.New(s), Book(s.Run, NotDemo, "")
	r.Marks = book.MarksOf
	r.Probe()
	return r
}

func (f *Flags) groupRuns(scoredRuns []*session.ScoredRun) ([]*session.ScoredRun, error) {
	if f.By == "" {
		return scoredRuns, nil
	}
	all := loaders.Map(scoredRuns, factsOf)
	if len(f.Protocols) > 0 {
		var err error
		if all, err = f.readFacts(loaders.Map(scoredRuns, func(s *session.ScoredRun) *loaders.Run { return s.Run })); err != nil {
			return nil, err
		}
		for i, s := range scoredRuns {
			all[i].Reported = s
		}
	}
	grouped := map[*session.ScoredRun]map[int]bool{}
	sample := func(s *session.ScoredRun, rows []int) []int {
		if grouped[s] == nil {
			grouped[s] = map[int]bool{}
		}
		for _, i := range rows {
			grouped[s][i] = true
		}
		return f.drawSample(s.Run, rows)
	}
	groups, err := facts.Cut(f.Context(), facts.Tables(all, f.Settings), f.By, sample)
	if err != nil {
		return nil, fmt.Errorf("--by %w", err)
	}
	for s, rows := range grouped {
		if without := s.Run.Len() - len(rows); without > 0 {
			s.Run.ReportProblem("%d of %d examples have no value for --by %s, so they aren't in any group", without, s.Run.Len(), f.By)
		}
	}
	return groups, nil
}

// ParseBy returns the expression of --by over the columns of t, or why it isn't one.
func (f *Flags) ParseBy(t *facts.Table) (*query.Expression, error) {
	e, err := query.ParseExpression(f.By, t.Fields())
	if err != nil {
		return nil, fmt.Errorf("--by %s: %w", f.By, err)
	}
	return e, nil
}

// Selected returns the examples of a run for which --where holds, all without it, of which --sample
// draws unless --by draws from its groups. ByAnswer uses the query's fields afterwards. A word that
// may be misspelt is a [UsageError]; if the query fails on examples, the error comes with the others.
func (f *Flags) Selected(run *loaders.Run, t *facts.Table) ([]int, error) {
	q, err := query.Parse(f.Where, t.Fields())
	if err != nil {
		return nil, whereError(f.Where, err)
	}
	if doubt := q.DoubtWord(f.Context(), t, t.All()); doubt != "" {
		return nil, UsageError{errors.New(doubt + " (use text:WORD to search)")}
	}
	f.selection.asks = q.Uses()
	s, err := t.Select(f.Context(), q)
	if err == nil && s.Failed > 0 {
		err = fmt.Errorf("--where fails on %s: %w", loaders.Count(s.Failed, "example"), s.Why)
	}
	if f.By == "" {
		s.Rows = f.drawSample(run, s.Rows)
	}
	return s.Rows, err
}

// UsageError is an error in what was typed that might pass for a result, and so has an exit code of
// its own.
type UsageError struct{ error }

// CheckSelected returns a [UsageError] if selectedCount is 0 with --where and without --allow-empty.
func (f *Flags) CheckSelected(selectedCount int) error {
	if selectedCount > 0 || f.Where == "" || f.selection.allowEmpty {
		return nil
	}
	return UsageError{errors.New("no example matches; use --allow-empty to continue")}
}

// ByAnswer is [report.ChoosesByAnswer] of --where, once Selected has read it.
func (f *Flags) ByAnswer() bool { return report.ChoosesByAnswer(f.selection.asks) }

func whereError(whereQuery string, err error) error {
	if at, ok := errors.AsType[*query.Error](err); ok {
		return queryPlaceError{"--where: " + loaders.Clean(at.What), at.Point(loaders.Clean(whereQuery))}
	}
	return fmt.Errorf("--where: %w", err)
}

// queryPlaceError is an error about a place in a query, marked below it.
type queryPlaceError struct{ what, place string }

func (p queryPlaceError) Error() string { return p.what + "\n" + p.place }

func (p queryPlaceError) Place() string { return p.place }
