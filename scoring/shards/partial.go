package shards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// ErrNothingRead means that not one example of a run could be read.
var ErrNothingRead = errors.New("not one example could be read")

// WritePartial reads runs, the shards of one, and writes their partial report,
// to be merged with others by [Merge]. numbers says which shards they are, nil
// where nobody numbered them. Examples are read on all cores and
// none is kept. Its error is ctx's or w's, or wraps [ErrNothingRead] for a run
// that has examples and none that can be read; the report is whole then too.
func WritePartial(ctx context.Context, w io.Writer, runs []*loaders.Run, numbers []Shard, protocols []scoring.Protocol, settings scoring.Settings) error {
	first := head{version: version, Shards: numbers, Settings: settings}
	for _, run := range runs {
		first.Runs = append(first.Runs, of{run.Name, run.Format, run.Model, run.Dataset})
	}
	for _, p := range protocols {
		first.Protocols = append(first.Protocols, protocol{p.Name, p.Version, p.Given})
	}
	if _, err := w.Write(written(&first)); err != nil {
		return err
	}
	var last tally
	var nothing []error
	for k, run := range runs {
		var unreadable atomic.Int64
		err := loaders.Pass(ctx, run, func(i int, ex *loaders.Example) ([]byte, error) {
			l := line{shown: shownOf(ex, run.Row(i)), run: k, protocols: protocols}
			if l.Unnamed = loaders.Unnamed(ex.ID, i); l.Broken != "" {
				unreadable.Add(1)
			} else {
				l.evidence = scoring.PrepareAll(protocols, ex)
			}
			return written(&l), nil
		}, func(line []byte) error {
			last.End.Examples++
			_, err := w.Write(line)
			return err
		})
		if err != nil {
			return err
		}
		if n := unreadable.Load(); n > 0 && int(n) == run.Len() {
			nothing = append(nothing, fmt.Errorf("%s: %w", run.Path, ErrNothingRead))
		}
		problems, _ := run.Problems.All()
		last.End.Problems = append(last.End.Problems, problems...)
	}
	_, err := w.Write(written(&last))
	return errors.Join(append(nothing, err)...)
}

// written is a line of JSON that a terminal may show.
func written(line coding.Fields) []byte {
	c := coding.Writer(coding.JSON)
	c.Object("", func() { line.Fields(c) })
	return append(loaders.EscapeJSON(c.Written()), '\n')
}

func shownOf(ex *loaders.Example, row loaders.Row) shown {
	s := shown{
		ID: ex.ID, Broken: ex.Broken, Verdict: ex.Answer.Correct,
		Question: row.Question, Kind: row.Kind, Answer: row.Predicted, Gold: row.Gold,
	}
	for i := range ex.Program {
		m := &ex.Program[i]
		s.Program = append(s.Program, node{m.Op, m.Text, m.Children})
	}
	return s
}

// example is the example that is shown.
func (s *shown) example() *loaders.Example {
	ex := &loaders.Example{ID: s.ID, Broken: s.Broken, Question: s.Question, Kind: s.Kind}
	ex.Answer = loaders.Answer{Correct: s.Verdict, Predicted: s.Answer, Gold: s.Gold}
	for _, n := range s.Program {
		ex.Program = append(ex.Program, loaders.Module{Op: n.Op, Text: n.Argument, Children: n.Children})
	}
	return ex
}

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
