package session

import "faithscope/scoring"

// blockSize is how many examples in a row are aggregated apart. Sums are
// those of the blocks, added in the order of the file, so that they have the
// same digits whatever is kept in memory and however many cores there are.
const blockSize = 1024

// block is what is kept of blockSize examples in a row. Guarded by Scored.mu.
type block struct {
	examples []*prepared // nil where none is kept
	bytes    int         // of their evidence
	read     int
	current  int // whose row is under the settings aimed at
	// sums are per protocol, nil where it has nothing to say; the slice is nil
	// while not all examples of the block are current.
	sums   []scoring.Aggregate
	page   *page
	lent   bool // page is in a snapshot: it is copied before it changes
	ending bool // some goroutine is adding up
}

func (b *block) at(k int) *prepared {
	if b.examples == nil {
		return nil
	}
	return b.examples[k]
}

func (b *block) has(k int, flag uint8) bool { return b.page != nil && b.page.state[k]&flag != 0 }

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

// block returns block n, new if need be.
func (s *Scored) block(n int) *block {
	for n >= len(s.blocks) {
		s.blocks = append(s.blocks, &block{})
	}
	return s.blocks[n]
}

// keep takes up what was prepared of example i, and its row.
func (s *Scored) keep(i int, p *prepared) {
	s.mu.Lock()
	settings, turn := s.settings, s.turn
	s.mu.Unlock()
	score := s.scoreOf(p, settings)
	size := p.size(s.protocols)

	s.mu.Lock()
	defer s.mu.Unlock()
	b, k := s.block(i/blockSize), i%blockSize
	if b.has(k, rowCurrent) {
		return
	}
	s.note(b, k, p)
	if b.at(k) == nil {
		if b.examples == nil {
			b.examples = make([]*prepared, blockSize)
		}
		b.examples[k] = p
		b.bytes += size
		s.held += size
	}
	if turn == s.turn {
		s.place(b, k, p, score)
	}
	if b.current == blockSize && b.sums == nil && !b.ending {
		s.finish(b)
	}
}

// note counts an example that is read for the first time.
func (s *Scored) note(b *block, k int, p *prepared) {
	if b.has(k, rowRead) {
		return
	}
	b.own().state[k] |= rowRead
	b.read++
	s.read++
	s.news++
	if p.broken {
		s.unreadable++
	}
	if p.by >= 0 {
		s.scored[p.by] = true
	}
	for s.first/blockSize < len(s.blocks) && s.blocks[s.first/blockSize].has(s.first%blockSize, rowRead) {
		s.first++
	}
}

// place writes an example's row.
func (s *Scored) place(b *block, k int, p *prepared, score scoring.ExampleScore) {
	s.rows.write(b.own(), k, p, score)
	b.current++
	s.current++
	s.news++
}

func (s *Scored) scoreOf(p *prepared, settings scoring.Settings) scoring.ExampleScore {
	if p.by < 0 {
		return scoring.ExampleScore{}
	}
	return scoring.OutlineOf(p.evidence[p.by], settings)
}

// finish adds up a block of which all examples are current, and lets go of
// their evidence where there is too much. It gives mu back while it adds up.
func (s *Scored) finish(b *block) {
	settings, turn, examples := s.settings, s.turn, b.examples
	b.ending = true
	s.mu.Unlock()
	sums := s.sumsOf(examples, settings)
	s.mu.Lock()
	b.ending = false
	if turn == s.turn {
		b.sums = sums
	}
	if s.held > s.limit && b.sums != nil {
		s.held -= b.bytes
		b.examples, b.bytes, s.released = nil, 0, true
	}
}

// sumsOf aggregates examples in their order, each protocol apart.
func (s *Scored) sumsOf(examples []*prepared, settings scoring.Settings) []scoring.Aggregate {
	sums := make([]scoring.Aggregate, len(s.protocols))
	for k := range sums {
		sums[k] = s.sumOf(k, examples, settings)
	}
	return sums
}

// sumOf aggregates what protocol k has of examples, nil for nothing.
func (s *Scored) sumOf(k int, examples []*prepared, settings scoring.Settings) scoring.Aggregate {
	var sum scoring.Aggregate
	for _, p := range examples {
		if p == nil || p.evidence[k] == nil {
			continue
		}
		if sum == nil {
			sum = s.protocols[k].Aggregate(settings)
		}
		sum.Add(p.evidence[k])
	}
	return sum
}
