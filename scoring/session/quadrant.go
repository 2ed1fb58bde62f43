package session

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Quadrant counts examples by answer and faithfulness. Unknown counts those
// without a verdict on either side; of these, the fields after it count those
// with a verdict on one side: on the answer alone (unscored: nothing scores
// their faithfulness), or on faithfulness alone (unjudged: nobody knows
// whether the answer is right).
type Quadrant struct {
	RightFaithful, RightUnfaithful int
	WrongFaithful, WrongUnfaithful int
	Unknown                        int

	RightUnscored, WrongUnscored         int
	UnjudgedFaithful, UnjudgedUnfaithful int
}

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

// Quadrant counts the examples that are scored under settings: all that were
// read, unless [Scored.Scores] leaves some out too.
func (s *Scored) Quadrant(settings scoring.Settings) Quadrant {
	var q Quadrant
	s.mu.Lock()
	var rows *Summaries
	var examples [][]*prepared
	if settings == s.settings {
		rows = s.snapshot(s.Run.Len())
	} else {
		for _, b := range s.blocks {
			examples = append(examples, slices.Clone(b.examples))
		}
	}
	s.mu.Unlock()
	if rows != nil {
		for i := range rows.Len() {
			if rows.Current(i) {
				q.add(rows.Answer(i), rows.Faithful(i))
			}
		}
	}
	for _, block := range examples {
		for _, p := range block {
			if p != nil {
				q.add(p.verdict, p.score(settings).Faithful)
			}
		}
	}
	return q
}

func (q *Quadrant) add(answer, faithful loaders.Verdict) {
	switch {
	case answer == loaders.Unknown || faithful == loaders.Unknown:
		q.Unknown++
		q.half(answer, faithful)
	case answer == loaders.Right && faithful == loaders.Right:
		q.RightFaithful++
	case answer == loaders.Right:
		q.RightUnfaithful++
	case faithful == loaders.Right:
		q.WrongFaithful++
	default:
		q.WrongUnfaithful++
	}
}

// half counts an example with a verdict on one side at most.
func (q *Quadrant) half(answer, faithful loaders.Verdict) {
	switch {
	case answer == loaders.Right:
		q.RightUnscored++
	case answer == loaders.Wrong:
		q.WrongUnscored++
	case faithful == loaders.Right:
		q.UnjudgedFaithful++
	case faithful == loaders.Wrong:
		q.UnjudgedUnfaithful++
	}
}
