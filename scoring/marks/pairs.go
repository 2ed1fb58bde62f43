package marks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
)

// PairRuns compares a run's annotators: a run per pair, and one of all if there are more, with
// examples that anyone annotated. Verdicts on steps are compared with the file's too. Fewer than two
// are an error.
func PairRuns(ctx context.Context, run *loaders.Run, annotatorNames []string, booksByName map[string]*MarksBook) (runs []*loaders.Run,
	err error) {
	books := loaders.Map(annotatorNames, func(name string) *MarksBook { return booksByName[name] })
	var annotated []*loaders.Example
	if err := loaders.PassExamples(ctx, run, func(ex *loaders.Example) error {
		if slices.ContainsFunc(books, func(b *MarksBook) bool { return b.Annotated(ex.ID) }) {
			annotated = append(annotated, ex)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(annotated, hasVerdicts) {
		annotatorNames, books = append([]string{"the file"}, annotatorNames...), append([]*MarksBook{nil}, books...)
	}
	if len(annotatorNames) < 2 {
		return nil, fmt.Errorf("%s: %s annotated it; agreement needs two", run.Path, loaders.Count(len(annotatorNames), "person"))
	}
	pair := func(who ...int) {
		var list []*loaders.Example
		for _, ex := range annotated {
			list = append(list, compareAnnotators(ex, loaders.Map(who, func(k int) *MarksBook { return books[k] }), &run.Problems)...)
		}
		if len(who) > 2 && list == nil { // boxes and steps are compared in pairs
			return
		}
		names := strings.Join(loaders.Map(who, func(k int) string { return annotatorNames[k] }), ", ")
		runs = append(runs, run.ListExamples(run.Name+" · "+names, list))
	}
	for i := range annotatorNames {
		for k := range i {
			pair(k, i)
		}
	}
	if len(annotatorNames) > 2 {
		pair(loaders.Indices(len(annotatorNames))...)
	}
	return runs, nil
}

// Two by boxes, any number by spans. Merged gold counts only once, because its modules share it.
func compareAnnotators(ex *loaders.Example, annotatorBooks []*MarksBook, problems *loaders.Problems) (list []*loaders.Example) {
	own := loaders.Map(annotatorBooks, func(b *MarksBook) *loaders.Example {
		if b == nil {
			return ex
		}
		return b.Gild(ex, "", problems)
	})
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
		if a := annotatorBooks[k].annotationWithin(ex, Whole, problems); a.Spans == nil {
			return nil
		}
		return &own[k].Rationales[0]
	})
	return list
}

// ChoicesAgainst returns an example with the first's gold boxes, whose modules choose the second's
// among them as proposals, or with the first's verdicts as gold and the second's as outputs; nil
// unless both annotated boxes of a module, or steps. Its answer is empty.
func ChoicesAgainst(firstExample, secondExample *loaders.Example) *loaders.Example {
	ex := *firstExample
	ex.Answer, ex.Program, ex.Images = loaders.Answer{}, slices.Clone(firstExample.Program), slices.Clone(firstExample.Images)
	for k := range ex.Images {
		im := &ex.Images[k]
		im.Proposals, im.Labels, im.Gold, im.Likelihoods = nil, nil, nil, nil
	}
	starts, both := make([][]int, len(ex.Program)), false
	for i := range ex.Program {
		m, other := &ex.Program[i], secondExample.Program[i].Gold
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
		return verdictsAgainst(firstExample, secondExample)
	}
	for i := range ex.Program {
		for k, start := range starts[i] {
			p := make([]float64, len(ex.Images[k].Proposals))
			for n := range secondExample.Program[i].Gold.Boxes[k] {
				p[start+n] = 1
			}
			ex.Program[i].Output.Boxes = append(ex.Program[i].Output.Boxes, p)
		}
	}
	return &ex
}

func hasVerdicts(ex *loaders.Example) bool {
	return slices.ContainsFunc(ex.Program, func(m loaders.Module) bool { return m.Gold.Kind() == loaders.VerdictKind })
}

func verdictsAgainst(firstExample, secondExample *loaders.Example) *loaders.Example {
	if !hasVerdicts(firstExample) || !hasVerdicts(secondExample) {
		return nil
	}
	ex := *firstExample
	ex.Program = slices.Clone(firstExample.Program)
	for i := range ex.Program {
		m, other := &ex.Program[i], secondExample.Program[i].Gold
		if m.Output = (loaders.Output{}); other.Kind() == loaders.VerdictKind {
			m.Output.Verdict = other.Verdict
		}
	}
	return &ex
}
