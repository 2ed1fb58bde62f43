package session

import "context"

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
			g.keep(k, p)
		}
	}
	return g, g.Read(ctx) // what s has not read
}
