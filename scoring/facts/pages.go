package facts

import (
	"context"

	"faithscope/scoring/session"
)

// slotOf returns the slot of the page with key k, an empty one if there is none, and marks it as
// the one asked for last, so that it is dropped last.
func (p *pages) slotOf(k key) *slot {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.slots[k]
	if s == nil {
		if p.slots == nil {
			p.slots = map[key]*slot{}
		}
		s = &slot{}
		p.slots[k] = s
	}
	p.turn++
	s.used = p.turn
	return s
}

// pageOf returns the current page of a kind for the block of example i: the stored one, or, if that
// is missing or outdated, the one that fresh makes of block n, which is stored. Goroutines that ask
// for the same page wait for the one that makes it.
func pageOf[P page](t *aim, kind string, i int, fresh func(n int) P) P {
	s := t.run.pages.slotOf(key{kind, i / size})
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

func (s *slot) currentPage(t *aim, k int) (page, bool) {
	if p := s.page.Load(); p != nil && (*p).holdsExample(t, k) {
		return *p, true
	}
	return nil, false
}

// storePage puts a page that was made into its slot in place of the old one, and then drops whole
// slots, those asked for the longest ago first, until the bytes held are within the limit; slot s
// stays.
func (p *pages) storePage(s *slot, made page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.page.Store(&made)
	p.held += made.countBytes() - s.bytes
	s.bytes = made.countBytes()
	for p.held > p.limit {
		var oldest key
		var found *slot
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

// isKnown reports whether the page of a kind that has example i is there and current. It makes
// nothing.
func (t *aim) isKnown(kind string, i int) bool {
	p := &t.run.pages
	p.mu.Lock()
	s := p.slots[key{kind, i / size}]
	p.mu.Unlock()
	if s == nil {
		return false
	}
	_, ok := s.currentPage(t, i%size)
	return ok
}

// blockOf returns what it takes to score the examples of block n, read again if it is not in
// memory.
func (r *Run) blockOf(n int) []session.Held {
	held, _ := r.Scored.Block(context.Background(), n) // the only error is the context's
	return held
}

// pageFinder returns a function that returns the page of example i by pageOf, or the last page
// again while that is of the same block and still holds the example. It is for one goroutine.
func pageFinder[P page](t *aim, pageOf func(t *aim, i int) P) func(i int) P {
	var last P
	at := -1
	return func(i int) P {
		if at != i/size || !last.holdsExample(t, i%size) {
			last, at = pageOf(t, i), i/size
		}
		return last
	}
}
