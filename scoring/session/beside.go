package session

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// relateProtocols returns a copy of the protocols for a run that is part of another, whose other
// runs are run.Beside. Only those whose aggregates relate examples ([scoring.Related]) are changed:
// each of their aggregates is told to relate to the evidence of the other runs too, which is read
// and prepared once, when first asked for, so that an example's number is the same in the part as
// in the whole.
func relateProtocols(run *loaders.Run, protocols []scoring.Protocol) []scoring.Protocol {
	list := slices.Clone(protocols)
	for k := range list {
		p := protocols[k]
		if _, ok := p.Aggregate(scoring.Defaults()).(scoring.Related); !ok {
			continue
		}
		beside := sync.OnceValue(func() (rest []scoring.Evidence) {
			for _, other := range run.Beside() {
				// Without an end to the context there is no error.
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
			sum.(scoring.Related).Relate(beside)
			return sum
		}
	}
	return list
}
