package session

import (
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/classes"
)

// Scored is a run with the evidence of every protocol for the examples read so far. It
// keeps evidence, never decoded examples: some 10 KB for an example of 6 modules with 2
// times 36 boxes, up to [evidenceKept] in all. Beyond that it keeps sums and a row of
// numbers per example, under one settings, and takes the evidence from the run's cache
// if it has one, or else from the file again. It is safe for concurrent use; while Read
// is running, scores cover the examples read so far.
type Scored struct {
	Run     *loaders.Run
	members members // of a family; nil for a single run

	passing sync.Mutex // one pass over the run at a time; taken before mu

	mu       sync.Mutex
	complete bool
	ledger
}

// evidenceKept is how many bytes of evidence a run keeps. The garbage collector lets the
// process grow to twice what is kept.
const evidenceKept = 64 << 20

// New returns a Scored that has read nothing and scores by these protocols under the default
// settings. For a part of another run, protocols that relate examples see the rest of that run too.
func New(run *loaders.Run, protocols []scoring.Protocol) *Scored {
	if run.Beside != nil {
		protocols = relateProtocols(run, protocols)
	}
	s := &Scored{Run: run}
	s.ledger = ledger{
		protocols: protocols, limit: evidenceKept, settings: scoring.Defaults(),
		scored: make([]bool, len(protocols)), rows: newRowSpace(protocols),
	}
	return s
}

// Protocols returns the protocols by which the run is scored.
func (s *Scored) Protocols() []scoring.Protocol { return s.protocols }

// ScoredBy reports whether the run is scored by exactly these protocols, in the
// same versions and with the same base models.
func (s *Scored) ScoredBy(protocols []scoring.Protocol) bool {
	return slices.EqualFunc(s.protocols, protocols, func(a, b scoring.Protocol) bool {
		return a.Name == b.Name && a.Version == b.Version && a.Given == b.Given
	})
}

// Aim sets the settings under which the run is scored, and interrupts a pass under others. Examples
// read from now on are scored at once; [Scored.Behind] reports whether earlier ones need another
// Read.
func (s *Scored) Aim(settings scoring.Settings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.aimAt(settings)
}

// Behind reports whether examples that were read still have to be scored under the
// settings of [Scored.Aim], which Read does.
func (s *Scored) Behind() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isBehind()
}

// Progress returns how many examples were read and how many were found. complete says
// that these are all of them, read and scored under the current settings.
func (s *Scored) Progress() (read, found int, complete bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found = s.Run.Len()
	return s.read, found, s.complete && s.read == found && !s.isBehind()
}

// Rescored returns how many of the examples read are scored under the current settings, or will be
// without a Read. That is less than read if the settings changed after evidence was dropped.
func (s *Scored) Rescored() (done, read int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isPrompt() {
		return s.read, s.read
	}
	return s.current, s.read
}

// Unreadable returns how many of the examples read so far are broken: they count as examples,
// but are in no score.
func (s *Scored) Unreadable() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unreadable
}

// Held has what it takes to score one example, whatever becomes of the run.
type Held struct {
	p         *prepared
	protocols protocols
}

// Hold returns what it takes to score example i. It reads the example if that has not been done,
// and adds it to the run, or reads it again if its evidence was dropped.
func (s *Scored) Hold(i int) Held {
	s.mu.Lock()
	var p *prepared // nil until it is read, and once it is dropped
	if n := i / blockSize; n < len(s.blocks) && s.blocks[n].examples != nil {
		p = s.blocks[n].examples[i%blockSize]
	}
	s.mu.Unlock()
	if p == nil {
		p = s.protocols.prepareExample(s.Run.Example(i))
		if i < s.Run.Len() {
			s.addExample(i, p)
		}
	}
	return Held{p, s.protocols}
}

// Weigh prepares an example that does not belong to the run, as Hold does one of the run, and
// returns what it takes to score it. It adds nothing to the run.
func (s *Scored) Weigh(ex *loaders.Example) Held {
	return Held{s.protocols.prepareExample(ex), s.protocols}
}

// Score scores the example under settings, with the modules' Images, by the protocol that judges
// it; ok is false if none does or h is empty. It reads nothing.
func (h Held) Score(settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	return h.scoreBy(settings, scoring.Judge.Example)
}

// Read reports whether h holds an example, that is, whether it was read.
func (h Held) Read() bool { return h.p != nil }

// Outline returns [Held.Score] without the modules' Images; ok is false if nothing judges the
// example.
func (h Held) Outline(settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	return h.scoreBy(settings, scoring.Judge.Outline)
}

func (h Held) scoreBy(
	settings scoring.Settings, by func(scoring.Judge, *scoring.Settings) scoring.ExampleScore,
) (score scoring.ExampleScore, ok bool) {
	if h.p == nil || h.p.by < 0 {
		return score, false
	}
	return h.p.scoreBy(&settings, by), true
}

