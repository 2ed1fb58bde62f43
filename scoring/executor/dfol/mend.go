package dfol

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/protocols/boxes"
)

// In execution order, each with the module that first asks for it, or the last one without a set.
func (p *Program) askedPredicates(programModules []loaders.Module) (list []loaders.Predicate) {
	order := scoring.ExecutionOrder(programModules)
	add := func(about []literal, relation bool, node int) {
		for _, l := range about {
			asked := scoring.FindOrAppend(&list, func(x loaders.Predicate) bool { return x.Name == l.name && x.Relation == relation },
				loaders.Predicate{Name: l.name, Relation: relation, Module: node})
			if p.nodes[node].kind != language.Objects {
				asked.Module = node
			}
		}
	}
	for _, i := range order {
		attributes, relations := p.nodes[i].askedLiterals()
		add(attributes, false, i)
		add(relations, true, i)
	}
	loaders.SortBy(list, func(p loaders.Predicate) int { return slices.Index(order, p.Module) })
	return list
}

func (p *Program) literalOf(predicate *loaders.Predicate) literal {
	n := &p.nodes[predicate.Module]
	asked := slices.Concat(n.about, n.other)
	return asked[slices.IndexFunc(asked, func(l literal) bool { return l.name == predicate.Name })]
}

type matchedScene struct {
	*Scene    // annotators' objects
	annotated []int
}

const sameObject = 0.5

// matchObjects matches by s.Gold or else by the greatest IoU over [sameObject]
func matchObjects(s, goldScene *Scene) matchedScene {
	t := matchedScene{goldScene, slices.Repeat([]int{-1}, s.n)}
	for i := range t.annotated {
		best := sameObject
		switch {
		case s.Gold != nil && s.Gold[i] >= 0:
			t.annotated[i] = slices.Index(goldScene.Gold, s.Gold[i])
		case s.Gold != nil || len(s.Boxes) != s.n:
		default:
			for k, box := range goldScene.Boxes {
				if iou := boxes.IoU(s.Boxes[i].Corners(), box.Corners()); iou > best {
					best, t.annotated[i] = iou, k
				}
			}
		}
	}
	return t
}

func (t *matchedScene) holdsOf(l literal, isRelation bool) (list []bool, err error) {
	n := len(t.annotated)
	golden, err := t.askLikelihood(l, isRelation)
	if isRelation {
		return loaders.Fill(n*n, func(pair int) bool {
			i, j := t.annotated[pair/n], t.annotated[pair%n]
			return err == nil && i >= 0 && j >= 0 && golden[i*t.n+j] > .5
		}), err
	}
	return loaders.Fill(n, func(i int) bool { return err == nil && t.annotated[i] >= 0 && golden[t.annotated[i]] > logHalf }), err
}

// The search bounds a set's predicates, and sets of a size.
const mostMended, mostTried = 3, 50_000

// Mend sets an example's predicates, with their truth on the golden scenes, and which sets of them
// fix a wrong answer. This is our own construction, not the paper's. matched reports that objects
// were matched by overlap. The error says why nothing is known.
func (e *Executor) Mend(ex *loaders.Example, goldExecutor *Executor) (matched bool, err error) {
	p, scene, err := e.Compile(ex.Program, PictureOf(ex))
	if err != nil {
		return false, err
	}
	annotated, err := goldExecutor.Scene(PictureOf(ex))
	if err != nil {
		return false, err
	}
	matched = scene.Gold == nil
	list, t := p.askedPredicates(ex.Program), matchObjects(scene, annotated)
	for i := range list {
		l := p.literalOf(&list[i])
		if list[i].True, err = t.holdsOf(l, list[i].Relation); err != nil {
			return matched, err
		}
		if list[i].Likelihoods, err = scene.likelihoodsOf(l, list[i].Relation); err != nil {
			return matched, err
		}
	}
	ex.Answer.Predicates = list
	if ex.Answer.Correct != loaders.Wrong || scene.isExact() {
		return matched, nil
	}
	ex.Answer.Mending, err = NewRunner(e.Settings).mendProgram(p, scene, list, ex.Answer.Gold)
	return matched, err
}

func (s *Scene) likelihoodsOf(l literal, isRelation bool) ([]float64, error) {
	likely, err := s.askLikelihood(l, isRelation)
	if isRelation {
		return loaders.Map(likely, func(x float64) float64 { return min(x, 1) }), err // files may round up
	}
	return expAll(likely), err
}

// mendProgram returns all smallest sets, as indices in candidates, whose truth makes the correct answer
// the only likeliest one; empty but not nil if none of up to mostMended does.
func (r *Runner) mendProgram(p *Program, s *Scene, candidates []loaders.Predicate, goldAnswer string) ([][]int, error) {
	sets := [][]int{}
	for size := 1; size <= min(mostMended, len(candidates)) && len(sets) == 0; size++ {
		if combin.Binomial(len(candidates), size) > mostTried {
			return nil, fmt.Errorf("its %d predicates have too many combinations of %d to try", len(candidates), size)
		}
		for _, set := range combin.Combinations(len(candidates), size) {
			likelihood, err := r.Likelihood(p, s.believeTruth(candidates, set))
			if err != nil {
				return nil, err
			}
			answers := p.likeliestAnswers(likelihood, r.settings.Threshold)
			if r.emptyNode(0) < 0 && len(answers) == 1 && executor.Matches(answers[0], goldAnswer) {
				sets = append(sets, set)
			}
		}
	}
	return sets, nil
}
