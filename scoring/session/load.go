package session

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
)

// Total returns a protocol's aggregate of all examples read, under settings; protocolIndex is an index
// into Protocols. It is nil if the protocol says nothing about any. What isn't in memory is read
// again. The error is the context's.
func (s *ScoredRun) Total(ctx context.Context, protocolIndex int, settings scoring.Settings) (scoring.Aggregate, error) {
	return s.aggregateBlocks(ctx, protocolIndex, settings, wholeRun)
}

// wholeRun and loadedOnly tell whether blocks that aren't in memory are read.
const wholeRun, loadedOnly = true, false

// aggregateBlocks merges the blocks' sums of a protocol in order, so that the total has the same
// digits every time. Dropped blocks are loaded only if reloadDropped.
func (s *ScoredRun) aggregateBlocks(ctx context.Context, protocolIndex int, settings scoring.Settings,
	reloadDropped bool) (scoring.Aggregate, error) {
	s.mu.Lock()
	sums, due := make([]scoring.Aggregate, len(s.blocks)), []int(nil)
	for n, b := range s.blocks {
		if b.sums != nil && settings == s.settings {
			sums[n] = b.sums[protocolIndex]
		} else if reloadDropped || !b.isGone() {
			due = append(due, n)
		}
	}
	s.mu.Unlock()
	if err := scoring.Parallel(ctx, len(due), func(ctx context.Context, i int) error {
		examples, err := s.loadBlock(ctx, due[i])
		sums[due[i]] = s.protocols.sumOf(protocolIndex, examples, settings)
		return err
	}); err != nil {
		return nil, err
	}
	var total scoring.Aggregate
	for _, sum := range sums {
		if total == nil && sum != nil {
			total = s.protocols[protocolIndex].Aggregate(settings)
		}
		if sum != nil {
			total.Merge(sum)
		}
	}
	return total, nil
}

// Each calls visit for every readable example, in the order of the file, with its index, complete
// id and the evidence of every protocol, nil if the protocol says nothing. What isn't in memory
// is read again; visit may keep the evidence. The error is the context's.
func (s *ScoredRun) Each(ctx context.Context, visit func(i int, id string, evidence []scoring.Evidence)) error {
	for k := range s.countBlocks() {
		examples, err := s.loadBlock(ctx, k)
		if err != nil {
			return err
		}
		for i, p := range examples {
			if p != nil && !p.broken {
				visit(k*blockSize+i, p.id, p.evidence)
			}
		}
	}
	return nil
}

func (s *ScoredRun) countBlocks() int {
	defer lockRun(s)()
	return len(s.blocks)
}

// Block returns the BlockSize examples of block n, to be scored: example i is at i%BlockSize of
// block i/BlockSize. Those not read are empty ([ScorableExample.Read]). The error is the context's.
func (s *ScoredRun) Block(ctx context.Context, n int) ([]ScorableExample, error) {
	held := make([]ScorableExample, blockSize)
	if n >= s.countBlocks() {
		return held, nil
	}
	examples, err := s.loadBlock(ctx, n)
	for k, p := range examples {
		held[k] = ScorableExample{p, s.protocols}
	}
	return held, err
}

// loadBlock tries memory, then the archive, because reading the file again takes longest. It returns
// nil for examples not read.
func (s *ScoredRun) loadBlock(ctx context.Context, blockIndex int) (preparedList, error) {
	s.mu.Lock()
	b := s.blocks[blockIndex]
	read, examples, archive := b.read, slices.Clone(b.examples), s.archive
	var missing []int
	for k := 0; k < blockSize && b.isGone(); k++ {
		if b.hasFlag(k, rowRead) {
			missing = append(missing, k)
		}
	}
	s.mu.Unlock()
	if missing == nil {
		return examples, ctx.Err()
	}
	examples, size := s.protocols.decodeEvidence(archive.blockAt(blockIndex))
	if slices.ContainsFunc(missing, func(k int) bool { return examples == nil || examples[k] == nil }) {
		examples = make(preparedList, blockSize)
		if err := scoring.Parallel(ctx, len(missing), func(_ context.Context, i int) error {
			k := missing[i]
			examples[k] = s.protocols.prepareExample(s.Run.Scan(blockIndex*blockSize + k))
			return nil
		}); err != nil {
			return nil, err
		}
		if read == blockSize {
			_, size = s.protocols.encodeEvidence(examples)
		}
	}
	defer lockRun(s)()
	isWorthHolding := b.isGone() && b.read == read && size > 0 && s.held+size <= s.limit
	if isWorthHolding {
		b.examples, b.bytes = slices.Clone(examples), size
		s.held += size
	}
	return examples, ctx.Err()
}

// ExampleValue is the value of one example scored by itself.
type ExampleValue struct {
	Example int
	Value   float64
}

// Owns returns the values of the examples read, each scored by itself, for a score's protocol,
// metric, thing and settings (not its value), in the order of the file: the values on which the
// score rests. Undefined values are left out; it is nil if the run isn't scored by the protocol.
// What isn't in memory is read again. The error is the context's; some values are then missing.
func (s *ScoredRun) Owns(ctx context.Context, runScore scoring.Score) ([]ExampleValue, error) {
	k := scoring.Place(s.protocols, runScore.Protocol)
	if k < 0 {
		return nil, nil
	}
	var owns []ExampleValue
	err := s.Each(ctx, func(i int, _ string, evidence []scoring.Evidence) {
		if evidence[k] == nil {
			return
		}
		sum := s.protocols[k].Aggregate(runScore.Settings)
		sum.Add(evidence[k])
		score, _ := scoring.Pick(sum.Scores(), runScore.Metric, runScore.Of)
		if x, ok := score.Value.Float(); ok {
			owns = append(owns, ExampleValue{i, x})
		}
	})
	return owns, err
}

// Sweep scores the boxes of all examples read at many places of one axis in a single pass, on all
// cores: see [boxes.Sweep]. The curves are nil if no example has boxes to score. What isn't in
// memory is read again. The error is the context's.
func (s *ScoredRun) Sweep(ctx context.Context, settings scoring.Settings, axis boxes.Axis, axisPlaces []float64) ([]boxes.Curve, error) {
	k := scoring.Place(s.protocols, boxes.Protocol.Name)
	if k < 0 {
		return nil, nil
	}
	blocks := s.countBlocks()
	sweeps := make([]*boxes.Sweep, runtime.GOMAXPROCS(0))
	var added atomic.Bool
	err := scoring.Parallel(ctx, len(sweeps), func(ctx context.Context, i int) error {
		sweeps[i] = boxes.NewSweep(settings, axis, axisPlaces)
		for n := i; n < blocks; n += len(sweeps) {
			examples, err := s.loadBlock(ctx, n)
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
