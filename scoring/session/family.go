package session

import (
	"context"

	"faithscope/loaders"
)

// Group returns some examples of the run, in the given order, as a run with this name, scored
// under the current settings. It takes over what was read of them and reads the rest. A family's
// group is the family of its runs' groups. It must not outlive the run. The error is the
// context's.
func (s *ScoredRun) Group(ctx context.Context, groupName string, rowIndices []int) (*ScoredRun, error) {
	if s.members == nil {
		g := beginRun(s, s.Run.Group(groupName, rowIndices))
		if err := g.addFrom(ctx, 0, s, rowIndices); err != nil {
			return nil, err
		}
		return g, g.Read(ctx) // what s has not read
	}
	var parts Runs
	first := 0
	for _, m := range s.members {
		var own []int
		for _, i := range rowIndices {
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
	return Family(ctx, groupName, parts)
}

// Family joins one or more runs that were read, such as one model's under several seeds, into one
// with all their examples. Its scores are the means over its runs, with the standard deviation as
// interval; what isn't a score, such as a curve over a threshold, is over all examples. Its runs
// must be scored by the same protocols, and it must not outlive them. The family of one run is
// that run's examples. The error is the context's.
func Family(ctx context.Context, familyName string, runs Runs) (*ScoredRun, error) {
	f := beginRun(runs[0], loaders.Join(familyName, loaders.Map(runs, func(s *ScoredRun) *loaders.Run { return s.Run })))
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

func beginRun(s *ScoredRun, run *loaders.Run) *ScoredRun {
	defer lockRun(s)()
	g := New(run, s.protocols)
	g.Aim(s.settings)
	return g
}

// addFrom adds what memberRun has prepared of its examples rowIndices as examples firstIndex,
// firstIndex+1, …. It loads the blocks of neighbouring rows once, because loading may read the file.
func (s *ScoredRun) addFrom(ctx context.Context, firstIndex int, memberRun *ScoredRun, rowIndices []int) error {
	var examples preparedList
	for k, i := range rowIndices {
		if k == 0 || i/blockSize != rowIndices[k-1]/blockSize {
			var err error
			if examples, err = memberRun.loadBlock(ctx, i/blockSize); err != nil {
				return err
			}
		}
		if p := examples[i%blockSize]; p != nil {
			s.addExample(firstIndex+k, p)
		}
	}
	return nil
}
