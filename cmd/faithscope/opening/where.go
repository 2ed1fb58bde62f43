package opening

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// whereHelp is the help of --where.
const whereHelp = "only the examples for which this query holds: 'find<.3 wrong', 'not correct and f1.find < .5'"

// AddWhere adds the flag that says which examples are meant.
func (f *Flags) AddWhere(set *pflag.FlagSet) { set.StringVar(&f.Where, "where", "", whereHelp) }

// Narrow leaves of every run the examples that --where names, and says how many
// they are. What a query says of another run is of the first one, for the first
// of the second.
func (f *Flags) Narrow(ctx context.Context, told io.Writer, runs ...*loaders.Run) error {
	if f.Where == "" {
		return nil
	}
	tables, err := f.Tables(ctx, runs)
	if err != nil {
		return err
	}
	kept := make([][]int, len(runs))
	for i, t := range tables {
		if kept[i], err = f.Selected(ctx, t); err != nil {
			return fmt.Errorf("%s: %w", runs[i].Path, err)
		}
	}
	for i, run := range runs {
		fmt.Fprintf(told, "%s: %d of %s where %s\n", loaders.Clean(run.Name), len(kept[i]), loaders.Count(run.Len(), "example"), loaders.Clean(f.Where))
		run.Narrow(kept[i])
	}
	return nil
}

// NarrowPair leaves of two runs the examples of the first that --where names,
// and of the second those of the same ids.
func (f *Flags) NarrowPair(ctx context.Context, told io.Writer, a, b *loaders.Run) error {
	if f.Where == "" {
		return nil
	}
	tables, err := f.Tables(ctx, []*loaders.Run{a, b})
	if err != nil {
		return err
	}
	kept, err := f.Selected(ctx, tables[0])
	if err != nil {
		return fmt.Errorf("%s: %w", a.Path, err)
	}
	ids := make(map[string]bool, len(kept))
	for _, i := range kept {
		ids[a.Row(i).ID] = true
	}
	var same []int
	for i := range b.Len() {
		if ids[b.Row(i).ID] {
			same = append(same, i)
		}
	}
	fmt.Fprintf(told, "%s: %d of %s where %s\n", loaders.Clean(a.Name), len(kept), loaders.Count(a.Len(), "example"), loaders.Clean(f.Where))
	a.Narrow(kept)
	b.Narrow(same)
	return nil
}

// Tables reads runs and returns the facts of each, as [facts.Tables] does.
func (f *Flags) Tables(ctx context.Context, runs []*loaders.Run) ([]*facts.Table, error) {
	every := *f
	every.Protocols = nil // a query may ask what is not reported
	protocols, err := every.Asked(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]*facts.Run, len(runs))
	for i, run := range runs {
		s := session.New(run, protocols)
		s.Aim(f.Settings)
		if err := s.Read(ctx); err != nil {
			return nil, err
		}
		all[i] = factsOf(s)
	}
	return facts.Tables(all, f.Settings), nil
}

// factsOf returns the tables of a run that was read, with what was said of it.
func factsOf(s *session.Scored) *facts.Run {
	r, book := facts.New(s), Book(s.Run, BookAt(s.Run, false))
	r.Marks = func(id string) ([]string, bool) { return book.TagsOf(id), book.Marked(id) }
	r.Probe()
	return r
}

// Groups returns runs cut into the examples that have each value of an expression,
// as runs of their own; the runs themselves for none. Examples without a value are
// in no group.
func (f *Flags) Groups(ctx context.Context, runs []*session.Scored, by string) ([]*session.Scored, error) {
	if by == "" {
		return runs, nil
	}
	var all []*session.Scored
	for _, s := range runs {
		t := factsOf(s).Table(f.Settings, nil)
		e, err := query.ParseExpression(by, t.Fields())
		if err != nil {
			return nil, fmt.Errorf("--by %s: %w", by, err)
		}
		groups, err := t.Groups(ctx, e, t.All())
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			part, err := s.Group(ctx, fmt.Sprintf("%s · %s %s", s.Run.Name, e, g.Text), g.Rows)
			if err != nil {
				return nil, err
			}
			all = append(all, part)
		}
	}
	return all, nil
}

// Selected returns the examples of a run for which --where holds, all without it.
func (f *Flags) Selected(ctx context.Context, t *facts.Table) ([]int, error) {
	q, err := query.Parse(f.Where, t.Fields())
	if err != nil {
		return nil, whereError(f.Where, err)
	}
	f.asks = q.Uses()
	s, err := t.Select(ctx, q)
	if err == nil && s.Failed > 0 {
		err = fmt.Errorf("--where: %s cannot be asked: %w", loaders.Count(s.Failed, "example"), s.Why)
	}
	return s.Rows, err
}

// ByAnswer reports whether --where, which was read, chooses examples by whether
// their answers are right: of those an accuracy says nothing.
func (f *Flags) ByAnswer() bool {
	return slices.ContainsFunc(f.asks, func(field string) bool {
		return slices.Contains([]string{"verdict", "right", "wrong", "quadrant"}, field)
	})
}

// whereError shows the place that an error of a query names.
func whereError(where string, err error) error {
	var at *query.Error
	if errors.As(err, &at) {
		return fmt.Errorf("--where: %s\n%s", loaders.Clean(at.What), at.Point(loaders.Clean(where)))
	}
	return fmt.Errorf("--where: %w", err)
}
