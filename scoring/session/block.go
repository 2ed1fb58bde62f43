package session

import "faithscope/scoring"

// block is what is known of blockSize examples in a row. Guarded by Scored.mu.
type block struct {
	examples []*prepared // those that were read, nil where they were let go
	bytes    int         // of their evidence, 0 before the whole block was read
	read     int
	current  int // whose row is under the settings aimed at
	// sums are per protocol, nil where it has nothing to say; the slice is nil
	// unless all examples that were read are current and added up.
	sums []scoring.Aggregate
	page *page
	lent bool // page is in a snapshot: it is copied before it changes
}

// gone reports whether evidence was let go.
func (b *block) gone() bool { return b.examples == nil && b.read > 0 }

func (b *block) at(k int) *prepared {
	if b.examples == nil {
		return nil
	}
	return b.examples[k]
}

func (b *block) has(k int, flag uint8) bool { return b.page != nil && b.page.State[k]&flag != 0 }

// outdate makes rows those of other settings.
func (b *block) outdate() {
	b.sums, b.current = nil, 0
	if b.page != nil {
		b.page, b.lent = b.page.outdated(), false
	}
}

// own makes the page one that may change.
func (b *block) own() *page {
	switch {
	case b.page == nil:
		b.page = &page{}
	case b.lent:
		b.page = b.page.clone()
	}
	b.lent = false
	return b.page
}
