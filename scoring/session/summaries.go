package session

import (
	"slices"

	"faithscope/scoring"
)

// Types returns the module types of the protocols that scored a module so
// far, in the order of the papers' tables; a type that two protocols share
// stands once.
func (s *Scored) Types() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.types()
}

// Judged returns the metrics that examples read so far are called faithful by.
func (s *Scored) Judged() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rows.metrics[1:])
}

// Summaries returns a row per example found so far, under settings, which it
// aims at (see [Scored.Aim]). The result is kept until settings change or
// examples arrive.
func (s *Scored) Summaries(settings scoring.Settings) *Summaries {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.aim(settings)
	return s.snapshot(s.Run.Len())
}
