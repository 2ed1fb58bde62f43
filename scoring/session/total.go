package session

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Scores returns every protocol's scores over the examples read so far, under settings; a
// family's are the means over its runs. It leaves out protocols that say nothing about any. It
// reads nothing, so it leaves out examples whose evidence was dropped before they were scored
// under these settings, and, under other than the current settings, all whose evidence was
// dropped.
func (s *ScoredRun) Scores(settings scoring.Settings) []scoring.Score {
	var scores []scoring.Score
	for k := range s.protocols {
		more, _ := scoreProtocol(context.Background(), s, k, settings, loadedOnly) // only the context fails
		scores = append(scores, more...)
	}
	return scores
}

// Whole returns a protocol's scores over all examples read, a family's means over its runs; nil
// if it says nothing about them or the run isn't scored by it. What isn't in memory is read
// again. The error is the context's.
func (s *ScoredRun) Whole(ctx context.Context, protocol string, settings scoring.Settings) ([]scoring.Score, error) {
	k := scoring.Place(s.protocols, protocol)
	if k < 0 {
		return nil, nil
	}
	return scoreProtocol(ctx, s, k, settings, wholeRun)
}

func scoreProtocol(ctx context.Context, s *ScoredRun, protocolIndex int, settings scoring.Settings, reloadDropped bool) ([]scoring.Score,
	error) {
	s.mu.Lock()
	stored := s.stored
	isStored := stored != nil && settings == s.settings
	s.mu.Unlock()
	if isStored {
		return loaders.Filter(stored, func(x scoring.Score) bool { return x.Protocol == s.protocols[protocolIndex].Name }), nil
	}
	total, err := s.aggregateBlocks(ctx, protocolIndex, settings, reloadDropped)
	switch {
	case err != nil:
		return nil, err
	case s.members == nil && total == nil:
		return nil, nil
	case s.members == nil:
		return total.Scores(), nil
	}
	lists := make([][]scoring.Score, len(s.members))
	for i, m := range s.members {
		if lists[i], err = scoreProtocol(ctx, m, protocolIndex, settings, reloadDropped); err != nil {
			return nil, err
		}
	}
	var tests []scoring.Score
	if r, ok := total.(scoring.RepeatedAggregate); ok {
		tests = r.Tests()
	}
	return s.members.meanOver(lists, tests), nil
}
