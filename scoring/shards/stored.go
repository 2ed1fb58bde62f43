package shards

import (
	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// version is the version of the lines' form.
const version = 6

// jsonLine is a line as JSON. Its run comes last, so that comparing copies of an example compares
// their content first.
type jsonLine struct {
	Version int     `json:"faithscope_partial,omitempty"` // of the first line
	ID      *string `json:"id,omitempty"`                 // nil unless an example's
	Unnamed bool    `json:"unnamed,omitempty"`            // its id is its index in the run
	Data    []byte  `json:"data"`
	Run     int     `json:"run,omitempty"` // index into the head's runs
}

// reportHead is the first line.
type reportHead struct {
	Runs      []runIdentity // at least one
	Shards    []Shard       // if numbered
	Settings  scoring.Settings
	Protocols []protocolIdentity
}

// runIdentity identifies a run.
type runIdentity struct{ Name, Format, Model, Dataset, Map, ReadAs, Selected, Judge string }

// protocolIdentity identifies a protocol's evidence.
type protocolIdentity struct {
	Name    string
	Version int
	Given   string
}

func (h *reportHead) Fields(c *coding.Coder) {
	c.Struct(h)
	c.Check(len(h.Runs) > 0, "the report names no run")
	for _, s := range h.Shards {
		c.Check(s.isValid(), "shard %d of %d is invalid", s.I, s.Of)
	}
}

// exampleLine is the line of an example.
type exampleLine struct {
	*loaders.Example // see [shownOf]
	evidence         []scoring.Evidence
	protocols        []scoring.Protocol
}

// Fields writes or reads the line. Children that aren't after their parents are errors, because
// such a program could be a circle.
func (l *exampleLine) Fields(c *coding.Coder) {
	c.Text(&l.Broken)
	coding.Index(c, "verdict", &l.Answer.Correct, int(loaders.Unanswered)+1)
	c.Text(&l.Question)
	c.Text(&l.Kind)
	c.Text(&l.Answer.Predicted)
	c.Text(&l.Answer.Gold)
	c.Texts(&l.Groups)
	coding.List(c, &l.Images, func(im *loaders.Image) { c.Text(&im.Path) })
	if c.There(l.Passage != nil) {
		if c.Reads() {
			l.Passage = &loaders.Passage{}
		}
		c.Text(&l.Passage.Text)
	}
	coding.List(c, &l.Program, func(m *loaders.Module) {
		c.Text(&m.Op)
		c.Text(&m.Text)
		coding.Ints(c, "child", &m.Children)
	})
	if l.Broken == "" {
		scoring.CodeEvidence(c, l.protocols, l.evidence)
	}
	for i := range l.Program {
		for _, child := range l.Program[i].Children {
			c.Check(i < child && child < len(l.Program), "node %d can't be a child of node %d", child, i)
		}
	}
}

// reportTail is a report's last line.
type reportTail struct {
	End struct {
		Examples int
		Problems []loaders.Problem // as far as the runs kept them
	}
}

func (t *reportTail) Fields(c *coding.Coder) { c.Struct(t) }
