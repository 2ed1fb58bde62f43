package reasoning

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// In the order of GQA's evaluation.
var (
	structural = [...]string{"verify", "query", "choose", "logical", "compare"}
	semantic   = [...]string{"global", "obj", "attr", "rel", "cat"}
)

type questionScope int

const (
	overall questionScope = iota
	hard
	easy
	scopes
	all = scopes
)

var groups = [...]string{"overall", "open", "binary"}

type exampleEvidence struct {
	ID         string
	Structural int // -1 for none
	Semantic   int // -1 for none
	Balanced   bool
	Known      bool
	Unanswered bool
	Match      float64    // 0..1
	Base       *BaseMatch // nil for a question in neither set
	Missing    bool
	Entailed   []string
	Question   bool
	Groups     []string // sorted, each once; nil for none
}

func (e *exampleEvidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Structural >= -1 && e.Structural < len(structural) && e.Semantic >= -1 && e.Semantic < len(semantic),
		"invalid types %d (structural) and %d (semantic)", e.Structural, e.Semantic)
	if c.Reads() {
		e.Groups = groupsOf(e.Groups)
	}
}

// prepareReasoning returns nil for an example without group, type of GQA, entailed questions, set
// or the tag "unbalanced", unless it is missing in baseModel, because missing ones are counted. A
// question doesn't entail itself.
func prepareReasoning(ex *loaders.Example, baseModel BaseModel) scoring.Evidence {
	e := &exampleEvidence{
		ID: ex.ID, Structural: slices.Index(structural[:], ex.Kind), Semantic: slices.Index(semantic[:], ex.Meta["semantic type"]),
		Balanced: !slices.Contains(ex.Tags, "unbalanced"),
	}
	if m, ok := setOf(ex, baseModel); ok {
		e.Base = &m
	}
	e.Missing = baseModel != nil && e.Base == nil
	e.Question = e.Structural >= 0 || len(ex.Entailed) > 0 || !e.Balanced || e.Base != nil
	if e.Groups = groupsOf(ex.Groups); !e.Question && e.Groups == nil && !e.Missing {
		return nil
	}
	var m BaseMatch
	m, e.Known = matchOf(ex)
	e.Unanswered = ex.Answer.Correct == loaders.Unanswered
	e.Match = m.Exact
	e.Entailed = loaders.Filter(ex.Entailed, func(id string) bool { return id != ex.ID })
	return e
}

func groupsOf(exampleGroups []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(exampleGroups)))
}

func setOf(ex *loaders.Example, baseModel BaseModel) (m BaseMatch, ok bool) {
	switch {
	case baseModel != nil:
		m, ok = baseModel[ex.ID]
		return m, ok
	case slices.Contains(ex.Tags, "hard"):
		return BaseMatch{}, true
	}
	return BaseMatch{Exact: 1, Substring: 1}, slices.Contains(ex.Tags, "easy")
}

func (e *exampleEvidence) isRight() bool { return e.Known && e.Match == 1 }

func (e *exampleEvidence) hasVerdict(s *scoring.Settings) bool {
	return e.Known && !(e.Unanswered && s.Missing == scoring.Omit)
}

// isMissing reports whether the base run has no verdict, or no answer where those are omitted.
func (e *exampleEvidence) isMissing(s *scoring.Settings) bool {
	return e.Missing || e.Base != nil && e.Base.Unanswered && s.Missing == scoring.Omit
}

func (e *exampleEvidence) isWithin(s questionScope, settings *scoring.Settings) bool {
	switch {
	case s == all || !e.Balanced:
		return s == all
	case s == overall || e.Base == nil || e.isMissing(settings):
		return s == overall
	}
	return e.Base.Easy(settings.Substring) == (s == easy)
}

func (e *exampleEvidence) isInGroup(g int) bool {
	open := e.Structural >= 0 && structural[e.Structural] == "query"
	switch groups[g] {
	case "open":
		return open
	case "binary":
		return e.Structural >= 0 && !open
	}
	return true
}

// Sets reports whether e's question is in the hard or the easy set; both are false if it is in
// neither or unbalanced, or if e is another protocol's.
func Sets(e scoring.Evidence, s *scoring.Settings) (isHard, isEasy bool) {
	own, ok := e.(*exampleEvidence)
	return ok && own.isWithin(hard, s), ok && own.isWithin(easy, s)
}
