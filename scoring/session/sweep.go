package session

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
)

// Sweep scores the boxes of all examples that were read at many places of one
// axis in a single pass over their evidence, on all cores: see [boxes.Sweep].
// The curves are nil where no example has boxes to score. What is not in memory
// is read again. The error is that of ctx.
func (s *Scored) Sweep(ctx context.Context, settings scoring.Settings, axis boxes.Axis, places []float64) ([]boxes.Curve, error) {
	k := slices.IndexFunc(s.protocols, func(p scoring.Protocol) bool { return p.Name == boxes.Protocol.Name })
	if k < 0 {
		return nil, nil
	}
	s.mu.Lock()
	blocks := len(s.blocks)
	s.mu.Unlock()
	sweeps := make([]*boxes.Sweep, runtime.GOMAXPROCS(0))
	var added atomic.Bool
	err := scoring.Parallel(ctx, len(sweeps), func(ctx context.Context, i int) error {
		sweeps[i] = boxes.NewSweep(settings, axis, places)
		for n := i; n < blocks; n += len(sweeps) {
			examples, err := s.again(ctx, n)
			if err != nil {
				return err
			}
			for _, p := range examples {
				if p != nil && p.evidence[k] != nil {
					sweeps[i].Add(p.evidence[k])
					added.Store(true)
				}
			}
		}
		return nil
	})
	if err != nil || !added.Load() {
		return nil, err
	}
	for _, other := range sweeps[1:] {
		sweeps[0].Merge(other)
	}
	return sweeps[0].Curves(), nil
}
