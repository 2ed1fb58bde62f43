package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/annotators"
	"faithscope/scoring/boxes"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
)

func tagsAgreementCommand() *cobra.Command {
	o := &agreementOptions{commandLine: newCommand("agreement RUN…", "Print how well the annotators of a run agree",
		"Those who annotated modules on screen are compared two at a time: F1 of the second one's boxes against "+
			"the first one's, under the settings, and κ and α of the tokens that they marked. Only what both annotated counts.",
		"tags agreement predictions.json.gz",
		"tags agreement predictions.json.gz --average cumulative --iou .7 --format markdown")}
	o.addReport(&o.report)
	o.AddTotals()
	o.AddShared()
	return o.runWith(o.run)
}

// agreementOptions are the flags of tags agreement.
type agreementOptions struct {
	*commandLine
	report reportOptions
}

func (o *agreementOptions) run() error {
	return o.EachRun(o.args, func(j *opening.Joined) error {
		var scored []*session.Scored
		for _, run := range j.Runs {
			pairs, err := agreements(o.Context(), run, o.Demo)
			if err != nil {
				return err
			}
			for _, pair := range pairs {
				s := session.New(pair, []scoring.Protocol{boxes.Protocol, annotators.Protocol})
				s.Aim(o.Settings)
				if err := s.Read(o.Context()); err != nil {
					return err
				}
				scored = append(scored, s)
			}
		}
		return o.printReport(scored, o.Settings, o.report)
	})
}

// listed are examples in memory, as records.
type listed struct{ loaders.Growth }

// Progress implements [loaders.Records].
func (l *listed) Progress() (done, total int64) { return 0, 0 }

// Close implements [loaders.Records].
func (l *listed) Close() error { return nil }

// agreements are runs of what a run's annotators say, one for every two of them, and one of
// all for more than two.
func agreements(ctx context.Context, run *loaders.Run, demo bool) (runs []*loaders.Run, err error) {
	names := opening.People(run, demo)
	if len(names) < 2 {
		return nil, fmt.Errorf("%s: %s annotated it, and agreement takes two", run.Path, loaders.Count(len(names), "person"))
	}
	books := loaders.Map(names, func(name string) *marks.Book { return opening.BookOf(run, demo, name) })
	var annotated []*loaders.Example
	if err := loaders.PassExamples(ctx, run, func(ex *loaders.Example) error {
		if slices.ContainsFunc(books, func(b *marks.Book) bool { return b.Annotated(ex.ID) }) {
			annotated = append(annotated, ex)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	of := func(who ...int) {
		var list []*loaders.Example
		for _, ex := range annotated {
			list = append(list, compared(ex, loaders.Map(who, func(k int) *marks.Book { return books[k] }))...)
		}
		names := strings.Join(loaders.Map(who, func(k int) string { return names[k] }), ", ")
		records := &listed{}
		records.Grow(len(list), true)
		made := loaders.NewRun(run.Path, "annotations", records, func(i int) (*loaders.Example, error) { return list[i], nil })
		made.Name = run.Name + " · " + names
		runs = append(runs, made)
	}
	for i := range names {
		for k := range i {
			of(k, i)
		}
	}
	if len(names) > 2 {
		of(loaders.Indices(len(names))...)
	}
	return runs, nil
}

// compared are examples in which annotators stand against each other: the boxes of the
// second as if a model had chosen them, with those of the first as gold, and the tokens of
// each as a rationale by number.
func compared(ex *loaders.Example, books []*marks.Book) (list []*loaders.Example) {
	own := loaders.Map(books, func(b *marks.Book) *loaders.Example { return b.Gild(ex, "") })
	if chosen := against(own[0], own[1]); chosen != nil && len(own) == 2 {
		list = append(list, chosen)
	}
	marked := func(id, what string, spans func(k int) *loaders.Rationale) {
		at := &loaders.Example{ID: id, Question: ex.Question, Tokens: ex.Tokens, Passage: ex.Passage}
		for k := range own {
			r := spans(k)
			if r == nil {
				return
			}
			named := *r
			named.Name = fmt.Sprintf("%s %d", what, k+1)
			at.Rationales = append(at.Rationales, named)
		}
		list = append(list, at)
	}
	for i := range ex.Program {
		marked(fmt.Sprintf("%s, module %d", ex.ID, i), ex.Program[i].Op, func(k int) *loaders.Rationale {
			if g := own[k].Program[i].Gold; g != nil && g.Spans != nil && (len(g.Merged) == 0 || g.Merged[0] == i) {
				return &loaders.Rationale{Over: loaders.OverPassage, Spans: g.Spans}
			}
			return nil
		})
	}
	marked(ex.ID, "tokens", func(k int) *loaders.Rationale {
		if a := books[k].Annotation(ex.ID, marks.Whole); a.Spans == nil {
			return nil
		}
		return &own[k].Rationales[0]
	})
	return list
}

// against is an example whose gold boxes are of the first, and whose modules choose those
// of the second; nil unless both annotated boxes of a module.
func against(first, second *loaders.Example) *loaders.Example {
	ex := *first
	ex.Answer, ex.Program, ex.Images = loaders.Answer{}, slices.Clone(first.Program), slices.Clone(first.Images)
	for k := range ex.Images {
		im := &ex.Images[k]
		im.Proposals, im.Labels, im.Gold, im.Likelihoods = nil, nil, nil, nil
	}
	starts, both := make([][]int, len(ex.Program)), false
	for i := range ex.Program {
		m, other := &ex.Program[i], second.Program[i].Gold
		if m.Output = (loaders.Output{}); m.Gold == nil || m.Gold.Boxes == nil || other == nil || len(other.Boxes) != len(ex.Images) {
			m.Gold = nil
			continue
		}
		both = true
		for k := range ex.Images {
			starts[i] = append(starts[i], len(ex.Images[k].Proposals))
			ex.Images[k].Proposals = append(ex.Images[k].Proposals, other.Boxes[k]...)
		}
	}
	if !both {
		return nil
	}
	for i := range ex.Program {
		for k, start := range starts[i] {
			p := make([]float64, len(ex.Images[k].Proposals))
			for n := range second.Program[i].Gold.Boxes[k] {
				p[start+n] = 1
			}
			ex.Program[i].Output.Boxes = append(ex.Program[i].Output.Boxes, p)
		}
	}
	return &ex
}
