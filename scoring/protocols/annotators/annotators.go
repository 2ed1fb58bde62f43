package annotators

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const protocol = "annotators"

// Protocol is "annotators".
var Protocol = scoring.Protocol{
	Name:      protocol,
	Source:    "Cohen 1960; Krippendorff 2004",
	Metrics:   []scoring.Metric{alpha, people, kappa},
	Prepare:   prepareAnnotators,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   1,
}

var (
	alpha = scoring.Neither.Metric("alpha", "Krippendorff 2004, chapter 11",
		"1 - observed / expected disagreement about tokens, for nominal data").AsHeadline()
	people = scoring.Neither.Metric("annotators", "counted in the file", "mean number of annotators per example with several")
	kappa  = scoring.Neither.Metric("kappa", "Cohen 1960", "(p - e) / (1 - e): p is observed, e chance agreement on tokens")
)

type evidence struct{ Kinds []agreementKind }

type agreementKind struct {
	Name   string // "expert"
	People int
	Pairs  []annotatorPair
	// Over the tokens with two annotators or more: their number, the marks, the absent marks, and
	// the pairs of different ones, each token's over one less than its annotators.
	Tokens, Marked, Unmarked int
	Apart                    float64
}

type annotatorPair struct {
	Of                           string // "expert-1 and expert-2"
	Both, First, Second, Neither int
}

func (e *evidence) Fields(c *coding.Coder) { c.Struct(e) }

type annotatorMarks struct {
	name string
	over loaders.ScoredText
	of   []bool
}

// prepareAnnotators returns nil if no kind has two annotators of the same tokens: one person can't
// agree. Kinds are in the order of first occurrence. Several "gold" are alternatives, not people.
func prepareAnnotators(ex *loaders.Example) scoring.Evidence {
	kinds := map[string][]annotatorMarks{}
	var names []string
	for i := range ex.Rationales {
		r := &ex.Rationales[i]
		name := KindOf(r.Name)
		if own, ok := marksOf(ex, r); ok && name != "gold" {
			if kinds[name] == nil {
				names = append(names, name)
			}
			kinds[name] = append(kinds[name], own)
		}
	}
	e := &evidence{}
	for _, name := range names {
		if k := compareAnnotators(name, kinds[name]); k.Pairs != nil {
			e.Kinds = append(e.Kinds, k)
		}
	}
	if e.Kinds == nil {
		return nil
	}
	return e
}

// KindOf returns a rationale's name without a number at its end and the space, hyphen, "_" or "#"
// before it; the whole name if nothing is left.
func KindOf(rationaleName string) string {
	kind := strings.TrimRight(rationaleName, "0123456789")
	if kind = strings.TrimRight(kind, " -_#"); kind == "" {
		return rationaleName
	}
	return kind
}

// marksOf takes a token as marked from .5 on or, without scores, within a span. Sentences are left
// out, because kappa counts tokens; so are rationales without scores and spans.
func marksOf(ex *loaders.Example, r *loaders.Rationale) (annotatorMarks, bool) {
	tokens, scores := r.Tokens, r.Scores
	switch {
	case tokens != nil:
	case r.Over == loaders.OverPassage && ex.Passage != nil:
		tokens = ex.Passage.Tokens
	default:
		tokens = ex.Tokens
	}
	if scores == nil && r.Spans != nil {
		scores = loaders.Within(r.Spans, len(tokens))
	}
	marked := loaders.Map(scores, func(x float64) bool { return x >= .5 })
	return annotatorMarks{r.Name, r.Over, marked}, r.Sentence == nil && r.Over != loaders.OverSentences && scores != nil
}

// compareAnnotators numbers several under one name, so that their pairs are told apart. Annotators
// must mark the same part of the input with as many tokens.
func compareAnnotators(kindName string, marksByAnnotator []annotatorMarks) agreementKind {
	k := agreementKind{Name: kindName}
	for len(marksByAnnotator) > 0 {
		alike := func(m annotatorMarks) bool {
			return m.over == marksByAnnotator[0].over && len(m.of) == len(marksByAnnotator[0].of)
		}
		same := loaders.Filter(marksByAnnotator, alike)
		marksByAnnotator = loaders.Filter(marksByAnnotator, func(m annotatorMarks) bool { return !alike(m) })
		for i := range same {
			if same[i].name == kindName { // several under one name
				same[i].name = fmt.Sprintf("%s %d", kindName, i+1)
			}
		}
		k.addTokens(same)
	}
	return k
}

