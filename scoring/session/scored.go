package session

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Scored is a run with the evidence of every protocol for the examples read
// so far. It keeps evidence, never decoded examples: some 10 KB for an example
// of 6 modules with 2 times 36 boxes, up to [evidenceKept] in all. Of what is
// beyond that it keeps sums and a row of numbers per example, under one
// settings, and reads it again when settings move. It is safe for concurrent
// use; scores asked for while Read is under way are those of the examples read
// so far.
type Scored struct {
	Run       *loaders.Run
	protocols []scoring.Protocol
	limit     int // bytes of evidence kept

	passing sync.Mutex // one pass over the run at a time; taken before mu

	mu         sync.Mutex
	settings   scoring.Settings // what rows and sums are under
	turn       int              // counts changes of settings
	interrupt  context.CancelFunc
	blocks     []*block
	held       int  // bytes of evidence
	released   bool // some evidence was let go
	read       int  // examples read
	current    int  // of them, those whose row is under settings
	first      int  // all examples before it are read
	unreadable int
	complete   bool
	scored     []bool          // per protocol: whether it scored a module yet
	news       int             // counts changes of rows
	stored     []scoring.Score // under settings, of a run that was scored before

	rows    rowSpace
	answers *Summaries // as last asked for
}

// evidenceKept is how many bytes of evidence a run keeps. The garbage collector
// lets the process grow to twice of what is kept.
const evidenceKept = 128 << 20

// prepared is what is kept of an example. It does not change.
type prepared struct {
	evidence []scoring.Evidence // per protocol, nil where it has nothing to say
	verdict  loaders.Verdict    // of the answer
	broken   bool
	by       int // the first protocol that scores its modules, -1 for none
}

// New returns a Scored that has read nothing and scores under the default
// settings.
func New(run *loaders.Run, protocols []scoring.Protocol) *Scored {
	return &Scored{
		Run: run, protocols: protocols, limit: evidenceKept, settings: scoring.Defaults(),
		scored: make([]bool, len(protocols)), rows: newRowSpace(protocols),
	}
}

// Protocols are those that the run is scored by.
func (s *Scored) Protocols() []scoring.Protocol { return s.protocols }

// ScoredBy reports whether the run is scored by these protocols, each with the
// same things given beside the examples.
func (s *Scored) ScoredBy(protocols []scoring.Protocol) bool {
	return slices.EqualFunc(s.protocols, protocols, func(a, b scoring.Protocol) bool {
		return a.Name == b.Name && a.Version == b.Version && a.Given == b.Given
	})
}

// Aim says under which settings the run is to be scored: examples that are
// read from now on are at once. Whether those read before need another Read
// tells [Scored.Behind].
func (s *Scored) Aim(settings scoring.Settings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.aim(settings)
}

func (s *Scored) aim(settings scoring.Settings) {
	if settings == s.settings {
		return
	}
	s.settings = settings
	s.turn++
	s.news++
	s.current = 0
	s.stored = nil
	for _, b := range s.blocks {
		b.outdate()
	}
	if s.interrupt != nil {
		s.interrupt()
	}
}

// promptly is how many examples are scored anew by whoever asks, without a
// Read: as many as take less than a moment.
const promptly = 4096

// prompt reports whether a change of settings needs no Read.
func (s *Scored) prompt() bool { return !s.released && s.read <= promptly }

// Behind reports whether examples that were read are still to be scored under
// the settings of [Scored.Aim], which a Read does.
func (s *Scored) Behind() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behind()
}

func (s *Scored) behind() bool { return s.current < s.read && !s.prompt() }

// Read reads every example of the run on all cores, waiting for those that
// are still being found, and returns when there are no more or ctx ends. A
// second call reads only what is new, and again what [Scored.Behind] tells.
func (s *Scored) Read(ctx context.Context) error {
	s.passing.Lock()
	defer s.passing.Unlock()
	s.restore(ctx)
	for again := true; again; {
		var err error
		if again, err = s.pass(ctx); err != nil {
			return err
		}
	}
	s.store()
	return nil
}

