package session

import (
	"context"

	"faithscope/loaders"
)

// Group returns some examples of the run, in the given order, as a run with this name, scored under
// the current settings; it takes over what was read of them and reads the rest. Of a family it is
// the family of such groups of each of its runs. It must not outlive the run. The error is the
// context's.
func (s *Scored) Group(ctx context.Context, name string, rows []int) (*Scored, error) {
	if s.members == nil {
		g := beginRun(s, s.Run.Group(name, rows))
		if err := g.addFrom(ctx, 0, s, rows); err != nil {
			return nil, err
		}
		return g, g.Read(ctx) // what s has not read
	}
	var parts []*Scored
	first := 0
	for _, m := range s.members {
		var own []int
		for _, i := range rows {
			if k := i - first; k >= 0 && k < m.Run.Len() {
				own = append(own, k)
			}
		}
		part, err := m.Group(ctx, m.Run.Name, own)
		if err != nil {
			return nil, err
		}
		parts, first = append(parts, part), first+m.Run.Len()
	}
	return Family(ctx, name, parts)
}

// Family joins runs that were read, at least one, such as those of one model under several seeds,
// into one that has all their examples. A score of it is the mean of those of its runs, with their
// standard deviation as its interval; what is not a score, such as a curve over a threshold, is of
// all the examples. Its runs are scored by the same protocols, and it must not outlive them. Of one
// run it is simply that run's examples. The error is the context's.
func Family(ctx context.Context, name string, runs []*Scored) (*Scored, error) {
	f := beginRun(runs[0], loaders.Join(name, loaders.Map(runs, func(s *Scored) *loaders.Run { return s.Run })))
	first := 0
	for _, s := range runs {
		if err := f.addFrom(ctx, first, s, loaders.Indices(s.Run.Len())); err != nil {
			return nil, err
		}
		first += s.Run.Len()
	}
	if len(runs) > 1 {
		f.members = runs
	}
	return f, f.Read(ctx)
}

func beginRun(s *Scored, run *loaders.Run) *Scored {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := New(run, s.protocols)
	g.Aim(s.settings)
	return g
}

// addFrom adds to s what from has prepared of its examples rows, as the examples first, first+1, …
// of s, loading their blocks where they are not in memory; those that from has not read are
// skipped, but keep their numbers. Only blocks of neighbouring rows are loaded once. The error is
// the context's.
func (s *Scored) addFrom(ctx context.Context, first int, from *Scored, rows []int) error {
	var examples []*prepared
	for k, i := range rows {
		if k == 0 || i/blockSize != rows[k-1]/blockSize {
			var err error
			if examples, err = from.loadBlock(ctx, i/blockSize); err != nil {
				return err
			}
		}
		if p := examples[i%blockSize]; p != nil {
			s.addExample(first+k, p)
		}
	}
	return nil
}
