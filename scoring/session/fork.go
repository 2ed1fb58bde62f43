package session

import (
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
	f := &Scored{Run: s.Run, complete: s.complete, ledger: s.ledger}
	l := &f.ledger
	l.interrupt, l.blocks, l.scored = nil, nil, slices.Clone(s.scored)
	l.rows.types, l.rows.metrics = slices.Clone(s.rows.types), slices.Clone(s.rows.metrics)
	l.rows.means, l.rows.matters = slices.Clone(s.rows.means), slices.Clone(s.rows.matters)
	for _, b := range s.blocks {
		b.lent = true
		own := *b
		own.examples = slices.Clone(b.examples)
		l.blocks = append(l.blocks, &own)
	}
	return f
}
