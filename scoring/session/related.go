package session

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// relateProtocols returns protocols for a part of a run: those that relate examples
// ([scoring.RelatedAggregate]) also see the evidence of run.Beside, so that an example's number is the
// same in the part as in the whole.
func relateProtocols(run *loaders.Run, ps protocols) protocols {
	list := slices.Clone(ps)
	for k := range list {
		p := ps[k]
		if _, ok := p.Aggregate(scoring.Defaults()).(scoring.RelatedAggregate); !ok {
			continue
		}
		beside := sync.OnceValue(func() (rest []scoring.Evidence) {
			for _, other := range run.Beside() {
				// Only the context fails.
				_ = loaders.Pass(context.Background(), other, func(_ int, ex *loaders.Example) (scoring.Evidence, error) {
					return scoring.PrepareAll(list[k:k+1], ex)[0], nil
				}, func(e scoring.Evidence) error {
					if e != nil {
						rest = append(rest, e)
					}
					return nil
				})
			}
			return rest
		})
		list[k].Aggregate = func(s scoring.Settings) scoring.Aggregate {
			sum := p.Aggregate(s)
			sum.(scoring.RelatedAggregate).Relate(beside)
			return sum
		}
	}
	return list
}