// pass goes over all examples once under the present settings. It reports
// whether these have changed since.
func (s *Scored) pass(ctx context.Context) (again bool, err error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	s.mu.Lock()
	turn, from := s.turn, s.first
	if s.current < s.read {
		from = 0
	}
	s.interrupt = stop
	s.mu.Unlock()

	g, inner := errgroup.WithContext(inner)
	var next atomic.Int64
	next.Store(int64(from))
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			for inner.Err() == nil {
				i := int(next.Add(1) - 1)
				if err := s.Run.Wait(inner, i+1); err != nil {
					return err
				}
				if i >= s.Run.Len() {
					return nil
				}
				s.bring(i)
			}
			return inner.Err()
		})
	}
	err = g.Wait()

	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupt = nil
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case s.turn != turn:
		return true, nil
	case err != nil:
		return false, err
	}
	s.complete = s.Run.Complete()
	s.news++
	return false, nil
}

// bring reads and scores example i unless that was done.
func (s *Scored) bring(i int) {
	s.mu.Lock()
	b := s.block(i / blockSize)
	p, done := b.at(i%blockSize), b.has(i%blockSize, rowCurrent)
	s.mu.Unlock()
	if done {
		return
	}
	if p == nil {
		p = s.prepare(s.Run.Scan(i))
	}
	s.keep(i, p)
}

func (s *Scored) prepare(ex *loaders.Example) *prepared {
	p := &prepared{make([]scoring.Evidence, len(s.protocols)), ex.Answer.Correct, ex.Broken != "", -1}
	if p.broken {
		return p
	}
	p.evidence = scoring.PrepareAll(s.protocols, ex)
	p.by = slices.IndexFunc(p.evidence, func(e scoring.Evidence) bool {
		return e != nil && len(scoring.OutlineOf(e, scoring.Defaults()).Modules) > 0
	})
	return p
}

// size is the bytes that p takes. What one protocol derives from another's
// evidence takes no more than its place.
func (p *prepared) size(protocols []scoring.Protocol) int {
	n := 64
	for k, e := range p.evidence {
		n += 16
		if !scoring.Shares(protocols, p.evidence, k) {
			n += sizeOf(e)
		}
	}
	return n
}

// at returns what is kept of example i, nil while it is not read and where it
// was let go.
func (s *Scored) at(i int) *prepared {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i/blockSize >= len(s.blocks) {
		return nil
	}
	return s.blocks[i/blockSize].at(i % blockSize)
}

// Progress returns how many examples were read, how many were found, and
// whether that is all of them, scored under the settings aimed at.
func (s *Scored) Progress() (read, found int, complete bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found = s.Run.Len()
	return s.read, found, s.complete && s.read == found && !s.behind()
}

// Rescored returns how many of the examples read are scored under the settings
// aimed at. It is less than read where settings moved and evidence had been
// let go.
func (s *Scored) Rescored() (done, read int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prompt() {
		return s.read, s.read
	}
	return s.current, s.read
}

// Unreadable is how many of the examples read so far are broken: they count
// as examples, and no score rests on them.
func (s *Scored) Unreadable() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unreadable
}

// Held is what scoring one example needs, whatever happens to the run.
type Held struct{ p *prepared }

// Hold returns what scoring example i needs. It reads the example if nobody
// has yet, and where its evidence was let go.
func (s *Scored) Hold(i int) Held {
	p := s.at(i)
	if p == nil {
		p = s.prepare(s.Run.Example(i))
		if i < s.Run.Len() {
			s.keep(i, p)
		}
	}
	return Held{p}
}

// Score scores the example under settings by the first protocol that scores
// its modules; ok is false where none does. It reads nothing.
func (h Held) Score(settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	if h.p == nil || h.p.by < 0 {
		return scoring.ExampleScore{}, false
	}
	return h.p.evidence[h.p.by].Example(settings), true
}

// Example is Score of what Hold returns.
func (s *Scored) Example(i int, settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	return s.Hold(i).Score(settings)
}
