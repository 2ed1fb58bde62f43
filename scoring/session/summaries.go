package session

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Summaries are the rows of all examples found when they were asked for, in the order of the
// file, under one settings. They never change.
type Summaries struct {
	types   []string
	at      []int // indices of types in the pages
	metrics []string
	pages   []*blockRows // nil if nothing was read
	n       int
	news    int
}

// Len returns the number of examples found.
func (s *Summaries) Len() int { return s.n }

// Types lists the module types for which rows have values: first those of the protocols that
// scored a module, in the order of the papers' tables, each once, then others found.
func (s *Summaries) Types() []string { return s.types }

var nothing blockRows

func (s *Summaries) pageOf(i int) *blockRows {
	if k := i / blockSize; k < len(s.pages) && s.pages[k] != nil {
		return s.pages[k]
	}
	return &nothing
}

func (s *Summaries) stateOf(i int) uint8 { return s.pageOf(i).State[i%blockSize] }

// Read reports whether example i, 0 ≤ i < Len, had been read.
func (s *Summaries) Read(i int) bool { return s.stateOf(i)&rowRead != 0 }

// Current reports whether example i was read and its row is under the settings of s; otherwise
// its numbers and faithfulness are unknown.
func (s *Summaries) Current(i int) bool { return s.stateOf(i)&rowCurrent != 0 }

// Answer returns the verdict on example i's answer; Unknown until read.
func (s *Summaries) Answer(i int) loaders.Verdict { return s.verdictOf(i, answerAt) }

// Faithful returns the verdict on example i's faithfulness; Unknown until scored.
func (s *Summaries) Faithful(i int) loaders.Verdict { return s.verdictOf(i, faithfulAt) }

func (s *Summaries) verdictOf(i, bitShift int) loaders.Verdict {
	return loaders.Verdict(s.stateOf(i) >> bitShift & 3)
}

// Overall returns the number by which example i is called faithful; undefined, with the reason,
// if it isn't read or scored, is broken, or has none.
func (s *Summaries) Overall(i int) scoring.Value {
	if !s.Read(i) {
		return unread
	}
	return s.pageOf(i).Overall[i%blockSize]
}

// Metric names the metric of example i's Overall; "" if there is none.
func (s *Summaries) Metric(i int) string { return s.metrics[s.pageOf(i).Metric[i%blockSize]] }

// Type returns the score of example i's modules of type typeIndex, an index into Types: the mean over
// them, or what the protocol pools. It is undefined, with the reason, if i isn't read or scored,
// or without such modules.
func (s *Summaries) Type(i, typeIndex int) scoring.Value {
	p, at := s.pageOf(i), s.at[typeIndex]
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

// Quadrant counts examples by their two verdicts, as far as they are scored under the current
// settings.
func (s *Summaries) Quadrant() (q scoring.VerdictCounts) {
	for i := range s.n {
		if s.Current(i) {
			q[s.Answer(i)][s.Faithful(i)]++
		}
	}
	return q
}

// Matters tells what is wrong with example i's modules of type typeIndex, an index into Types; zero
// until scored.
func (s *Summaries) Matters(i, typeIndex int) ModuleCounts {
	p := s.pageOf(i)
	if !p.hasType(s.at[typeIndex]) {
		return ModuleCounts{}
	}
	return p.Types[s.at[typeIndex]].Matters[i%blockSize]
}

// Culprit returns the first module of example i that went wrong by itself: its type, an index
// into Types, and cause. The type is -1 if there is none, with a wrong answer's cause if known,
// and no cause until scored.
func (s *Summaries) Culprit(i int) (moduleType int, reason scoring.Cause) {
	c := s.pageOf(i).Culprit[i%blockSize]
	if c.Type == 0 {
		return -1, c.Cause
	}
	return slices.Index(s.at, int(c.Type)-1), c.Cause
}

// Explained reports whether some wrong answer is explained by an oracle instead of modules'
// scores.
func (s *Summaries) Explained() bool {
	return slices.ContainsFunc(s.pages, func(p *blockRows) bool {
		return p != nil && slices.ContainsFunc(p.Culprit[:], func(c culpritModule) bool {
			return c.Cause >= scoring.MissedObject && c.Cause < scoring.WrongStep
		})
	})
}

// CulpritNode returns the culprit's node in example i's program; -1 if there is none.
func (s *Summaries) CulpritNode(i int) int {
	return int(s.pageOf(i).Culprit[i%blockSize].Node) - 1
}

// Present lists the types, as indices into Types, for which some example has a number.
func (s *Summaries) Present() []int {
	var present []int
	for k, t := range s.at {
		if slices.ContainsFunc(s.pages, func(p *blockRows) bool { return p.hasType(t) }) {
			present = append(present, k)
		}
	}
	return present
}
