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
