package session

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Summaries are the rows of all examples found when they were asked for, in the order
// of the file, under one settings. They never change.
type Summaries struct {
	types   []string
	at      []int // indices of types in the pages
	metrics []string
	pages   []*page // nil if nothing was read
	n       int
	news    int
}

// Len returns the number of examples found.
func (s *Summaries) Len() int { return s.n }

// Types lists the module types of which the rows have values: the types of the protocols
// that have scored a module, in the order of the papers' tables, each once, and then
// the other types found.
func (s *Summaries) Types() []string { return s.types }

// nothing is the page of a block that has not been read.
var nothing page

func (s *Summaries) pageOf(i int) *page {
	if k := i / blockSize; k < len(s.pages) && s.pages[k] != nil {
		return s.pages[k]
	}
	return &nothing
}

func (s *Summaries) stateOf(i int) uint8 { return s.pageOf(i).State[i%blockSize] }

// Read reports whether example i, 0 ≤ i < Len, had been read.
func (s *Summaries) Read(i int) bool { return s.stateOf(i)&rowRead != 0 }

// Current reports whether example i was read and its row is under the settings of s; if
// not, its numbers and its faithfulness are unknown.
func (s *Summaries) Current(i int) bool { return s.stateOf(i)&rowCurrent != 0 }

// Answer returns the verdict on the answer of example i; Unknown until it is read.
func (s *Summaries) Answer(i int) loaders.Verdict { return s.verdictOf(i, answerAt) }

// Faithful returns the verdict on the faithfulness of example i; Unknown until it is scored.
func (s *Summaries) Faithful(i int) loaders.Verdict { return s.verdictOf(i, faithfulAt) }

func (s *Summaries) verdictOf(i, at int) loaders.Verdict {
	return loaders.Verdict(s.stateOf(i) >> at & 3)
}

// Overall returns the number by which example i is called faithful; undefined, with the reason,
// while it is not read or scored, and where it is broken or has none.
func (s *Summaries) Overall(i int) scoring.Value {
	if !s.Read(i) {
		return unread
	}
	return s.pageOf(i).Overall[i%blockSize]
}

// Metric names the number that Overall of example i is; "" if there is none.
func (s *Summaries) Metric(i int) string { return s.metrics[s.pageOf(i).Metric[i%blockSize]] }

// Type returns the score of example i's modules of type k, an index into Types: the mean over them,
// or what the protocol pools. It is undefined, with the reason, while i is not read or scored, and
// without such modules.
func (s *Summaries) Type(i, k int) scoring.Value {
	p, at := s.pageOf(i), s.at[k]
	switch {
	case !s.Read(i):
		return unread
	case !s.Current(i):
		return outdated
	case !p.hasType(at):
		return noType
	}
	return p.Types[at].Value[i%blockSize]
}

// Quadrant counts those of rows that are scored under the current settings by their two verdicts;
// nil stands for all examples.
func (s *Summaries) Quadrant(rows []int) (q scoring.Quadrant) {
	add := func(i int) {
		if s.Current(i) {
			q[s.Answer(i)][s.Faithful(i)]++
		}
	}
	for _, i := range rows {
		add(i)
	}
	for i := 0; rows == nil && i < s.n; i++ {
		add(i)
	}
	return q
}

// Matters says what is wrong with example i's modules of type k, an index into Types; it
// is zero until they are scored.
func (s *Summaries) Matters(i, k int) Matters {
	p := s.pageOf(i)
	if !p.hasType(s.at[k]) {
		return Matters{}
	}
	return p.Types[s.at[k]].Matters[i%blockSize]
}

// Culprit returns the first module of example i that went wrong by itself: its type, an
// index into Types, and the cause; -1 if there is none, with the cause of a wrong answer if
// that is known, and no cause until the example is scored.
func (s *Summaries) Culprit(i int) (moduleType int, why scoring.Cause) {
	c := s.pageOf(i).Culprit[i%blockSize]
	if c.Type == 0 {
		return -1, c.Cause
	}
	return slices.Index(s.at, int(c.Type)-1), c.Cause
}

// Explained reports whether for some example it is known why its answer is wrong, apart from the
// modules' scores: a culprit's cause is an oracle's.
func (s *Summaries) Explained() bool {
	return slices.ContainsFunc(s.pages, func(p *page) bool {
		return p != nil && slices.ContainsFunc(p.Culprit[:], func(c culprit) bool { return c.Cause >= scoring.MissedObject })
	})
}

// CulpritNode returns the module that [Summaries.Culprit] does by its node in the program of
// example i; -1 if there is none.
func (s *Summaries) CulpritNode(i int) int {
	return int(s.pageOf(i).Culprit[i%blockSize].Node) - 1
}

// Present lists the types, as indices into Types, of which some example has a number.
func (s *Summaries) Present() []int {
	var present []int
	for k, t := range s.at {
		if slices.ContainsFunc(s.pages, func(p *page) bool { return p.hasType(t) }) {
			present = append(present, k)
		}
	}
	return present
}
