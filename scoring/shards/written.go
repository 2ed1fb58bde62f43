package shards

import (
	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// A partial report holds what examples of a run add to its scores: a line of
// JSON that names the run, the settings and the protocols, a line per example,
// and a last line, without which it was cut off. The evidence in a line holds for
// all settings, so that merged reports have everything that a run has: scores to
// the same digits, intervals, comparisons. Texts and the program are those that
// a list and a table of modules show.

// version is that of the lines.
const version = 2

// head is the first line.
type head struct {
	version   int
	Runs      []of    // that the examples are of, at least one
	Shards    []Shard // that they are, where somebody numbered them
	Settings  scoring.Settings
	Protocols []protocol
}

// of is what a run is of.
type of struct{ Name, Format, Model, Dataset string }

// protocol is what tells one protocol's evidence from another's.
type protocol struct {
	Name    string
	Version int
	Given   string
}

// Fields declares the line.
func (h *head) Fields(c *coding.Coder) {
	coding.Int(c, "faithscope_partial", &h.version)
	c.Check(h.version == version, "version %d of partial reports; this program reads version %d", h.version, version)
	c.Struct(h)
	c.Check(len(h.Runs) > 0, "names no run")
	for _, s := range h.Shards {
		c.Check(s.valid(), "shard %d of %d is not a shard", s.I, s.Of)
	}
}

// line is the line of an example.
type line struct {
	shown
	evidence  []scoring.Evidence
	run       int // index into the head's runs
	protocols []scoring.Protocol
}

// shown is what a list and a table of modules show of an example.
type shown struct {
	ID       string
	Unnamed  bool   // the id is its place in the run
	Broken   string // why it could not be read
	Verdict  loaders.Verdict
	Question string
	Kind     string
	Answer   string
	Gold     string
	Program  []node
}

// node is a module without what it returned.
type node struct {
	Op, Argument string
	Children     []int
}

// Fields declares the line. Its run stands behind the rest, so that copies of an
// example are told from each other by what they are first.
func (l *line) Fields(c *coding.Coder) {
	c.Struct(&l.shown)
	if c.There("evidence", l.Broken == "") {
		c.Object("", func() { scoring.CodeEvidence(c, l.protocols, l.evidence) })
	}
	coding.Int(c, "run", &l.run)
	c.Check(l.Verdict <= loaders.Unanswered, "the verdict %d", l.Verdict)
	for i := range l.Program {
		for _, child := range l.Program[i].Children {
			c.Check(i < child && child < len(l.Program), "node %d is the child of node %d", child, i)
		}
	}
}

// tally is the last line.
type tally struct {
	End struct {
		Examples int
		Problems []loaders.Problem // those that the runs kept
	}
}

// Fields declares the line.
func (t *tally) Fields(c *coding.Coder) { c.Struct(t) }
