package figure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/stats"
)

// Scatter plots two expressions ([query.ParseExpression]) over a run's examples, a series per
// verdict. Many x are put into ranges and y rounded; points count examples. A non-number is noted.
func Scatter(x, y string) FigureKind {
	title := y + " against " + x
	first, size := utf8.DecodeRuneInString(title)
	return FigureKind{"scatter", string(unicode.ToUpper(first)) + title[size:], true, "", func(ctx context.Context, src Source,
		f *Figure) error {
		t := src.exampleTable()
		of, err := query.ParseExpressions(t.Fields(), x, y)
		if err != nil {
			f.Note = err.Error()
		}
		for k, e := range of {
			if e.Kind() != query.Number {
				f.Note = []string{x, y}[k] + " is not numeric: name two numeric fields, such as `f1.find, faithfulness`"
			}
		}
		if f.Note != "" {
			return nil
		}
		return f.drawScatter(ctx, src, t, of[0], of[1])
	}}
}

const mostPlaces = 100

// drawScatter cuts each axis into about mostPlaces places, because a terminal shows no more.
func (f *Figure) drawScatter(ctx context.Context, rowSource Source, t *facts.Table, x, y *query.Expression) error {
	rows := t.All()
	bins, err := t.Bins(ctx, x, rows, mostPlaces)
	if err != nil {
		return err
	}
	having, xs, ys, err := t.Pairs(ctx, x, y, rows)
	if len(having) == 0 || err != nil {
		f.leaveOut(rowSource.run(), "no example has both numbers")
		return err
	}
	places := make(map[int]int, len(having)) // by row
	for k, row := range having {
		places[row] = k
	}
	low, high := slices.Min(ys), slices.Max(ys)
	step := (high - low) / mostPlaces
	p := Panel{Form: Points, X: Axis{x.String(), facts.Edges(slices.Min(xs), slices.Max(xs), 8)},
		Y: Axis{y.String(), facts.Edges(low, high, 8)}, Means: "mean of " + x.String() + " or " + y.String() + " over the examples at the cursor"}
	for _, v := range []loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown} {
		s := Series{Name: v.String(), Run: rowSource.Run}
		for _, g := range bins {
			heights, sum, here := map[float64]int{}, 0.0, 0
			for _, row := range g.Rows {
				if at, both := places[row]; both && t.Answer(row) == v {
					height := ys[at]
					if step > 0 {
						height = low + float64(math.Round((height-low)/step)*step)
					}
					heights[height]++
					sum, here = sum+xs[at], here+1
				}
			}
			for _, height := range loaders.SortedKeys(heights) {
				s.Points = append(s.Points, Point{sum / float64(here), scoring.Defined(height), heights[height], g.Where, PointScores{}, ""})
			}
		}
		if len(s.Points) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	f.Panels = []Panel{p}
	if r, defined := stats.Pearson(xs, ys).Float(); defined {
		f.Title += fmt.Sprintf(" · Pearson's r %+.2f over %s", r, loaders.Count(len(xs), "example"))
	}
	return nil
}
