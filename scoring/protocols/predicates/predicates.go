// Package predicates says what an oracle of ∇-FOL is wrong about: "predicates", which predicates
// make answers wrong, and "concepts", how well likelihoods tell true from false. Both are this
// program's own, not the paper's (Amizadeh et al. 2020), and apply if annotators know the pictures'
// truth ([loaders.Answer.Predicates]).
//
// A predicate is a word or a relation, once per picture. Its truth comes from the annotated objects
// that match the oracle's; nothing is true of a false detection. A wrong answer is fixed by a set
// of predicates whose truth, instead of the oracle's likelihoods, makes it the correct answer. It is
// blamed on the first predicate, in execution order, of the first smallest set of at most three:
// the module that asks for it is the culprit. Its cause is "answer step" if the step that answers
// the question asks for it, or else "object" for the noun of a variable, "attribute" for what a
// filter asks for, and "relation". If no such set fixes it, no module is the culprit and the cause
// is "detections": objects that were not detected, or don't exist. A blamed answer isn't faithful.
//
// For "concepts", every object of a picture, or pair for a relation, counts once per concept.
package predicates

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/language"
	"faithscope/scoring"
)

const predicates = "predicates"

const own = "faithscope's own, not from a paper"

// Protocol is "predicates".
var Protocol = scoring.Protocol{
	Name:      predicates,
	Source:    own,
	Prepare:   preparePredicates,
	Metrics:   scoring.MetricsOf(columns),
	Aggregate: newAggregate,
	New:       scoring.New[AnswerBlame],
	Version:   2,
}

// AnswerBlame holds what a wrong answer is blamed on, if known.
type AnswerBlame struct {
	Wrong bool
	Node  int           // the culprit, -1 for none
	Type  string        // of that module
	Cause scoring.Cause // 0 for a right answer or an unknown fix
	Size  int           // of the sets that fix it, 0 for none
	// A set begins with a predicate of an earlier step, or of the one that answers.
	Operator, End bool
}

// Fields rejects unknown causes and sizes, and a culprit without a type.
func (b *AnswerBlame) Fields(c *coding.Coder) {
	c.Struct(b)
	c.Check(int(b.Cause) <= len(scoring.Causes()) && b.Size >= 0 && b.Size < len(mended), "invalid cause %d or fix size %d", b.Cause, b.Size)
	c.Check(b.Node >= -1 && (b.Node < 0 || b.Type != ""), "invalid node %d of type %.40q", b.Node, b.Type)
}

// preparePredicates blames nothing for an answer that is right, or whose Mending is nil, because it
// was not sought. A question about a scene graph says its cause itself. nil if the picture's truth is
// unknown, or a module or predicate doesn't exist.
func preparePredicates(ex *loaders.Example) scoring.Evidence {
	for _, cause := range scoring.Causes()[scoring.MissedDetection:] {
		if ex.Meta[scoring.Missed] == cause.String() {
			return &AnswerBlame{Wrong: true, Node: -1, Cause: cause}
		}
	}
	if ex.Answer.Predicates == nil || !namesExist(ex) {
		return nil
	}
	b := &AnswerBlame{Wrong: ex.Answer.Correct == loaders.Wrong, Node: -1}
	switch {
	case !b.Wrong || ex.Answer.Mending == nil:
		return b
	case len(ex.Answer.Mending) == 0:
		b.Cause = scoring.MissedDetection
		return b
	}
	smallest := ex.Answer.Mending[0]
	first := &ex.Answer.Predicates[smallest[0]]
	b.Node, b.Type = first.Module, strings.Clone(ex.Program[first.Module].Op)
	b.Cause, b.Size = causeOf(ex, first), len(smallest)
	for _, set := range ex.Answer.Mending {
		end := causeOf(ex, &ex.Answer.Predicates[set[0]]) == scoring.MissedAnswer
		b.End, b.Operator = b.End || end, b.Operator || !end
	}
	return b
}

