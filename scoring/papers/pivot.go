package papers

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/session"
)

// RunPivot is the runs of one data set by model and method.
type RunPivot struct {
	of              string // data set and metric
	measure         ScoreName
	models, methods []string
	runs            map[[2]string][]int
}

// FindPivot groups runs by data set and metric of faithfulness, and returns the first group with
// several models of which some share a method; nil for none. It leaves out runs without model,
// method or judged examples.
func FindPivot(runs session.Runs) *RunPivot {
	var all []*RunPivot
	for i, run := range runs {
		model, method := figure.Family(run)
		by := run.Judged()
		if model == "" || method == "" || len(by) == 0 {
			continue
		}
		name := run.Run.Dataset + by[0]
		p := *scoring.FindOrAppend(&all, func(p *RunPivot) bool { return p.of == name },
			&RunPivot{of: name, measure: ScoreName{session.BarOf(by[0]).Protocol, by[0], "overall"}, runs: map[[2]string][]int{}})
		p.models, p.methods = scoring.AppendNew(p.models, model), scoring.AppendNew(p.methods, method)
		p.runs[[2]string{model, method}] = append(p.runs[[2]string{model, method}], i)
	}
	return loaders.ElementAt(all, slices.IndexFunc(all, func(p *RunPivot) bool {
		return len(p.models) > 1 && len(p.methods) < len(p.runs)
	}))
}

// Lay lays out the runs in which the pivot was found: a row per model and a column per method,
// with the number by which examples are faithful; the mean over several runs, such as seeds. The
// error is the context's.
func (p *RunPivot) Lay(ctx context.Context, runs session.Runs, s scoring.Settings) (*FilledTable, error) {
	l := &FilledTable{Table: &Table{Name: "models-methods", Title: p.measure.Metric}, Settings: s, runs: slices.Clone(runs)}
	better := session.MetricIn(p.measure.Protocol, p.measure.Metric).Better
	for _, method := range p.methods {
		l.Columns = append(l.Columns, Column{ColumnMeaning: scoring.ColumnMeaning{Name: method, Better: better}, Measure: p.measure, Scale: 1})
	}
	for _, model := range p.models {
		row := Row{Name: model, Cells: slices.Repeat([]Cell{nowhere}, len(p.methods))}
		for k, method := range p.methods {
			at := p.runs[[2]string{model, method}]
			i := len(l.runs)
			switch {
			case at == nil:
				continue
			case len(at) == 1:
				i = at[0]
			default:
				together, err := session.Family(ctx, model, loaders.Map(at, func(i int) *session.ScoredRun { return runs[i] }))
				if err != nil {
					return nil, err
				}
				l.runs = append(l.runs, together)
			}
			cell, err := l.findCell(ctx, &Row{Run: i}, &l.Columns[k])
			if err != nil {
				return nil, err
			}
			if row.Cells[k] = cell; len(at) > 1 {
				row.Cells[k].Run = AllRuns
			}
		}
		l.Rows = append(l.Rows, row)
	}
	return l, nil
}
