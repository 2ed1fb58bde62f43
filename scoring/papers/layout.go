package papers

import (
	"context"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// LayEach lays out runs by their data sets, runs[firstRunIndex]'s first, and returns the tables with a
// row of a run; without any, the last table. The error is the context's.
func (t *Table) LayEach(
	ctx context.Context, runs session.Runs, firstRunIndex int, s scoring.Settings, withPaperRows bool,
) (list []*FilledTable, err error) {
	var laid *FilledTable
	for _, own := range t.splitByData(runs, firstRunIndex) {
		if laid, err = own.Lay(ctx, runs, s, withPaperRows); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(laid.Rows, func(r Row) bool { return r.Run != -1 }) {
			list = append(list, laid)
		}
	}
	if list == nil {
		list = append(list, laid)
	}
	return list, nil
}

// Lay lays out the runs of the table's kind, which were read, in order, with rows of references
// or over all runs if the table has them. No rows of runs remain if none has a number. The
// paper's rows follow if they are wanted and some run is of the paper's kind. The error is the
// context's.
func (t *Table) Lay(ctx context.Context, runs session.Runs, s scoring.Settings, withPaperRows bool) (*FilledTable, error) {
	l := &FilledTable{Table: t, Columns: t.Columns, Settings: s, Paper: withPaperRows, runs: runs}
	l.of, l.rows = map[exampleSubset]*session.ScoredRun{}, map[exampleSubset][]int{}
	if t.across {
		l.Columns = nil
	}
	all, alone := []string(nil), []int(nil)
	for i, run := range runs {
		if t.only != nil && run.Run.Dataset != *t.only {
			continue
		}
		of, err := protocolsOf(ctx, run, s)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
		switch {
		case t.Kind == statistics && slices.Contains(of, t.protocol):
			alone = append(alone, i)
		case slices.Contains(of, t.protocol):
			err = l.addRun(ctx, i)
		case !slices.ContainsFunc(of, func(p string) bool { return slices.Contains(judged, p) }):
			alone = append(alone, i)
		}
		if err != nil {
			return nil, err
		}
	}
	add := l.addBeside
	if t.Kind == statistics {
		add = l.addStatistics
	}
	if err := add(ctx, alone); err != nil {
		return nil, err
	}
	l.dropUnmeasured()
	if withPaperRows && slices.ContainsFunc(all, func(p string) bool { return slices.Contains(t.protocols, p) }) {
		l.addPublished()
	}
	return l, l.deriveColumns(ctx)
}

func (l *FilledTable) dropUnmeasured() {
	if !slices.ContainsFunc(l.Rows, func(r Row) bool { return slices.ContainsFunc(r.Cells, isMeasured) }) {
		l.Rows = nil
	}
}

func (l *FilledTable) deriveColumns(ctx context.Context) error {
	for k, c := range l.Columns {
		if c.Formula == "" {
			continue
		}
		made, err := facts.Derive(ctx, l.Sheet(), c.Formula)
		if err != nil {
			return err
		}
		for i, r := range l.Rows {
			cell, own := made.At(i, 1), &r.Cells[k]
			own.Value, _ = cell.Value.(scoring.Value)
			if own.Count, own.Metric = cell.N, c.Formula; r.Run == -1 {
				own.Printed = strings.TrimSuffix(made.Columns[1].Show(cell), table.Absent)
			}
		}
	}
	return nil
}

// judged are the protocols of runs with more than answers.
var judged = []string{"module-boxes", "module-spans", "counting", "alignment", "sentences", "rationales"}

func protocolsOf(ctx context.Context, run *session.ScoredRun, s scoring.Settings) (list []string, err error) {
	for k, p := range run.Protocols() {
		total, err := run.Total(ctx, k, s)
		if err != nil {
			return nil, err
		}
		if total != nil {
			list = append(list, p.Name)
		}
	}
	return list, nil
}
