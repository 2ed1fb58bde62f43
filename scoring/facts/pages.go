package facts

import (
	"context"

	"faithscope/scoring/session"
)

// slot returns the slot of a page.
func (p *pages) slot(k key) *slot {
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

// pageOf returns the page of a kind that has example i of a table, made again if there is
// none, or an outdated one.
func pageOf[P page](t *aim, kind string, i int, fresh func(n int) P) P {
	s := t.run.pages.slot(key{kind, i / size})
	if p, ok := s.current(t, i%size); ok {
		return p.(P)
	}
	s.making.Lock()
	defer s.making.Unlock()
	if p, ok := s.current(t, i%size); ok {
		return p.(P)
	}
	made := fresh(i / size)
	t.run.pages.store(s, made)
	return made
}

// current returns the slot's page if it has an example as a table is to have it.
func (s *slot) current(t *aim, k int) (page, bool) {
	if p := s.page.Load(); p != nil && (*p).holds(t, k) {
		return *p, true
	}
	return nil, false
}

// store holds a page, and drops those that were not asked for the longest.
func (p *pages) store(s *slot, made page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.page.Store(&made)
	p.held += made.bytes() - s.bytes
	s.bytes = made.bytes()
	for p.held > p.limit {
		var oldest key
		var found *slot
		for k, other := range p.slots {
			if other != s && other.bytes > 0 && (found == nil || other.used < found.used) {
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

// known reports whether the page of a kind that has example i is there and
// current.
func (t *aim) known(kind string, i int) bool {
	p := &t.run.pages
	p.mu.Lock()
	s := p.slots[key{kind, i / size}]
	p.mu.Unlock()
	if s == nil {
		return false
	}
	_, ok := s.current(t, i%size)
	return ok
}

// block returns what scoring a block's examples needs.
func (r *Run) block(n int) []session.Held {
	held, _ := r.Scored.Block(context.Background(), n) // the only error is the context's
	return held
}

// turning returns a function that finds the page of an example and remembers the last
// one. It is for one goroutine.
func turning[P page](t *aim, pageOf func(t *aim, i int) P) func(i int) P {
	var last P
	at := -1
	return func(i int) P {
		if at != i/size || !last.holds(t, i%size) {
			last, at = pageOf(t, i), i/size
		}
		return last
	}
}
