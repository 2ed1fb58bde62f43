package shards

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"faithscope/loaders"
	"faithscope/scoring"
)

// A partial report holds what examples of a run add to its scores: a line of
// JSON that names the run, the settings and the protocols, a line of evidence
// per example, and a last line, without which it was cut off. Evidence holds
// for all settings, so that merged reports have everything that a run has:
// scores to the same digits, intervals, comparisons.

// partialVersion is that of the lines.
const partialVersion = 1

type partialHead struct {
	Version   int               `json:"faithscope_partial"`
	Runs      []partialRun      `json:"runs"`             // that the examples are of, at least one
	Shards    []Shard           `json:"shards,omitempty"` // that they are, where somebody numbered them
	Settings  scoring.Settings  `json:"settings"`
	Protocols []partialProtocol `json:"protocols"`
}

type partialRun struct {
	Name    string `json:"name"`
	Format  string `json:"format"`
	Model   string `json:"model,omitempty"`
	Dataset string `json:"dataset,omitempty"`
}

type partialProtocol struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
	Given   string `json:"given,omitempty"`
}

// partialExample is an example's line. Run stands behind the rest, so that
// copies of an example are told from each other by what they are first.
type partialExample struct {
	ID       string                     `json:"id"`
	Unnamed  bool                       `json:"unnamed,omitempty"` // ID is its place in the run
	Verdict  loaders.Verdict            `json:"verdict,omitempty"`
	Broken   string                     `json:"broken,omitempty"`
	Evidence map[string]json.RawMessage `json:"evidence,omitempty"` // by protocol
	Run      int                        `json:"run,omitempty"`      // index into the head's runs
}

type partialEnd struct {
	End partialTally `json:"end"`
}

type partialTally struct {
	Examples int              `json:"examples"`
	Problems []partialProblem `json:"problems,omitempty"` // those that the runs kept
}

// partialProblem is a loaders.Problem.
type partialProblem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Example string `json:"example,omitempty"`
	What    string `json:"what"`
	Done    string `json:"done,omitempty"`
}

// escaping writes JSON that a terminal may show.
type escaping struct{ w io.Writer }

func (e escaping) Write(p []byte) (int, error) {
	if _, err := e.w.Write(loaders.EscapeJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// ErrNothingRead means that not one example of a run could be read.
var ErrNothingRead = errors.New("not one example could be read")

// WritePartial reads runs, the shards of one, and writes their partial report,
// to be merged with others by [Merge]. numbers says which shards they are, nil
// where nobody numbered them. Examples are read on all cores and
// none is kept. Its error is ctx's or w's, or wraps [ErrNothingRead] for a run
// that has examples and none that can be read; the report is whole then too.
func WritePartial(ctx context.Context, w io.Writer, runs []*loaders.Run, numbers []Shard, protocols []scoring.Protocol, settings scoring.Settings) error {
	head := partialHead{Version: partialVersion, Shards: numbers, Settings: settings}
	for _, run := range runs {
		head.Runs = append(head.Runs, partialRun{run.Name, run.Format, run.Model, run.Dataset})
	}
	for _, p := range protocols {
		head.Protocols = append(head.Protocols, partialProtocol{p.Name, p.Version, p.Given})
	}
	out := json.NewEncoder(escaping{w})
	if err := out.Encode(head); err != nil {
		return err
	}
	var end partialEnd
	var nothing []error
	for k, run := range runs {
		unreadable := 0
		err := loaders.Pass(ctx, run, func(i int, ex *loaders.Example) (*partialExample, error) {
			line, err := partialOf(ex, protocols)
			line.Unnamed, line.Run = loaders.Unnamed(ex.ID, i), k
			return line, err
		}, func(line *partialExample) error {
			end.End.Examples++
			if line.Broken != "" {
				unreadable++
			}
			return out.Encode(line)
		})
		if err != nil {
			return err
		}
		if unreadable > 0 && unreadable == run.Len() {
			nothing = append(nothing, fmt.Errorf("%s: %w", run.Path, ErrNothingRead))
		}
		problems, _ := run.Problems.All()
		for _, p := range problems {
			end.End.Problems = append(end.End.Problems, partialProblem{p.File, p.Line, p.Example, p.What.String(), p.Done.String()})
		}
	}
	return errors.Join(append(nothing, out.Encode(end))...)
}

// partialOf is an example's line.
func partialOf(ex *loaders.Example, protocols []scoring.Protocol) (*partialExample, error) {
	line := &partialExample{ID: ex.ID, Verdict: ex.Answer.Correct, Broken: ex.Broken}
	if ex.Broken != "" {
		return line, nil
	}
	line.Evidence = map[string]json.RawMessage{}
	evidence := scoring.PrepareAll(protocols, ex)
	for k, e := range evidence {
		p := &protocols[k]
		if e == nil || scoring.Shares(protocols, evidence, k) {
			continue
		}
		b, err := json.Marshal(e)
		if err != nil {
			return line, fmt.Errorf("%s of %q: %w", p.Name, ex.ID, err)
		}
		line.Evidence[p.Name] = b
	}
	return line, nil
}
