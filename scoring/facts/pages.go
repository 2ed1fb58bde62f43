package facts

import (
	"context"

	"faithscope/scoring/session"
)

// slotOf returns the slot of a page, empty if new. Its page is now the last to be dropped.
func (p *pageCache) slotOf(k pageKey) *pageSlot {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, known := p.slots.Use(k)
	if !known {
		s = &pageSlot{}
		p.slots.Add(k, s, 0)
	}
	return s
}

// pageOf returns the current page for example i's block, or stores what makePage returns. Goroutines
// that ask for the same page wait, so that it is made only once.
func pageOf[P columnPage](t *runSnapshot, pageKind string, i int, makePage func(n int) P) P {
	key := pageKey{pageKind, i / size}
	s := t.run.pages.slotOf(key)
	if p, ok := s.currentPage(t, i%size); ok {
		return p.(P)
	}
	s.making.Lock()
	defer s.making.Unlock()
	if p, ok := s.currentPage(t, i%size); ok {
		return p.(P)
	}
	made := makePage(i / size)
	t.run.pages.storePage(key, s, made)
	return made
}

func (s *pageSlot) currentPage(t *runSnapshot, k int) (columnPage, bool) {
	if p := s.page.Load(); p != nil && (*p).holdsExample(t, k) {
		return *p, true
	}
	return nil, false
}

// storePage replaces a slot's page. It drops the pages used longest ago, but never this one, because it is
// about to be used.
func (p *pageCache) storePage(k pageKey, s *pageSlot, newPage columnPage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.page.Store(&newPage)
	p.slots.Add(k, s, newPage.countBytes())
}

func (t *runSnapshot) isKnown(pageKind string, i int) bool {
	p := &t.run.pages
	p.mu.Lock()
	s, ok := p.slots.Peek(pageKey{pageKind, i / size})
	p.mu.Unlock()
	if ok {
		_, ok = s.currentPage(t, i%size)
	}
	return ok
}

func (r *Run) blockOf(n int) []session.ScorableExample {
	held, _ := r.Scored.Block(context.Background(), n) // only the context fails
	return held
}

// pageFinder keeps the last page, because rows are mostly read in order. It is for one goroutine.
func pageFinder[P columnPage](t *runSnapshot, pageOf func(t *runSnapshot, i int) P) func(i int) P {
	var last P
	at := -1
	return func(i int) P {
		if at != i/size || !last.holdsExample(t, i%size) {
			last, at = pageOf(t, i), i/size
		}
		return last
	}
}
