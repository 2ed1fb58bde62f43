package session

import (
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/classes"
)

// ScoredRun is a run with every protocol's evidence on the examples read so far. It keeps evidence,
// never decoded examples: some 10 KB for an example of 6 modules with 2 times 36 boxes, up to
// [evidenceKept] in all. Beyond that it keeps sums and a row of numbers per example, under one
// settings, and takes evidence from the run's cache, or else from the file again. It is safe for
// concurrent use; while Read is running, scores cover the examples read so far.
type ScoredRun struct {
	Run     *loaders.Run
	members Runs // nil for a single run

	passing sync.Mutex // one pass over the run at a time; taken before mu

	mu       sync.Mutex
	complete bool
	evidenceLedger
}

func lockRun(s *ScoredRun) (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// evidenceKept is the number of bytes of evidence that a run keeps. The garbage collector lets
// the process grow to twice as much.
const evidenceKept = 64 << 20

// New returns a Scored that has read nothing and scores by these protocols under the default
// settings. In a part of another run, protocols that relate examples see the rest of that run
// too.
func New(run *loaders.Run, protocolList []scoring.Protocol) *ScoredRun {
	if run.Beside != nil {
		protocolList = relateProtocols(run, protocolList)
	}
	s := &ScoredRun{Run: run}
	s.evidenceLedger = evidenceLedger{
		protocols: protocolList, limit: evidenceKept, settings: scoring.Defaults(),
		scored: make([]bool, len(protocolList)), rows: newRowSpace(protocolList),
	}
	return s
}

// Protocols returns the protocols by which the run is scored.
func (s *ScoredRun) Protocols() []scoring.Protocol { return s.protocols }

// ScoredBy reports whether the run is scored by exactly these protocols, with the same versions
// and base models.
func (s *ScoredRun) ScoredBy(protocolList []scoring.Protocol) bool {
	return slices.EqualFunc(s.protocols, protocolList, func(a, b scoring.Protocol) bool {
		return a.Name == b.Name && a.Version == b.Version && a.Given == b.Given
	})
}

// Aim sets the settings under which the run is scored, and interrupts a pass under others.
// Examples read from now on are scored at once; [ScoredRun.Behind] reports whether earlier ones need
// another Read.
func (s *ScoredRun) Aim(settings scoring.Settings) {
	defer lockRun(s)()
	s.aimAt(settings)
}

// Behind reports whether examples that were read still have to be scored under the settings of
// [ScoredRun.Aim], which Read does.
func (s *ScoredRun) Behind() bool {
	defer lockRun(s)()
	return s.isBehind()
}

// Progress returns how many examples were read and how many found. complete means that these are
// all, read and scored under the current settings.
func (s *ScoredRun) Progress() (read, found int, complete bool) {
	defer lockRun(s)()
	found = s.Run.Len()
	return s.read, found, s.complete && s.read == found && !s.isBehind()
}

// Rescored returns how many of the examples read are scored under the current settings, or will
// be without a Read. That is less than read if the settings changed after evidence was dropped.
func (s *ScoredRun) Rescored() (done, read int) {
	defer lockRun(s)()
	if s.isPrompt() {
		return s.read, s.read
	}
	return s.current, s.read
}

// Unreadable returns how many of the examples read are broken: they count as examples, but are in
// no score.
func (s *ScoredRun) Unreadable() int {
	defer lockRun(s)()
	return s.unreadable
}

// ScorableExample is one example, ready to be scored whatever becomes of the run.
type ScorableExample struct {
	p         *preparedExample
	protocols protocols
}

// Hold returns example i, ready to be scored. It reads the example if necessary and adds it to
// the run, or reads it again if its evidence was dropped.
func (s *ScoredRun) Hold(i int) ScorableExample {
	s.mu.Lock()
	var p *preparedExample // nil until read, and once dropped
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
	return ScorableExample{p, s.protocols}
}

// Weigh prepares an example that doesn't belong to the run, and adds nothing to the run.
func (s *ScoredRun) Weigh(ex *loaders.Example) ScorableExample {
	return ScorableExample{s.protocols.prepareExample(ex), s.protocols}
}

// Score scores the example under settings, with the modules' Images, by the protocol that judges
// it; nil if none does or h is empty. It reads nothing.
func (h ScorableExample) Score(settings scoring.Settings) *scoring.ExampleScore {
	if score, ok := h.p.scoreBy(&settings, scoring.Judge.Example); ok {
		return &score
	}
	return nil
}

// Read reports whether h holds an example: whether it was read.
func (h ScorableExample) Read() bool { return h.p != nil }

// Outline returns [ScorableExample.Score] without the modules' Images; ok is false if nothing judges the
// example.
func (h ScorableExample) Outline(settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	return h.p.scoreBy(&settings, scoring.Judge.Outline)
}

// Evidence returns the named protocol's evidence; nil if the protocol says nothing about the
// example or is unknown, or h is empty.
func (h ScorableExample) Evidence(protocol string) scoring.Evidence {
	if k := h.protocolIndex(protocol); k >= 0 {
		return h.p.evidence[k]
	}
	return nil
}

func (h ScorableExample) protocolIndex(protocol string) int {
	if h.p == nil {
		return -1
	}
	return scoring.Place(h.protocols, protocol)
}

// Total aggregates the example by itself for the named protocol; nil if the protocol says nothing
// about it or is unknown, or h is empty. It reads nothing.
func (h ScorableExample) Total(protocol string, settings scoring.Settings) scoring.Aggregate {
	if k := h.protocolIndex(protocol); k >= 0 {
		return h.protocols.sumOf(k, preparedList{h.p}, settings)
	}
	return nil
}

// Scores returns every protocol's scores of the example by itself, as if the run had no other:
// the defined "overall" scores of metrics with a better direction, in the order of the protocols,
// without calibration; nil if h is empty. It reads nothing.
func (h ScorableExample) Scores(settings scoring.Settings) (scores []scoring.Score) {
	for _, p := range h.protocols {
		sum := h.Total(p.Name, settings)
		if sum == nil || p.Name == classes.Calibration.Name { // it says nothing of one answer
			continue
		}
		for _, score := range sum.Scores() {
			judges := slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return m.Name == score.Metric && m.Better != scoring.Neither })
			if score.Value.IsDefined() && judges && score.Of == "overall" {
				scores = append(scores, score)
			}
		}
	}
	return scores
}

