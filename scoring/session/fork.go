package session

import (
	"context"
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

// Group returns some examples of the run, in this order, as a run of its own under a
// name, which is scored by what was read of them. It must not outlive the run. The
// error is that of ctx.
func (s *Scored) Group(ctx context.Context, name string, rows []int) (*Scored, error) {
	s.mu.Lock()
	settings := s.settings
	s.mu.Unlock()
	g := New(s.Run.Group(name, rows), s.protocols)
	g.Aim(settings)
	var examples []*prepared
	for k, i := range rows {
		if k == 0 || i/blockSize != rows[k-1]/blockSize {
			var err error
			if examples, err = s.again(ctx, i/blockSize); err != nil {
				return nil, err
			}
		}
		if p := examples[i%blockSize]; p != nil {
			g.addExample(k, p)
		}
	}
	return g, g.Read(ctx) // what s has not read
}
