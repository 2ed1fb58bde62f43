package session

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Read reads every example of the run on all cores, waiting for those that
// are still being found, and returns when there are no more or ctx ends. A
// second call reads only what is new, and again what [Scored.Behind] tells.
func (s *Scored) Read(ctx context.Context) error {
	s.passing.Lock()
	defer s.passing.Unlock()
	s.restore(ctx)
	for again := true; again; {
		var err error
		if again, err = s.pass(ctx); err != nil {
			return err
		}
	}
	s.store()
	return nil
}

// pass goes over all examples once under the present settings. It reports
// whether these have changed since.
func (s *Scored) pass(ctx context.Context) (again bool, err error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	s.mu.Lock()
	turn, from := s.turn, s.first
	if s.current < s.read {
		from = 0
	}
	s.interrupt = stop
	s.mu.Unlock()

	g, inner := errgroup.WithContext(inner)
	var next atomic.Int64
	next.Store(int64(from))
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			for inner.Err() == nil {
				i := int(next.Add(1) - 1)
				if err := s.Run.Wait(inner, i+1); err != nil {
					return err
				}
				if i >= s.Run.Len() {
					return nil
				}
				s.bring(i)
			}
			return inner.Err()
		})
	}
	err = g.Wait()

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

// bring reads and scores example i unless that was done.
func (s *Scored) bring(i int) {
	s.mu.Lock()
	b := s.block(i / blockSize)
	p, done := b.at(i%blockSize), b.has(i%blockSize, rowCurrent)
	s.mu.Unlock()
	if done {
		return
	}
	if p == nil {
		p = s.protocols.prepare(s.Run.Scan(i))
	}
	s.keep(i, p)
}
