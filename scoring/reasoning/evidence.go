package reasoning

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

const name = "reasoning"

// Protocol is "reasoning" with the sets of the examples' tags.
var Protocol = With(nil)

// The types of GQA's questions, in the order of its evaluation.
var (
	structural = [...]string{"verify", "query", "choose", "logical", "compare"}
	semantic   = [...]string{"global", "obj", "attr", "rel", "cat"}
)

// evidence is one question.
type evidence struct {
	id         string
	structural int // index into structural, -1 for none of them
	semantic   int
	balanced   bool
	known      bool    // whether there is a verdict
	match      float64 // of the model's answer, 0..1
	split      bool    // whether the question is in one of the sets
	base       Match   // in which
	entailed   []string
	question   bool     // one of these questions, and not only in a group
	groups     []string // sorted
}

// prepare returns nil for an example in no group that nothing marks as one of
// these questions: a type of GQA, what it entails, a set, or a tag.
func prepare(ex *loaders.Example, base Base) *evidence {
	e := &evidence{
		id: ex.ID, structural: slices.Index(structural[:], ex.Kind), semantic: slices.Index(semantic[:], ex.Meta["semantic type"]),
		balanced: !slices.Contains(ex.Tags, "unbalanced"),
	}
	e.base, e.split = set(ex, base)
	e.question = e.structural >= 0 || len(ex.Entailed) > 0 || !e.balanced || e.split
	if e.groups = groupsOf(ex.Groups); !e.question && e.groups == nil {
		return nil
	}
	var m Match
	m, e.known = matchOf(ex)
	e.match = m.Exact
	for _, id := range ex.Entailed {
		if id != ex.ID {
			e.entailed = append(e.entailed, id)
		}
	}
	return e
}

// set finds the question in the base model's sets, or by its tags where there
// is no base model.
func set(ex *loaders.Example, base Base) (m Match, ok bool) {
	switch {
	case base != nil:
		m, ok = base[ex.ID]
		return m, ok
	case slices.Contains(ex.Tags, "hard"):
		return Match{}, true
	}
	return Match{1, 1}, slices.Contains(ex.Tags, "easy")
}

// right reports whether the model's answer is right and nothing else.
func (e *evidence) right() bool { return e.known && e.match == 1 }

// in reports whether the question is one of a scope's. Unbalanced ones are in
// no scope but all.
func (e *evidence) in(s scope, substring bool) bool {
	switch s {
	case all:
		return true
	case overall:
		return e.balanced
	case hard:
		return e.balanced && e.split && !e.base.Easy(substring)
	}
	return e.balanced && e.split && e.base.Easy(substring)
}

// group reports whether the question is open, or binary, or of the pool of
// both and of questions without a type.
func (e *evidence) group(g int) bool {
	open := e.structural >= 0 && structural[e.structural] == "query"
	switch groups[g] {
	case "open":
		return open
	case "binary":
		return e.structural >= 0 && !open
	}
	return true
}

// Example says nothing: a right answer has no faithfulness, and consistency is
// not of one example.
func (e *evidence) Example(scoring.Settings) scoring.ExampleScore {
	return scoring.ExampleScore{Overall: scoring.Undefined("an answer has no faithfulness")}
}