// Example scores example i under settings and reads it if necessary; ok is false if no protocol
// judges it.
func (s *ScoredRun) Example(i int, settings scoring.Settings) (score scoring.ExampleScore, ok bool) {
	return s.Hold(i).p.scoreBy(&settings, scoring.Judge.Example)
}

// addExample scores outside the lock, so that examples are scored on all cores. If the settings change
// meanwhile, the row waits to be scored again.
func (s *ScoredRun) addExample(i int, p *preparedExample) {
	s.mu.Lock()
	settings, turn := s.settings, s.turn
	s.mu.Unlock()
	score, _ := p.scoreBy(&settings, scoring.Judge.Outline)

	defer lockRun(s)()
	n, k := i/blockSize, i%blockSize
	b := s.blockAt(n)
	if b.hasFlag(k, rowRead) {
		return
	}
	if b.read == 0 {
		b.examples = make(preparedList, blockSize)
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

// finishBlock archives a block that is read completely. It releases mu meanwhile, because
// encoding takes long.
func (s *ScoredRun) finishBlock(n int, b *evidenceBlock) {
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

// releaseBlock drops a block's evidence beyond the limit, unless the block still has to be added
// up. mu is held.
func (s *ScoredRun) releaseBlock(b *evidenceBlock) {
	if s.held > s.limit && b.bytes > 0 && b.sums != nil {
		s.held -= b.bytes
		b.examples, b.bytes = nil, 0
	}
}

// Runs are scored runs, in the order they were opened or named.
type Runs []*ScoredRun

// Judged returns the metrics by which the examples read so far are called faithful, in the order
// in which they were found.
func (s *ScoredRun) Judged() []string {
	defer lockRun(s)()
	return slices.Clone(s.rows.metrics[1:])
}

// Summaries returns a row per example found so far under settings, which become the current ones
// (see [ScoredRun.Aim]). The result is reused until settings change or examples arrive.
func (s *ScoredRun) Summaries(settings scoring.Settings) *Summaries {
	defer lockRun(s)()
	s.aimAt(settings)
	return s.snapshotRows(s.Run.Len())
}

// Fork returns a Scored of the same run and protocols whose settings change independently. It
// starts with what s has read and shares the evidence, and the rows until either changes them:
// some 10 bytes per example, and the rows once settings differ. It reads for itself what s reads
// later.
func (s *ScoredRun) Fork() *ScoredRun {
	defer lockRun(s)()
	f := &ScoredRun{Run: s.Run, complete: s.complete, evidenceLedger: s.evidenceLedger}
	l := &f.evidenceLedger
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
