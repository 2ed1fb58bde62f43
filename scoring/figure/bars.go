package figure

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
)

func drawHistograms(ctx context.Context, rowSource Source, f *Figure) error {
	rows, t, metric := rowSource.run().Summaries(rowSource.Settings), rowSource.exampleTable(), ""
	for i := 0; i < rows.Len() && metric == ""; i++ {
		metric = rows.Metric(i)
	}
	err := f.addBars(ctx, rowSource, t, Panel{Title: "whole example", X: Axis{metric, shares}}, "faithfulness", false, "")
	for _, k := range rows.Present() {
		if name := rows.Types()[k]; err == nil {
			err = f.addBars(ctx, rowSource, t, Panel{Title: name, X: Axis{metric, shares}}, query.Reference("f1."+name), false, "")
		}
	}
	if len(f.Panels) == 0 {
		f.leaveOut(rowSource.run(), "no example has a score of its own")
	}
	return err
}

// drawLabels draws the gold counts of all examples behind those in the test half of the slice that
// leaves 90 percent out, so that one sees what the slice changes.
func drawLabels(ctx context.Context, rowSource Source, f *Figure) (err error) {
	t := rowSource.exampleTable()
	for _, strategy := range strategies {
		if err == nil {
			err = f.addBars(ctx, rowSource, t, Panel{Title: strategy.String(), X: Axis{Label: "expected count"}}, "count.gold", true,
				"", strconv.Quote(strategy.String()+"-90")+" in slice")
		}
	}
	if f.Panels == nil {
		f.leaveOut(rowSource.run(), noCounts)
	}
	return err
}

// addBars counts the examples of each query by countedField: in ten ranges, or by whole numbers, one
// more at both ends. Without any there is no panel.
func (f *Figure) addBars(ctx context.Context, rowSource Source, t *facts.Table, p Panel, countedField string, wholeNumbers bool,
	exampleQueries ...string) error {
	e, err := query.ParseExpression(countedField, t.Fields())
	if err != nil {
		return err
	}
	var edges []float64
	p.Form = Bars
	for _, where := range exampleQueries {
		q, err := query.Parse(where, t.Fields())
		if err != nil {
			return err
		}
		chosen, err := t.Select(ctx, q)
		if err != nil {
			return err
		}
		all, err := e.Values(ctx, t, chosen.Rows)
		values := loaders.Filter(loaders.Map(all, query.Float), func(x float64) bool { return x-x == 0 })
		if len(values) == 0 {
			return err
		}
		if low, high := slices.Min(values), slices.Max(values); edges == nil {
			edges = facts.Edges(min(0, low), max(1, high), 10)
			if wholeNumbers {
				edges = loaders.Fill(int(high-low)+4, func(i int) float64 { return low - 1.5 + float64(i) })
			}
		}
		p.Series = append(p.Series, barsOf(values, edges, e.String(), where, wholeNumbers))
	}
	most := 0.0
	for _, at := range p.Series[0].Points {
		n, _ := at.Y.Float()
		most = max(most, n)
	}
	if p.Y = (Axis{"examples", facts.Edges(0, most, 5)}); wholeNumbers {
		p.X.Ticks = loaders.Map(p.Series[0].Points, placeOf)
	} else if p.X.Min() != edges[0] || p.X.Max() != edges[len(edges)-1] {
		p.X.Ticks = edges
	}
	for i := range p.Series {
		p.Series[i].Run = rowSource.Run
		p.Series[i].Name = []string{loaders.IfElse(wholeNumbers, "all", p.Title), "one draw of the test slice, 90 % left out"}[i]
	}
	f.Panels = append(f.Panels, p)
	return nil
}

func barsOf(values, binEdges []float64, countedField, exampleQuery string, wholeNumbers bool) (s Series) {
	counts := make([]int, len(binEdges)-1)
	for _, x := range values {
		counts[facts.Place(binEdges, x)]++
	}
	for i, n := range counts {
		at := Point{X: (binEdges[i] + binEdges[i+1]) / 2, Y: scoring.Defined(float64(n)), N: len(values), Leads: facts.Between(countedField,
			binEdges, i)}
		if wholeNumbers {
			at.Leads = query.Equal(countedField, at.X)
		}
		if at.Leads = strings.TrimPrefix(exampleQuery+" and "+at.Leads, " and "); wholeNumbers && n == 0 {
			at.Y, at.Leads = scoring.Undefined("no examples"), ""
		}
		s.Points = append(s.Points, at)
	}
	return s
}