// Evidence returns the evidence of the named protocol; nil if the protocol says nothing about the
// example, is unknown, or h is empty.
func (h Held) Evidence(protocol string) scoring.Evidence {
	if k := h.protocolIndex(protocol); k >= 0 {
		return h.p.evidence[k]
	}
	return nil
}

func (h Held) protocolIndex(protocol string) int {
	if h.p == nil {
		return -1
	}
	return scoring.Place(h.protocols, protocol)
}

// Total aggregates the example alone for the named protocol; nil if the protocol says nothing about
// it or is unknown, or h is empty. It reads nothing.
func (h Held) Total(protocol string, settings scoring.Settings) scoring.Aggregate {
	k := h.protocolIndex(protocol)
	if k < 0 {
		return nil
	}
	return h.protocols.sumOf(k, []*prepared{h.p}, settings)
}

// Scores returns every protocol's scores of the example by itself, as if the run had no other: the
// defined scores "overall" of metrics with a better direction, in the order of the protocols, those
// of calibration left out; nil if h is empty. It reads nothing.
func (h Held) Scores(settings scoring.Settings) (scores []scoring.Score) {
	if h.p == nil {
		return nil
	}
	for k := range h.p.evidence {
		p := &h.protocols[k]
		sum := h.Total(p.Name, settings)
		if sum == nil || p.Name == classes.Calibration.Name { // which says nothing of a single answer
			continue
		}
		for _, score := range sum.Scores() {
			judges := slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return m.Name == score.Metric && m.Better != scoring.Neither })
			if _, ok := score.Value.Float(); ok && judges && score.Of == "overall" {
				scores = append(scores, score)
			}
		}
	}
	return scores
}

// Example scores example i under settings, which it reads if need be; ok is false if no protocol
// judges it.
func (s *Scored) Example(i int, settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	return s.Hold(i).Score(settings)
}

// addExample keeps what was prepared of example i and counts it as read, with its row, scored under
// the current settings; it does nothing if the example was read before. If the settings change
// while it scores, the row is left to be scored again. Where earlier examples of the block were
// dropped from memory, this one is not kept either. Else, with the last example of a block it calls
// finishBlock.
func (s *Scored) addExample(i int, p *prepared) {
	s.mu.Lock()
	settings, turn := s.settings, s.turn
	s.mu.Unlock()
	score := p.scoreBy(&settings, scoring.Judge.Outline)

	s.mu.Lock()
	defer s.mu.Unlock()
	n, k := i/blockSize, i%blockSize
	b := s.blockAt(n)
	if b.hasFlag(k, rowRead) {
		return
	}
	if b.read == 0 {
		b.examples = make([]*prepared, blockSize)
	}
	if b.examples != nil { // otherwise the earlier ones were dropped
		b.examples[k] = p
	}
	s.countRead(b, k, p)
	if turn == s.turn {
		s.placeRow(b, k, p, &score)
	}
	if b.read == blockSize && b.examples != nil {
		s.finishBlock(n, b)
	}
}

// finishBlock writes the evidence of block b, number n, all of whose examples were read, to the
// archive, keeps the block's sums, if all its rows are current and the settings did not change,
// counts its memory in held, and drops it from memory if there is too much (releaseBlock). mu is
// held at the call and at the end, but released meanwhile.
func (s *Scored) finishBlock(n int, b *block) {
	settings, turn, examples, archive := s.settings, s.turn, b.examples, s.archive
	s.mu.Unlock()
	evidence, size := s.protocols.encodeEvidence(examples)
	archive.addBlock(n, evidence)
	sums := s.protocols.sumsOf(examples, settings)
	s.mu.Lock()
	if turn == s.turn && b.current == blockSize {
		b.sums = sums
	}
	b.bytes = size
	s.held += size
	s.releaseBlock(b)
}

// releaseBlock drops a whole block's evidence if more is held than the limit, unless the block
// still has to be added up. mu is held.
func (s *Scored) releaseBlock(b *block) {
	if s.held > s.limit && b.bytes > 0 && b.sums != nil {
		s.held -= b.bytes
		b.examples, b.bytes = nil, 0
	}
}

// members are the runs of a family.
type members []*Scored

// Judged returns the metrics by which the examples read so far are called faithful, in the order in
// which they were found.
func (s *Scored) Judged() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rows.metrics[1:])
}

// Summaries returns a row per example found so far under settings, which become the
// current ones (see [Scored.Aim]). The result is reused until settings change or
// examples arrive.
func (s *Scored) Summaries(settings scoring.Settings) *Summaries {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.aimAt(settings)
	return s.snapshotRows(s.Run.Len())
}

// Fork returns a Scored of the same run and protocols whose settings change independently
// of those of s. It starts with what s has read and shares the evidence, which does not
// change, and the rows until one of the two changes them. A fork thus takes some 10 bytes
// per example, and as much as rows do once the settings differ. Whatever s reads later,
// the fork reads for itself.
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
