package predicates

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

const concepts = "concepts"

// Concepts is "concepts".
var Concepts = scoring.Protocol{
	Name:    concepts,
	Source:  own,
	Prepare: weighConcepts,
	Metrics: []scoring.Metric{auc, brier},
	Aggregate: func(s scoring.Settings) scoring.Aggregate {
		return &conceptAggregate{settings: s, told: map[string]map[string]*ConceptLikelihoods{}}
	},
	New:     scoring.New[QuestionConcepts],
	Version: 1,
}

var (
	auc = scoring.Higher.Metric("auc", own, "share of pairs (an object with the concept and one without) in which the first has the greater "+
		"likelihood, ties counting half; overall: the mean over the concepts").AsUntested()
	brier = scoring.Lower.Metric("brier", "Brier 1950, for an oracle's likelihoods",
		"mean over all objects of (likelihood - x)², where x is 1 if the concept is true, else 0; overall: over the objects of all concepts")
)

// QuestionConcepts holds what a question asks of its picture.
type QuestionConcepts struct {
	Picture string
	Of      []ConceptLikelihoods
}

// ConceptLikelihoods is an oracle's view of a concept in a picture.
type ConceptLikelihoods struct {
	Concept string    // a word, or [Relation] and a name
	Yes, No []float64 // likelihoods of what it is true of, and of the rest
}

// Relation is the prefix of relations.
const Relation = "relation "

// Fields rejects numbers outside 0..1.
func (a *QuestionConcepts) Fields(c *coding.Coder) {
	c.Struct(a)
	for _, t := range a.Of {
		c.Check(!slices.ContainsFunc(slices.Concat(t.Yes, t.No), isImprobable), "a likelihood is not between 0 and 1")
	}
}

func isImprobable(p float64) bool { return !(p >= 0 && p <= 1) }

// weighConcepts leaves out predicates with invalid likelihoods, because evidence must be readable
// again, and an object's relations to itself. nil without predicates or with no or several pictures.
func weighConcepts(ex *loaders.Example) scoring.Evidence {
	if len(ex.Answer.Predicates) == 0 || len(ex.Images) != 1 {
		return nil
	}
	a := &QuestionConcepts{Picture: strings.Clone(ex.Images[0].Path)}
	for _, p := range ex.Answer.Predicates {
		if len(p.Likelihoods) != len(p.True) || slices.ContainsFunc(p.Likelihoods, isImprobable) {
			continue
		}
		t := ConceptLikelihoods{Concept: strings.Clone(p.Name)}
		if p.Relation {
			t.Concept = Relation + t.Concept
		}
		for k, is := range p.True {
			switch {
			case p.Relation && k%(len(ex.Images[0].Proposals)+1) == 0: // an object and itself
			case is:
				t.Yes = append(t.Yes, p.Likelihoods[k])
			default:
				t.No = append(t.No, p.Likelihoods[k])
			}
		}
		a.Of = append(a.Of, t)
	}
	return a
}

type conceptAggregate struct {
	settings scoring.Settings
	told     map[string]map[string]*ConceptLikelihoods
	brief    bool
}

func (a *conceptAggregate) Add(e scoring.Evidence) {
	asked := e.(*QuestionConcepts)
	for i := range asked.Of {
		a.putTold(asked.Picture, &asked.Of[i])
	}
}

// putTold keeps the lesser of different answers on a concept in a picture, so that order doesn't
// matter. It keeps t itself.
func (a *conceptAggregate) putTold(picture string, t *ConceptLikelihoods) {
	if a.told[t.Concept] == nil {
		a.told[t.Concept] = map[string]*ConceptLikelihoods{}
	}
	pictures := a.told[t.Concept]
	if was := pictures[picture]; was == nil || cmp.Or(slices.Compare(t.Yes, was.Yes), slices.Compare(t.No, was.No)) < 0 {
		pictures[picture] = t
	}
}

func (a *conceptAggregate) Merge(otherAggregate scoring.Aggregate) {
	for _, pictures := range otherAggregate.(*conceptAggregate).told {
		for picture, t := range pictures {
			a.putTold(picture, t)
		}
	}
}

// Brief stops all scores, because a draw of questions isn't one of pictures.
func (a *conceptAggregate) Brief() { a.brief = true }

// Gathered returns what an aggregate of [Concepts] has per concept, over all pictures,
// alphabetically; nil for another aggregate.
func Gathered(a scoring.Aggregate) (list []ConceptLikelihoods) {
	all, ok := a.(*conceptAggregate)
	if !ok {
		return nil
	}
	for _, concept := range loaders.SortedKeys(all.told) {
		t := ConceptLikelihoods{Concept: concept}
		for _, picture := range loaders.SortedKeys(all.told[concept]) {
			own := all.told[concept][picture]
			t.Yes, t.No = append(t.Yes, own.Yes...), append(t.No, own.No...)
		}
		list = append(list, t)
	}
	return list
}

// LikelihoodBin is a range of likelihoods.
type LikelihoodBin struct {
	Likelihood, True float64 // mean likelihood, and mean truth
	N                int
}

// Bins divides 0..1 into n equal ranges and returns the non-empty ones in order. A range includes
// its lower end, the last one both.
func (t *ConceptLikelihoods) Bins(n int) []LikelihoodBin {
	bins := make([]LikelihoodBin, n)
	for true, list := range [][]float64{t.No, t.Yes} {
		for _, p := range list {
			b := &bins[min(int(p*float64(n)), n-1)]
			b.Likelihood, b.True, b.N = b.Likelihood+p, b.True+float64(true), b.N+1
		}
	}
	return loaders.Map(slices.DeleteFunc(bins, func(b LikelihoodBin) bool { return b.N == 0 }), func(b LikelihoodBin) LikelihoodBin {
		return LikelihoodBin{b.Likelihood / float64(b.N), b.True / float64(b.N), b.N}
	})
}

// Scores returns AUC (the mean over concepts) and Brier score (over all likelihoods), then both of
// each concept alphabetically; nil in brief.
func (a *conceptAggregate) Scores() []scoring.Score {
	if a.brief {
		return nil
	}
	list := scoring.ScoreList{Protocol: concepts, Settings: a.settings}
	var mean, all scoring.Mean
	const none = "no question asks about a concept"
	for _, t := range Gathered(a) {
		var errors scoring.Mean
		for untrue, list := range [][]float64{t.Yes, t.No} {
			for _, p := range list {
				d := float64(1-untrue) - p
				errors.Add(scoring.Defined(d * d))
			}
		}
		area := t.auc()
		mean.Add(area)
		all.Sum, all.Count = all.Sum+errors.Sum, all.Count+errors.Count
		list.AddScore(auc.Name, t.Concept, area, errors.Count)
		list.AddScore(brier.Name, t.Concept, errors.Value(none), errors.Count)
	}
	list.AddScore(auc.Name, "overall", mean.Value(none), mean.Count)
	list.AddScore(brier.Name, "overall", all.Value(none), all.Count)
	overall := len(list.Scores) - 2
	return slices.Concat(list.Scores[overall:], list.Scores[:overall])
}

func (t *ConceptLikelihoods) auc() scoring.Value {
	if len(t.Yes) == 0 || len(t.No) == 0 {
		return scoring.Undefined("the concept is true of every object, or of none")
	}
	marked := append(slices.Repeat([]bool{true}, len(t.Yes)), make([]bool, len(t.No))...)
	return scoring.Defined(stats.AUC(slices.Concat(t.Yes, t.No), marked))
}
