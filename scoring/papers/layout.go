package papers

import (
	"context"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/session"
)

// LayEach lays out runs by their data sets, runs[first]'s first, and returns the tables with a
// row of a run; without any, the last table. The error is the context's.
func (t *Table) LayEach(ctx context.Context, runs []*session.Scored, first int, s scoring.Settings, paper bool) (list []*Laid, err error) {
	var laid *Laid
	for _, own := range t.splitByData(runs, first) {
		if laid, err = own.Lay(ctx, runs, s, paper); err != nil {
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
func (t *Table) Lay(ctx context.Context, runs []*session.Scored, s scoring.Settings, paper bool) (*Laid, error) {
	l := &Laid{Table: t, Columns: t.Columns, Settings: s, Paper: paper, runs: runs}
	l.of, l.rows = map[exampleSubset]*session.Scored{}, map[exampleSubset][]int{}
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
		case !isJudged(of):
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
	if paper && slices.ContainsFunc(all, func(p string) bool { return slices.Contains(t.protocols, p) }) {
		l.addPublished()
	}
	return l, nil
}

func (l *Laid) dropUnmeasured() {
	if !slices.ContainsFunc(l.Rows, func(r Row) bool { return slices.ContainsFunc(r.Cells, isMeasured) }) {
		l.Rows = nil
	}
}

func isJudged(protocols []string) bool {
	return slices.ContainsFunc(protocols, func(p string) bool { return p != answers.Protocol.Name && slices.Contains(judged, p) })
}

// judged are the protocols of runs with more than answers.
var judged = []string{"module-boxes", "module-spans", "counting", "alignment", "sentences", "rationales"}

func protocolsOf(ctx context.Context, run *session.Scored, s scoring.Settings) (list []string, err error) {
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
