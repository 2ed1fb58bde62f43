package figure

import (
	"context"
	"slices"
)

// Kind is a kind of figure.
type Kind struct {
	Name, Title string
	One         bool
	Protocol    string // required scores, "" for none
	fill        func(ctx context.Context, src Source, f *Figure) error
}

// Make computes the figure without empty panels and sets each series' look. It may read examples
// again; the error is the context's.
func (k Kind) Make(ctx context.Context, src Source) (Figure, error) {
	f := Figure{Name: k.Name, Title: k.Title}
	if len(src.Runs) == 0 {
		f.Left = []string{"no run is open"}
		return f, nil
	}
	if k.One {
		f.Title += " · " + src.Runs[src.Run].Run.Name
	}
	if err := k.fill(ctx, src, &f); err != nil {
		return Figure{}, err
	}
	f.Panels = slices.DeleteFunc(f.Panels, func(p Panel) bool {
		return !slices.ContainsFunc(p.Series, func(s Series) bool { return len(s.Points) > 0 })
	})
	looks := looksOf(src.Runs)
	for _, p := range f.Panels {
		for i := range p.Series {
			p.Series[i].Look = plainLook(i)
			if !k.One {
				p.Series[i].Look, p.Series[i].Data = looks[p.Series[i].Run], src.Runs[p.Series[i].Run].Run.Dataset
			}
		}
	}
	return f, nil
}
