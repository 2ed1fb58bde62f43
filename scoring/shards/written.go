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
	runs      []of    // that the examples are of, at least one
	shards    []Shard // that they are, where somebody numbered them
	settings  scoring.Settings
	protocols []protocol
}

// of is what a run is of.
type of struct{ name, format, model, dataset string }

// protocol is what tells one protocol's evidence from another's.
type protocol struct {
	name    string
	version int
	given   string
}

func (h *head) fields(c *coding.Coder) {
	c.Object("", func() {
		coding.Int(c, "faithscope_partial", &h.version)
		c.Check(h.version == version, "version %d of partial reports; this program reads version %d", h.version, version)
		coding.List(c, "runs", &h.runs, func(r *of) {
			c.Object("", func() {
				c.Text("name", &r.name)
				c.Text("format", &r.format)
				c.Text("model", &r.model)
				c.Text("dataset", &r.dataset)
			})
		})
		c.Check(len(h.runs) > 0, "names no run")
		coding.List(c, "shards", &h.shards, func(s *Shard) {
			c.Object("", func() {
				coding.Int(c, "i", &s.I)
				coding.Int(c, "of", &s.Of)
			})
			c.Check(s.valid(), "shard %d of %d is not a shard", s.I, s.Of)
		})
		c.Object("settings", func() { h.settings.Fields(c) })
		coding.List(c, "protocols", &h.protocols, func(p *protocol) {
			c.Object("", func() {
				c.Text("name", &p.name)
				coding.Int(c, "version", &p.version)
				c.Text("given", &p.given)
			})
		})
	})
}

// line is the line of an example, of which it has the texts of a row, the
// program without what its modules returned, and the evidence.
type line struct {
	*loaders.Example
	unnamed  bool // the id is its place in the run
	evidence []scoring.Evidence
	run      int // index into the head's runs
}

// fields declares the line. Its run stands behind the rest, so that copies of an
// example are told from each other by what they are first.
func (l *line) fields(c *coding.Coder, protocols []scoring.Protocol) {
	c.Object("", func() {
		c.Text("id", &l.ID)
		c.Bool("unnamed", &l.unnamed)
		c.Text("broken", &l.Broken)
		coding.Index(c, "verdict", &l.Answer.Correct, int(loaders.Unanswered)+1)
		c.Text("question", &l.Question)
		c.Text("kind", &l.Kind)
		c.Text("predicted", &l.Answer.Predicted)
		c.Text("gold", &l.Answer.Gold)
		coding.List(c, "program", &l.Program, func(m *loaders.Module) {
			c.Tuple("", func() {
				c.Text("op", &m.Op)
				c.Text("argument", &m.Text)
				coding.Ints(c, "children", &m.Children)
			})
		})
		if c.There("evidence", l.Broken == "") {
			c.Object("", func() { scoring.CodeEvidence(c, protocols, l.evidence) })
		}
		coding.Int(c, "run", &l.run)
	})
	for i := range l.Program {
		for _, child := range l.Program[i].Children {
			c.Check(i < child && child < len(l.Program), "node %d is the child of node %d", child, i)
		}
	}
}

// tally is the last line.
type tally struct {
	examples int
	problems []loaders.Problem // those that the runs kept
}

func (t *tally) fields(c *coding.Coder) {
	c.Object("", func() {
		c.Object("end", func() {
			coding.Int(c, "examples", &t.examples)
			coding.List(c, "problems", &t.problems, func(p *loaders.Problem) { scoring.CodeProblem(c, p) })
		})
	})
}
