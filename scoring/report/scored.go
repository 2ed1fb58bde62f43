package report

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Scored is a run with the evidence of every protocol for the examples read
// so far. It keeps evidence, never decoded examples: some 10 KB for an example
// of 6 modules with 2 times 36 boxes. It is safe for concurrent use; scores
// asked for while Read is under way are those of the examples read so far.
type Scored struct {
	Run       *loaders.Run
	protocols []scoring.Protocol

	mu         sync.Mutex
	kept       []*prepared // per example, nil: not read yet
	arrived    []int       // the examples read, in the order of arrival
	first      int         // all examples before it are read
	unreadable int
	scored     []bool // per protocol: whether it scored a module yet
	complete   atomic.Bool

	summarizing sync.Mutex // taken before mu
	summaries   summaries
}

// prepared is what is kept of an example. It does not change.
type prepared struct {
	evidence []scoring.Evidence // per protocol, nil where it has nothing to say
	verdict  loaders.Verdict    // of the answer
	broken   bool
	by       int // the first protocol that scores its modules, -1 for none
}

// New returns a Scored that has read nothing.
func New(run *loaders.Run, protocols []scoring.Protocol) *Scored {
	return &Scored{Run: run, protocols: protocols, scored: make([]bool, len(protocols))}
}

// Read reads every example of the run on all cores, waiting for those that
// are still being found, and returns when there are no more or ctx ends. A
// second call reads only what is new.
func (s *Scored) Read(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	s.mu.Lock()
	var next atomic.Int64
	next.Store(int64(s.first))
	s.mu.Unlock()
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1) - 1)
				if err := s.Run.Wait(ctx, i+1); err != nil {
					return err
				}
				if i >= s.Run.Len() {
					return nil
				}
				if s.at(i) == nil {
					s.keep(i, s.prepare(s.Run.Scan(i)))
				}
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	s.complete.Store(s.Run.Complete())
	return nil
}

func (s *Scored) prepare(ex *loaders.Example) *prepared {
	p := &prepared{make([]scoring.Evidence, len(s.protocols)), ex.Answer.Correct, ex.Broken != "", -1}
	if p.broken {
		return p
	}
	for k, protocol := range s.protocols {
		p.evidence[k] = protocol.Prepare(ex)
		if p.by < 0 && p.evidence[k] != nil && len(outline(p.evidence[k], scoring.Defaults()).Modules) > 0 {
			p.by = k
		}
	}
	return p
}

// outline scores an example without its boxes, where its evidence can.
func outline(e scoring.Evidence, settings scoring.Settings) scoring.ExampleScore {
	if o, ok := e.(scoring.Outliner); ok {
		return o.Outline(settings)
	}
	return e.Example(settings)
}

// at returns what is kept of example i, nil while it is not read.
func (s *Scored) at(i int) *prepared {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i >= len(s.kept) {
		return nil
	}
	return s.kept[i]
}

func (s *Scored) keep(i int, p *prepared) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i >= len(s.kept) {
		n := max(i+1, s.Run.Len())
		s.kept = append(s.kept, make([]*prepared, n-len(s.kept))...)
	}
	if s.kept[i] != nil {
		return
	}
	s.kept[i] = p
	s.arrived = append(s.arrived, i)
	if p.broken {
		s.unreadable++
	}
	if p.by >= 0 {
		s.scored[p.by] = true
	}
	for s.first < len(s.kept) && s.kept[s.first] != nil {
		s.first++
	}
}

// all returns what is kept of every example found, nil where one is not read
// yet. It is the caller's.
func (s *Scored) all() []*prepared {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*prepared(nil), s.kept...)
}

// Progress returns how many examples were read, how many were found, and
// whether that is all of them.
func (s *Scored) Progress() (read, found int, complete bool) {
	s.mu.Lock()
	read = len(s.arrived)
	s.mu.Unlock()
	found = s.Run.Len()
	return read, found, s.complete.Load() && read == found
}

// Unreadable is how many of the examples read so far are broken: they count
// as examples, and no score rests on them.
func (s *Scored) Unreadable() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unreadable
}

// Scores returns every protocol's scores over the examples read so far,
// under settings. Protocols that had nothing to say about any of them are
// left out.
func (s *Scored) Scores(settings scoring.Settings) []scoring.Score {
	kept := s.all()
	var scores []scoring.Score
	for k := range s.protocols {
		scores = append(scores, s.scoresOf(k, kept, settings)...)
	}
	return scores
}

// scoresOf returns the scores of protocol k, nil where it has nothing to say.
func (s *Scored) scoresOf(k int, kept []*prepared, settings scoring.Settings) []scoring.Score {
	aggregate, found := s.protocols[k].Aggregate(settings), false
	for _, p := range kept {
		if p != nil && p.evidence[k] != nil {
			aggregate.Add(p.evidence[k])
			found = true
		}
	}
	if !found {
		return nil
	}
	return aggregate.Scores()
}

// Example scores example i under settings by the first protocol that scores
// its modules; ok is false where none does. It reads the example if nobody
// has yet.
func (s *Scored) Example(i int, settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	p := s.at(i)
	if p == nil {
		p = s.prepare(s.Run.Example(i))
		s.keep(i, p)
	}
	if p.by < 0 {
		return scoring.ExampleScore{}, false
	}
	return p.evidence[p.by].Example(settings), true
}
