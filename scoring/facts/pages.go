package facts

import (
	"sync"
	"sync/atomic"

	"faithscope/scoring"
	"faithscope/scoring/session"
)

// size is how many examples a page has.
const size = session.BlockSize

// budget is how many bytes of pages a run keeps, besides the page that was made
// last.
const budget = 64 << 20

// The kinds of pages; those of a protocol's numbers have its name.
const (
	inRecords = "its record"
	inGrades  = "the scores of its modules"
)

// aim is what pages are made for: a run, the settings, and how many of its
// examples were read.
type aim struct {
	run      *Run
	settings scoring.Settings
	read     int
}

// page is what some columns have of the examples of a block. It does not change.
type page interface {
	// holds reports whether the page has example k of the block as it is to be in
	// a table: else it is outdated.
	holds(t *aim, k int) bool
	bytes() int
}

// key identifies a page by its kind and its block.
type key struct {
	kind string
	n    int
}

// slot has a page, nil while it was never made.
type slot struct {
	making sync.Mutex
	page   atomic.Pointer[page]
	used   int // when it was last asked for; guarded by pages.mu
	bytes  int // the same
}

// pages are the pages of a run.
type pages struct {
	mu    sync.Mutex
	slots map[key]*slot
	turn  int
	held  int // bytes
	limit int // of them
}

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

// pageOf returns the page of a kind that has example i of a table, made
// again where there is none, or an outdated one.
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