func namesExist(ex *loaders.Example) bool {
	return !slices.ContainsFunc(ex.Answer.Predicates, func(p loaders.Predicate) bool {
		return p.Module < 0 || p.Module >= len(ex.Program) || ex.Program[p.Module].Op == ""
	}) &&
		!slices.ContainsFunc(ex.Answer.Mending, func(set []int) bool {
			return len(set) == 0 || len(set) >= len(mended) || slices.Min(set) < 0 || slices.Max(set) >= len(ex.Answer.Predicates)
		})
}

func causeOf(ex *loaders.Example, p *loaders.Predicate) scoring.Cause {
	switch op := language.Of(ex.Program[p.Module].Op); {
	case op.Signature().Returns != language.Objects:
		return scoring.MissedAnswer
	case p.Relation:
		return scoring.MissedRelation
	case op == language.Filter:
		return scoring.MissedAttribute
	}
	return scoring.MissedObject
}

// Amend makes a blamed answer unfaithful, with its cause; the module that asks, if any, goes wrong
// first, and is added without a value if it isn't scored. The modules are changed in place.
func (b *AnswerBlame) Amend(exampleScore scoring.ExampleScore) scoring.ExampleScore {
	if b.Cause == scoring.NoCause {
		return exampleScore
	}
	exampleScore.Faithful, exampleScore.Cause = loaders.Wrong, b.Cause
	if b.Node < 0 {
		return exampleScore
	}
	if exampleScore.Module(b.Node) == nil {
		why := scoring.Undefined("the module returns no boxes")
		exampleScore.Modules = append(exampleScore.Modules, scoring.ModuleScore{Node: b.Node, Type: b.Type, Value: why, Loss: why})
	}
	m := exampleScore.Module(b.Node)
	m.First, m.Cause = true, b.Cause
	return exampleScore
}

const (
	judged = iota // if the fix is known
	unknown
	operator
	end
	either
	sizes
)

var mended = [...]string{"mended_never", "mended_by_one", "mended_by_two", "mended_by_three"}

var (
	causes  = scoring.Causes()[scoring.MissedObject-1 : scoring.MissedDetection]
	columns = layColumns()
)

func layColumns() (list []scoring.Column) {
	add := func(name string, place int, formula string) {
		m := scoring.Metric{Name: name, Counts: true, Better: scoring.Lower, Source: own, Formula: formula}
		list = append(list, m.Sum("overall", place, judged, ""))
	}
	add("wrong", judged, "wrong answers for which fixes were tried")
	for size, formula := range []string{
		"wrong answers that even three predicates don't fix",
		"wrong answers fixed by one predicate",
		"wrong answers fixed by two predicates, but not just one",
		"wrong answers fixed by three predicates, but not just two",
	} {
		add(mended[size], sizes+size, formula)
	}
	add("mended_by_operator", operator, "wrong answers fixed by one predicate, but only before the last step")
	add("mended_by_answer_step", end, "wrong answers fixed by one predicate, but only in the last step")
	add("mended_by_either", either, "wrong answers fixed by one predicate, before or in the last step")
	for i, c := range causes {
		add("blamed_on_"+strings.ReplaceAll(c.String(), " ", "_"), sizes+len(mended)+i, "wrong answers with the cause "+c.String())
	}
	add("not_judged", unknown, "wrong answers for which no fix was tried")
	return list
}

// newAggregate counts a wrong answer without a cause as not judged. Others count by how few predicates
// fix them, by where a single one is asked for, and by cause.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewAdditive(predicates, s, sizes+len(mended)+len(causes), func(x *AnswerBlame, row []float64) {
		if x.Cause == scoring.NoCause || x.Cause > scoring.MissedDetection {
			if x.Wrong {
				row[unknown] = 1
			}
			return
		}
		row[judged], row[sizes+x.Size], row[sizes+len(mended)+slices.Index(causes, x.Cause)] = 1, 1, 1
		if x.Size == 1 {
			row[loaders.IfElse(!x.End, operator, loaders.IfElse(x.Operator, either, end))] = 1
		}
	}, func([]float64) []scoring.Column { return columns })
}