func (k *agreementKind) addTokens(marksByAnnotator []annotatorMarks) {
	if len(marksByAnnotator) < 2 {
		return
	}
	k.People = max(k.People, len(marksByAnnotator))
	for i, a := range marksByAnnotator {
		for _, b := range marksByAnnotator[i+1:] {
			of := a.name + " and " + b.name
			p := scoring.FindOrAppend(&k.Pairs, func(p annotatorPair) bool { return p.Of == of }, annotatorPair{Of: of})
			for t, marked := range a.of {
				switch {
				case marked && b.of[t]:
					p.Both++
				case marked:
					p.First++
				case b.of[t]:
					p.Second++
				default:
					p.Neither++
				}
			}
		}
	}
	for t := range marksByAnnotator[0].of {
		marked := loaders.CountFunc(marksByAnnotator, func(m annotatorMarks) bool { return m.of[t] })
		k.Tokens, k.Marked, k.Unmarked = k.Tokens+1, k.Marked+marked, k.Unmarked+len(marksByAnnotator)-marked
		k.Apart += 2 * float64(marked*(len(marksByAnnotator)-marked)) / float64(len(marksByAnnotator)-1)
	}
}

const (
	tokens = iota
	marked // by a kind's annotators or both of a pair
	unmarked
	first
	second // only by the second
	apart  // of a kind
	examples
	annotators
	width
)

// newAggregate has a part for each kind (alpha) and each pair of people (kappa). overall has the most
// annotators of any kind, because the same people may mark several.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewParted(protocol, s, width, func(e *evidence, whole []float64, part scoring.BlockLookup) {
		whole[examples] = 1
		for _, k := range e.Kinds {
			whole[annotators] = max(whole[annotators], float64(k.People))
			floats.Add(part(k.Name), []float64{tokens: float64(k.Tokens), marked: float64(k.Marked), unmarked: float64(k.Unmarked), apart: k.Apart,
				examples: 1, annotators: float64(k.People)})
			for _, p := range k.Pairs {
				floats.Add(part(p.Of)[:apart], []float64{tokens: float64(p.Both + p.First + p.Second + p.Neither), marked: float64(p.Both),
					unmarked: float64(p.Neither), first: float64(p.First), second: float64(p.Second)})
			}
		}
	}, columnsOf)
}

func columnsOf(partNames []string, _ []float64) (list []scoring.Column) {
	list = append(list, people.Overall(annotators, examples, whyAlone))
	for i, of := range partNames {
		at := (1 + i) * width
		metric, value := alpha, krippendorffAlpha
		if strings.Contains(of, " and ") {
			metric, value = kappa, cohenKappa
		} else {
			list = append(list, people.Ratio(of, at+annotators, at+examples, whyAlone))
		}
		c := metric.Ratio(of, at+tokens, at+tokens, "")
		c.Value = func(sums []float64) scoring.Value { return value(sums[at : at+width]) }
		list = append(list, c)
	}
	loaders.SortBy(list, func(c scoring.Column) string { return c.Name })
	return list
}

const whyAlone = "no example has several annotators"

const whyAlike = "the annotators mark either every token or none, so agreement beyond chance can't be measured"

func krippendorffAlpha(s []float64) scoring.Value {
	n := s[marked] + s[unmarked]
	return lessChance(s[apart]/n, 2*s[marked]*s[unmarked]/(n*(n-1)))
}

func cohenKappa(s []float64) scoring.Value {
	n := s[tokens]
	a, b := (s[marked]+s[first])/n, (s[marked]+s[second])/n
	return lessChance((s[first]+s[second])/n, float64(a*(1-b))+float64(b*(1-a)))
}

func lessChance(observedAgreement, chanceAgreement float64) scoring.Value {
	if !(chanceAgreement > 0) {
		return scoring.Undefined(whyAlike)
	}
	return scoring.Defined(1 - observedAgreement/chanceAgreement)
}
