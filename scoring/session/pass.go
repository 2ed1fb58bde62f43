package session

import (
	"context"
	"sync/atomic"

	"faithscope/scoring"
)

// Read reads every example of the run on all cores, waiting for those that are still being found,
// and returns when there are no more or ctx ends, whose error it returns. It first restores what
// the run's cache has, and stores there at the end. A second call reads only what is new, and
// scores again if [Scored.Behind] asks for it.
func (s *Scored) Read(ctx context.Context) error {
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

// passOver scores outdated examples again, block by block, and then reads those not read, from the
// first such on, waiting for the run to find more until it has none; on all cores, under the
// current settings. If the settings change meanwhile, which interrupts it, again is true and the
// caller starts over. A pass that comes to its end sets complete to whether the run is. The error
// is the context's or the run's.
func (s *Scored) passOver(ctx context.Context) (again bool, err error) {
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

	s.mu.Lock()
	defer s.mu.Unlock()
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

// rescoreBlock scores the outdated examples of block n again, loading the block if need be, and
// writes their rows. If that makes all rows of the block current, it keeps the block's sums, and
// drops its evidence from memory if there is too much. It does nothing if none is outdated, and
// leaves all as it was if the settings change meanwhile. The error is that of loading, or the
// context's.
func (s *Scored) rescoreBlock(ctx context.Context, n int) error {
	s.mu.Lock()
	b, settings, turn := s.blocks[n], s.settings, s.turn
	read, done := b.read, b.current == b.read
	s.mu.Unlock()
	if done {
		return ctx.Err()
	}
	examples, err := s.loadBlock(ctx, n)
	if err != nil {
		return err
	}
	scores, sums := scoresOf(examples, settings), s.protocols.sumsOf(examples, settings)
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn == s.turn {
		if s.placeAll(b, examples, scores); b.current == b.read && b.read == read { // no other page has been read
			b.sums = sums
			s.releaseBlock(b)
		}
	}
	return ctx.Err()
}

func (s *Scored) bringExample(i int) {
	s.mu.Lock()
	done := s.blockAt(i/blockSize).hasFlag(i%blockSize, rowRead)
	s.mu.Unlock()
	if !done {
		s.addExample(i, s.protocols.prepareExample(s.Run.Scan(i)))
	}
}
