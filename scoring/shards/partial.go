package shards

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// ErrNothingRead means that no example of a run could be read.
var ErrNothingRead = errors.New("no example could be read")

// PartialReport is the partial report of some runs that are shards of one run.
type PartialReport struct {
	Runs      []*loaders.Run
	Shards    []Shard // nil if not numbered
	Protocols []scoring.Protocol
	Settings  scoring.Settings
}

// Write reads the runs in turn and writes the report, for [Merge] to combine with others.
// Examples are read on all cores, written in the order of the file, and not kept; repeated ids
// become problems of their run. The error is ctx's or w's, or wraps [ErrNothingRead] for a run
// with examples of which none could be read; the report is complete even then.
func (p *PartialReport) Write(ctx context.Context, w io.Writer) error {
	first := reportHead{
		Shards: p.Shards, Settings: p.Settings,
		Runs: loaders.Map(p.Runs, func(run *loaders.Run) runIdentity {
			return runIdentity{run.Name, run.Format, run.Model, run.Dataset, run.Columns.Map, run.Columns.Said, run.Selected,
				loaders.IfElse(run.Judge == "", "", filepath.Base(run.Judge))}
		}),
		Protocols: loaders.Map(p.Protocols, func(p scoring.Protocol) protocolIdentity { return protocolIdentity{p.Name, p.Version, p.Given} }),
	}
	if _, err := w.Write(encodeLine(jsonLine{Version: version}, &first)); err != nil {
		return err
	}
	var last reportTail
	var nothing []error
	for k, run := range p.Runs {
		var unreadable atomic.Int64
		err := loaders.Pass(ctx, run, func(i int, ex *loaders.Example) ([]byte, error) {
			l := exampleLine{Example: shownOf(ex, run.Row(i)), protocols: p.Protocols}
			if l.Broken != "" {
				unreadable.Add(1)
			} else {
				l.evidence = scoring.PrepareAll(p.Protocols, ex)
			}
			if err := p.checkWhole(run, l.evidence); err != nil {
				return nil, err
			}
			return encodeLine(jsonLine{ID: &ex.ID, Unnamed: loaders.Unnamed(ex.ID, i), Run: k}, &l), nil
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
		run.ReportTwice()
		problems, _ := run.Problems.All()
		last.End.Problems = append(last.End.Problems, problems...)
	}
	_, err := w.Write(encodeLine(jsonLine{}, &last))
	return errors.Join(append(nothing, err)...)
}

// checkWhole returns an error if examples were left out on which an example's scores depend.
func (p *PartialReport) checkWhole(run *loaders.Run, evidence []scoring.Evidence) error {
	for k, e := range evidence {
		if run.Selected == "" || e == nil {
			continue
		}
		if _, isRelated := p.Protocols[k].Aggregate(p.Settings).(scoring.RelatedAggregate); isRelated {
			return fmt.Errorf("%s: the scores of %s also need the examples that were left out (%s); include them, or choose other protocols "+
				"with --protocol", run.Name, p.Protocols[k].Name, run.Selected)
		}
	}
	return nil
}

func encodeLine(s jsonLine, codedLine coding.CodedValue) []byte {
	c := coding.Writer()
	codedLine.Fields(c)
	s.Data = c.Written()
	text, _ := json.Marshal(s) // texts and numbers never fail
	return append(loaders.EscapeJSON(text), '\n')
}

// shownOf returns what is listed of an example, and what tells the examples that depend on each other: its sets or else the
// whole question, its pictures' files, and a hash in place of its passage.
func shownOf(ex *loaders.Example, listedExample loaders.ListedExample) *loaders.Example {
	shown := &loaders.Example{
		Broken: ex.Broken, Question: loaders.IfElse(len(ex.Groups) > 0, listedExample.Question, ex.Question),
		Kind: listedExample.Kind, Program: ex.Program, Groups: ex.Groups,
		Answer: loaders.Answer{Correct: ex.Answer.Correct, Predicted: listedExample.Predicted, Gold: listedExample.Gold},
		Images: loaders.Map(ex.Images, func(im loaders.Image) loaders.Image { return loaders.Image{Path: im.Path} }),
	}
	if p := ex.Passage; p != nil && strings.HasPrefix(p.Text, hashed) { // by an earlier report
		shown.Passage = p
	} else if p != nil && p.Text != "" {
		shown.Passage = &loaders.Passage{Text: fmt.Sprintf("%s%x", hashed, sha256.Sum256([]byte(p.Text)))}
	}
	return shown
}

const hashed = "sha256:"
