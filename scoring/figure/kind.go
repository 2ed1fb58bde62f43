package figure

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// FigureKind is a kind of figure.
type FigureKind struct {
	Name, Title string
	One         bool
	Protocol    string // required scores, "" for none
	fill        func(ctx context.Context, src Source, f *Figure) error
}

// Make computes the figure without empty panels, sorts points and sets each series' look. It may read examples
// again; the error is the context's.
func (k FigureKind) Make(ctx context.Context, rowSource Source) (Figure, error) {
	f := Figure{Name: k.Name, Title: k.Title}
	if len(rowSource.Runs) == 0 {
		f.Left = []string{"no run is open"}
		return f, nil
	}
	if k.One {
		f.Title += " · " + rowSource.run().Run.Name
	}
	if err := k.fill(ctx, rowSource, &f); err != nil {
		return Figure{}, err
	}
	f.Panels = slices.DeleteFunc(f.Panels, func(p Panel) bool {
		return !slices.ContainsFunc(p.Series, func(s Series) bool { return len(s.Points) > 0 })
	})
	looks := looksOf(rowSource.Runs)
	for _, p := range f.Panels {
		runs := scoring.AppendNew(nil, loaders.Map(p.Series, func(s Series) int { return s.Run })...)
		for i := range p.Series {
			s := &p.Series[i]
			loaders.SortBy(s.Points, placeOf)
			s.Look = SeriesStyle{min(i, colors-1), i}
			if k.One {
				continue
			}
			if s.Data = rowSource.Runs[s.Run].Run.Dataset; looks != nil && len(runs) == len(p.Series) { // else of one run's examples
				s.Look = looks[s.Run]
			}
		}
	}
	return f, nil
}
