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
	first := head{version: version, shards: numbers, settings: settings}
	for _, run := range runs {
		first.runs = append(first.runs, of{run.Name, run.Format, run.Model, run.Dataset})
	}
	for _, p := range protocols {
		first.protocols = append(first.protocols, protocol{p.Name, p.Version, p.Given})
	}
	if _, err := w.Write(written(first.fields)); err != nil {
		return err
	}
	var end tally
	var nothing []error
	for k, run := range runs {
		var unreadable atomic.Int64
		err := loaders.Pass(ctx, run, func(i int, ex *loaders.Example) ([]byte, error) {
			l := line{Example: outline(ex, run.Row(i)), unnamed: loaders.Unnamed(ex.ID, i), run: k}
			if l.Broken != "" {
				unreadable.Add(1)
			} else {
				l.evidence = scoring.PrepareAll(protocols, ex)
			}
			return written(func(c *coding.Coder) { l.fields(c, protocols) }), nil
		}, func(line []byte) error {
			end.examples++
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
		end.problems = append(end.problems, problems...)
	}
	_, err := w.Write(written(end.fields))
	return errors.Join(append(nothing, err)...)
}

// written is a line of JSON that a terminal may show.
func written(fields func(c *coding.Coder)) []byte {
	c := coding.Writer(coding.JSON)
	fields(c)
	return append(loaders.EscapeJSON(c.Written()), '\n')
}

// outline is what a line has of an example beside its evidence.
func outline(ex *loaders.Example, row loaders.Row) *loaders.Example {
	out := &loaders.Example{ID: ex.ID, Broken: ex.Broken, Question: row.Question, Kind: row.Kind}
	out.Answer = loaders.Answer{Correct: ex.Answer.Correct, Predicted: row.Predicted, Gold: row.Gold}
	for i := range ex.Program {
		m := &ex.Program[i]
		out.Program = append(out.Program, loaders.Module{Op: m.Op, Text: m.Text, Children: m.Children})
	}
	return out
}
