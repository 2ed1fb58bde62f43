package figure

import (
	"context"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
)

func drawHistograms(_ context.Context, src Source, f *Figure) error {
	run := src.Runs[src.Run]
	rows := run.Summaries(src.Settings)
	add := func(title, label, column string, value func(i int) scoring.Value) {
		var values []float64
		for i := range rows.Len() {
			if x, ok := value(i).Float(); ok {
				values = append(values, x)
			}
		}
		if len(values) == 0 {
			return
		}
		p := Panel{Title: title, X: Axis{label, shares}, Form: Bars}
		edges := facts.Edges(min(0, slices.Min(values)), max(1, slices.Max(values)), 10)
		counts := make([]int, len(edges)-1)
		for _, x := range values {
			counts[facts.Place(edges, x)]++
		}
		s := Series{Name: title, Run: src.Run}
		for i, n := range counts {
			s.Points = append(s.Points, Point{(edges[i] + edges[i+1]) / 2, scoring.Defined(float64(n)), len(values),
				facts.Between(column, edges, i), [2]*scoring.Score{}})
		}
		if p.X.Ticks[0] != edges[0] || p.X.Max() != edges[len(edges)-1] {
			p.X.Ticks = edges
		}
		p.Y, p.Series = Axis{"examples", facts.Edges(0, float64(slices.Max(counts)), 5)}, []Series{s}
		f.Panels = append(f.Panels, p)
	}
	metric := ""
	for i := 0; i < rows.Len() && metric == ""; i++ {
		metric = rows.Metric(i)
	}
	add("whole example", metric, "faithfulness", rows.Overall)
	for _, k := range rows.Present() {
		add(rows.Types()[k], metric, query.Reference("f1."+rows.Types()[k]), func(i int) scoring.Value { return rows.Type(i, k) })
	}
	if len(f.Panels) == 0 {
		f.leaveOut(run, "no example has a number of its own")
	}
	return nil
}
