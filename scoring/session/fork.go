package session

import (
	"maps"
	"slices"
)

// Fork returns a Scored of the same run, by the same protocols, whose settings move
// apart from those of s. It starts with what s has read: the evidence is shared,
// which does not change, and the rows until one of the two changes them. So it
// takes some 10 bytes an example, and as much as rows do once the settings differ.
// What s reads later the fork reads itself.
func (s *Scored) Fork() *Scored {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := New(s.Run, s.protocols)
	f.complete = s.complete
	l := &f.ledger
	l.settings, l.limit, l.held, l.archive = s.settings, s.limit, s.held, s.archive
	l.read, l.current, l.first, l.unreadable = s.read, s.current, s.first, s.unreadable
	l.scored, l.stored = slices.Clone(s.scored), s.stored
	for _, t := range s.rows.types[len(l.rows.types):] {
		l.rows.last(t)
	}
	l.rows.metrics, l.rows.reasons, l.rows.known = slices.Clone(s.rows.metrics), slices.Clone(s.rows.reasons), maps.Clone(s.rows.known)
	for _, b := range s.blocks {
		b.lent = true
		l.blocks = append(l.blocks, &block{
			examples: slices.Clone(b.examples), bytes: b.bytes, read: b.read, current: b.current, sums: b.sums, page: b.page, lent: true,
		})
	}
	return f
}
