package session

import (
	"context"
	"sync/atomic"

	"faithscope/scoring"
)

// Read reads every example of the run on all cores, waiting for those still being found, until
// there are no more or ctx ends, whose error it returns. It first restores what the run's cache
// has, and stores there at the end. A second call reads only what is new, and scores again if
// [ScoredRun.Behind] asks for it.
func (s *ScoredRun) Read(ctx context.Context) error {
	s.passing.Lock()
	defer s.passing.Unlock()
	s.restoreArchive(ctx)
	for again := true; again; {
		var err error
		if again, err = s.passOver(ctx); err != nil {
			return err
		}
	}
	s.storeArchive(ctx)
	return nil
}

// passOver scores outdated examples again, then reads the rest as they are found. If the settings
// change meanwhile, again is true, because its rows are then outdated.
func (s *ScoredRun) passOver(ctx context.Context) (again bool, err error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	s.mu.Lock()
	turn, from, blocks := s.turn, s.first, len(s.blocks)
	s.interrupt = stop
	s.mu.Unlock()

	var block, next atomic.Int64
	next.Store(int64(from))
	err = scoring.Share(inner, func(ctx context.Context) error {
		for n := int(block.Add(1) - 1); n < blocks; n = int(block.Add(1) - 1) {
			if err := s.rescoreBlock(ctx, n); err != nil {
				return err
			}
		}
		for ctx.Err() == nil {
			i := int(next.Add(1) - 1)
			if err := s.Run.Wait(ctx, i+1); err != nil {
				return err
			}
			if i >= s.Run.Len() {
				return nil
			}
			s.bringExample(i)
		}
		return ctx.Err()
	})

	defer lockRun(s)()
	s.interrupt = nil
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case s.turn != turn:
		return true, nil
	case err != nil:
		return false, err
	}
	s.complete = s.Run.Complete()
	s.news++
	return false, nil
}

// rescoreBlock scores a block's outdated examples again. If the settings change meanwhile it
// changes nothing, because its scores are then outdated.
func (s *ScoredRun) rescoreBlock(ctx context.Context, blockIndex int) error {
	s.mu.Lock()
	b, settings, turn := s.blocks[blockIndex], s.settings, s.turn
	read, done := b.read, b.current == b.read
	s.mu.Unlock()
	if done {
		return ctx.Err()
	}
	examples, err := s.loadBlock(ctx, blockIndex)
	if err != nil {
		return err
	}
	scores, sums := scoresOf(examples, settings), s.protocols.sumsOf(examples, settings)
	defer lockRun(s)()
	if turn == s.turn {
		if s.placeAll(b, examples, scores); b.current == b.read && b.read == read { // nothing was read meanwhile
			b.sums = sums
			s.releaseBlock(b)
		}
	}
	return ctx.Err()
}

func (s *ScoredRun) bringExample(i int) {
	s.mu.Lock()
	done := s.blockAt(i/blockSize).hasFlag(i%blockSize, rowRead)
	s.mu.Unlock()
	if !done {
		s.addExample(i, s.protocols.prepareExample(s.Run.Scan(i)))
	}
}
