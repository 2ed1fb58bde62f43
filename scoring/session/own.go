package session

import (
	"context"
	"slices"

	"faithscope/scoring"
)

// Own is what one example of a run scores by itself.
type Own struct {
	Example int
	Value   float64
}

// Owns returns what every example that was read scores by itself in one number
// of a protocol ("module-boxes", "f1", "find"), in the order of the file: what
// that number rests on. Examples for which it is undefined are left out, and
// all are where the run has no such protocol. What is not in memory is read
// again. The error is that of ctx.
func (s *Scored) Owns(ctx context.Context, protocol, metric, of string, settings scoring.Settings) ([]Own, error) {
	k := slices.IndexFunc(s.protocols, func(p scoring.Protocol) bool { return p.Name == protocol })
	if k < 0 {
		return nil, nil
	}
	var owns []Own
	err := s.each(ctx, func(i int, p *prepared) {
		if p.evidence[k] == nil {
			return
		}
		sum := s.protocols[k].Aggregate(settings)
		sum.Add(p.evidence[k])
		for _, score := range sum.Scores() {
			if x, ok := score.Value.Float(); ok && score.Metric == metric && score.Of == of {
				owns = append(owns, Own{i, x})
			}
		}
	})
	return owns, err
}
