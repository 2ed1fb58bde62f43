package figure

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
)

// A panel of bars per parity with a slice: the gold counts of all examples, behind those in the
// test half of the slice that leaves 90 percent out.
func drawLabels(ctx context.Context, src Source, f *Figure) error {
	run := src.Runs[src.Run]
	t := src.exampleTable()
	e, err := query.ParseExpression("count.gold", t.Fields())
	if err != nil {
		return err
	}
	for _, strategy := range strategies {
		slice := strategy.String() + "-90"
		p := Panel{Title: strategy.String(), X: Axis{Label: "gold count"}, Form: Bars}
		for _, part := range []struct{ name, where string }{
			{"all", ""}, {"one draw of the test slice, 90 % left out", strconv.Quote(slice) + " in slice"},
		} {
			q, err := query.Parse(part.where, t.Fields())
			if err != nil {
				return err
			}
			chosen, err := t.Select(ctx, q)
			if err != nil {
				return err
			}
			groups, err := t.Bins(ctx, e, chosen.Rows, mostPlaces)
			if err != nil {
				return err
			}
			s := Series{Name: part.name, Run: src.Run}
			for _, g := range groups {
				if x, err := strconv.ParseFloat(g.Text, 64); err == nil {
					s.Points = append(s.Points, Point{x, scoring.Defined(float64(len(g.Rows))), len(chosen.Rows),
						strings.TrimPrefix(part.where+" and "+g.Where, " and "), [2]*scoring.Score{}})
				}
			}
			p.Series = append(p.Series, s)
		}
		if p.widenAxes(); p.X.Ticks != nil {
			f.Panels = append(f.Panels, p)
		}
	}
	if f.Panels == nil {
		f.leaveOut(run, "no counting questions")
	}
	return nil
}

// Both series get a point at every whole number, so that bars align.
func (p *Panel) widenAxes() {
	least, most, high := math.Inf(1), math.Inf(-1), 0.0
	for _, at := range p.Series[0].Points {
		n, _ := at.Y.Float()
		least, most, high = min(least, at.X), max(most, at.X), max(high, n)
	}
	if most < least || len(p.Series[1].Points) == 0 {
		return
	}
	p.X.Ticks = loaders.Fill(int(most-least)+3, func(i int) float64 { return least - 1 + float64(i) })
	p.Y = Axis{"examples", facts.Edges(0, high, 5)}
	for i := range p.Series {
		own := p.Series[i].Points
		p.Series[i].Points = loaders.Map(p.X.Ticks, func(x float64) Point {
			if k := slices.IndexFunc(own, func(point Point) bool { return point.X == x }); k >= 0 {
				return own[k]
			}
			return Point{X: x, Y: scoring.Undefined("no example"), N: own[0].N}
		})
	}
}
