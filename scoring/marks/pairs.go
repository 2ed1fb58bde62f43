package marks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
)

// PairRuns compares a run's annotators: a run per pair, and one of all if there are more, with
// examples that anyone annotated. Fewer than two names are an error.
func PairRuns(ctx context.Context, run *loaders.Run, names []string, booksByName map[string]*Book) (runs []*loaders.Run, err error) {
	if len(names) < 2 {
		return nil, fmt.Errorf("%s: %s annotated it, and agreement takes two", run.Path, loaders.Count(len(names), "person"))
	}
	books := loaders.Map(names, func(name string) *Book { return booksByName[name] })
	var annotated []*loaders.Example
	if err := loaders.PassExamples(ctx, run, func(ex *loaders.Example) error {
		if slices.ContainsFunc(books, func(b *Book) bool { return b.Annotated(ex.ID) }) {
			annotated = append(annotated, ex)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	pair := func(who ...int) {
		var list []*loaders.Example
		for _, ex := range annotated {
			list = append(list, compareAnnotators(ex, loaders.Map(who, func(k int) *Book { return books[k] }), &run.Problems)...)
		}
		names := strings.Join(loaders.Map(who, func(k int) string { return names[k] }), ", ")
		runs = append(runs, run.ListExamples(run.Name+" · "+names, list))
	}
	for i := range names {
		for k := range i {
			pair(k, i)
		}
	}
	if len(names) > 2 {
		pair(loaders.Indices(len(names))...)
	}
	return runs, nil
}

// Two by boxes, any number by spans. Merged gold counts only once, because its modules share it.
func compareAnnotators(ex *loaders.Example, books []*Book, problems *loaders.Problems) (list []*loaders.Example) {
	own := loaders.Map(books, func(b *Book) *loaders.Example { return b.Gild(ex, "", problems) })
	if chosen := ChoicesAgainst(own[0], own[1]); chosen != nil && len(own) == 2 {
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
			if g := own[k].Program[i].Gold; g.Kind() == loaders.TokenKind && g.IsScoredAt(i) {
				return &loaders.Rationale{Over: loaders.OverPassage, Spans: g.Spans}
			}
			return nil
		})
	}
	marked(ex.ID, "tokens", func(k int) *loaders.Rationale {
		if a := books[k].annotationWithin(ex, Whole, problems); a.Spans == nil {
			return nil
		}
		return &own[k].Rationales[0]
	})
	return list
}

// ChoicesAgainst returns an example with the first's gold boxes, whose modules choose the second's
// among them as proposals; nil unless both annotated boxes of a module. Its answer is empty.
func ChoicesAgainst(first, second *loaders.Example) *loaders.Example {
	ex := *first
	ex.Answer, ex.Program, ex.Images = loaders.Answer{}, slices.Clone(first.Program), slices.Clone(first.Images)
	for k := range ex.Images {
		im := &ex.Images[k]
		im.Proposals, im.Labels, im.Gold, im.Likelihoods = nil, nil, nil, nil
	}
	starts, both := make([][]int, len(ex.Program)), false
	for i := range ex.Program {
		m, other := &ex.Program[i], second.Program[i].Gold
		haveBoxes := m.Gold.Kind() == loaders.BoxKind && other != nil && len(other.Boxes) == len(ex.Images)
		if m.Output = (loaders.Output{}); !haveBoxes {
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
