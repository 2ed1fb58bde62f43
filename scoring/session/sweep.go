package session

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

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
	g, ctx := errgroup.WithContext(ctx)
	var next, added atomic.Int64
	sweeps := make([]*boxes.Sweep, runtime.GOMAXPROCS(0))
	for n := range sweeps {
		sweep := boxes.NewSweep(settings, axis, places)
		sweeps[n] = sweep
		g.Go(func() error {
			for {
				part := int(next.Add(1) - 1)
				if part >= blocks {
					return nil
				}
				examples, err := s.again(ctx, part)
				if err != nil {
					return err
				}
				for _, p := range examples {
					if p != nil && !p.broken && p.evidence[k] != nil {
						sweep.Add(p.evidence[k])
						added.Add(1)
					}
				}
			}
		})
	}
	if err := g.Wait(); err != nil || added.Load() == 0 {
		return nil, err
	}
	for _, other := range sweeps[1:] {
		sweeps[0].Merge(other)
	}
	return sweeps[0].Curves(), nil
}
