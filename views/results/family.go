package results

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// family are the runs of one data set by their models and methods.
type family struct {
	of              string // their data set, and the metric by which they are faithful
	models, methods []string
	runs            map[[2]string][]int
}

// pivotOf is the first family in which several models share a method, nil for
// none.
func pivotOf(src figure.Source) *family {
	var all []*family
	for i, run := range src.Runs {
		model, method := figure.Family(run)
		by := run.Judged()
		if model == "" || method == "" || len(by) == 0 {
			continue
		}
		name := run.Run.Dataset + by[0]
		at := slices.IndexFunc(all, func(f *family) bool { return f.of == name })
		if at < 0 {
			at, all = len(all), append(all, &family{of: name, runs: map[[2]string][]int{}})
		}
		all[at].models, all[at].methods = scoring.AppendNew(all[at].models, model), scoring.AppendNew(all[at].methods, method)
		all[at].runs[[2]string{model, method}] = append(all[at].runs[[2]string{model, method}], i)
	}
	of, _ := widget.First(all, func(f *family) bool { return len(f.models) > 1 && len(f.methods) < len(f.runs) })
	return of
}

// lay is the table of models by methods, with the number by which the runs' examples are
// faithful: of several runs, such as seeds, the mean.
func (of *family) lay(ctx context.Context, src figure.Source) page {
	p := page{sheet: &table.Table{Name: "pivot", Columns: table.Columns("model")}}
	for _, method := range of.methods {
		c := table.Number.Column(method)
		c.Rests = true
		p.sheet.Columns = append(p.sheet.Columns, c)
	}
	for _, model := range of.models {
		row, numbers := []any{model}, make([]source, len(of.methods))
		for k, method := range of.methods {
			cell, at := table.Cell{}, of.runs[[2]string{model, method}]
			if at == nil {
				row = append(row, cell)
				continue
			}
			run, place := src.Runs[at[0]], at[0]
			if len(at) > 1 {
				runs := loaders.Map(at, func(i int) *session.Scored { return src.Runs[i] })
				if together, err := session.Family(ctx, model, runs); err == nil { // or the context ended
					run, place = together, papers.AllRuns
				}
			}
			for _, s := range run.Scores(src.Settings) {
				if s.Of == "overall" && s.Metric == run.Judged()[0] {
					numbers[k] = source{place, false, views.NumberOf(s.Protocol, s.Metric, s.Of)}
					cell = table.Cell{Value: s.Value, N: s.Count, Interval: s.Interval}
					p.Title = numbers[k].String() + ", models by methods"
				}
			}
			row = append(row, cell)
		}
		p.of = append(p.of, numbers)
		p.sheet.Add(row...)
	}
	return p
}

// mostCounted is TallyQA's highest count: higher ones are counted together, and
// so are those below 0.
const mostCounted = 15

// counts returns a table of a run's questions by gold count and predicted count.
func counts(ctx context.Context, src figure.Source) page {
	var of [2]*query.Expression
	for k, name := range []string{"max(-1, min(count.predicted, %d))", "min(count.gold, %d)"} {
		of[k], _ = query.ParseExpression(fmt.Sprintf(name, mostCounted+1), src.Facts.Fields()) // every run has the columns
	}
	cross, err := src.Facts.Cross(ctx, of[0], of[1], src.Facts.All())
	p := page{crossed: true, notes: []string{"questions by their gold count and the predicted one; a predicted one is rounded half to even"}}
	if p.Title = "Gold counts by predicted ones · " + src.Runs[src.Run].Run.Name; err != nil || len(cross.Rows) < 2 {
		p.notes = []string{"the run has no answers to counting questions"}
		return p
	}
	label := func(text string) string {
		return strings.NewReplacer("-1", "<0", strconv.Itoa(mostCounted+1), ">"+strconv.Itoa(mostCounted)).Replace(text)
	}
	cross.Columns[0].Title = "gold, by predicted"
	for k := range cross.Columns[1:] {
		cross.Columns[k+1].Name = label(cross.Columns[k+1].Name)
	}
	for _, row := range cross.Rows {
		row[0].Value = label(row[0].Value.(string))
	}
	p.sheet = cross
	return p
}
