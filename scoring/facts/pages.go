package facts

import (
	"context"

	"faithscope/scoring/session"
)

// slotOf returns the slot of a page, empty if new. It notes the turn, so that the page is dropped
// last.
func (p *pageCache) slotOf(k pageKey) *pageSlot {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.slots[k]
	if s == nil {
		if p.slots == nil {
			p.slots = map[pageKey]*pageSlot{}
		}
		s = &pageSlot{}
		p.slots[k] = s
	}
	p.turn++
	s.used = p.turn
	return s
}

// pageOf returns the current page for example i's block, or stores what fresh makes. Goroutines
// that ask for the same page wait, so that it is made only once.
func pageOf[P page](t *runState, kind string, i int, fresh func(n int) P) P {
	s := t.run.pages.slotOf(pageKey{kind, i / size})
	if p, ok := s.currentPage(t, i%size); ok {
		return p.(P)
	}
	s.making.Lock()
	defer s.making.Unlock()
	if p, ok := s.currentPage(t, i%size); ok {
		return p.(P)
	}
	made := fresh(i / size)
	t.run.pages.storePage(s, made)
	return made
}

func (s *pageSlot) currentPage(t *runState, k int) (page, bool) {
	if p := s.page.Load(); p != nil && (*p).holdsExample(t, k) {
		return *p, true
	}
	return nil, false
}

// storePage replaces a slot's page, then drops the least recently used slots until the bytes are
// within the limit. It never drops s, because its page is about to be used.
func (p *pageCache) storePage(s *pageSlot, made page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.page.Store(&made)
	p.held += made.countBytes() - s.bytes
	s.bytes = made.countBytes()
	for p.held > p.limit {
		var oldest pageKey
		var found *pageSlot
		for k, other := range p.slots {
			isOlder := other != s && other.bytes > 0 && (found == nil || other.used < found.used)
			if isOlder {
				oldest, found = k, other
			}
		}
		if found == nil {
			return
		}
		p.held -= found.bytes
		delete(p.slots, oldest)
	}
}

func (t *runState) isKnown(kind string, i int) bool {
	p := &t.run.pages
	p.mu.Lock()
	s := p.slots[pageKey{kind, i / size}]
	p.mu.Unlock()
	if s == nil {
		return false
	}
	_, ok := s.currentPage(t, i%size)
	return ok
}

func (r *Run) blockOf(n int) []session.Held {
	held, _ := r.Scored.Block(context.Background(), n) // only the context fails
	return held
}

// pageFinder returns a function that finds example i's page, the last one again in the same
// block. It is for one goroutine.
func pageFinder[P page](t *runState, pageOf func(t *runState, i int) P) func(i int) P {
	var last P
	at := -1
	return func(i int) P {
		if at != i/size || !last.holdsExample(t, i%size) {
			last, at = pageOf(t, i), i/size
		}
		return last
	}
}
