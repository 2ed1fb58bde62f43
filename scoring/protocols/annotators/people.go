package annotators

import (
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// AnnotatingPerson annotated examples of a run.
type AnnotatingPerson struct {
	Name        string
	Examples    scoring.Value // undefined if several people have the name
	Mean, Least scoring.Value // Cohen's κ with the others, and the least of them
	With        string        // with whom Least is; "" for nobody
}

var noKappa = scoring.Undefined("no pair has a κ")

// ListPeople returns the annotators that a run's kappas compare, in order; nil without kappas. It
// reads examples until ctx ends; the number of someone not met is undefined.
func ListPeople(ctx context.Context, run *loaders.Run, scores []scoring.Score) (people []AnnotatingPerson) {
	kappas := loaders.Filter(scores, func(s scoring.Score) bool { return s.Protocol == protocol && s.Metric == kappa.Name })
	if kappas == nil {
		return nil
	}
	examples := countExamples(ctx, run)
	pairs := loaders.Map(kappas, func(s scoring.Score) []string { return splitPair(s.Of, examples) })
	for _, name := range loaders.Distinct(slices.Concat(pairs...)) {
		p := AnnotatingPerson{Name: name, Examples: scoring.Undefined("several annotators of one example share the name " + KindOf(name)),
			Least: noKappa}
		if n, known := examples[name]; known {
			p.Examples = scoring.Defined(float64(n))
		}
		mean := scoring.Mean{}
		for i, pair := range pairs {
			if at := slices.Index(pair, name); at >= 0 {
				mean.Add(kappas[i].Value)
				x, ok := kappas[i].Value.Float()
				if low, known := p.Least.Float(); ok && (!known || x < low) {
					p.Least, p.With = kappas[i].Value, pair[1-at]
				}
			}
		}
		p.Mean = mean.Value(noKappa.Why())
		people = append(people, p)
	}
	return people
}

func countExamples(ctx context.Context, run *loaders.Run) map[string]int {
	count := map[string]int{}
	for i := 0; i < run.Len() && ctx.Err() == nil; i++ {
		for _, name := range loaders.Distinct(loaders.Map(run.Scan(i).Rationales, func(r loaders.Rationale) string { return r.Name })) {
			count[name]++
		}
	}
	return count
}

// splitPair tries every "and", because a name may contain one; nil if no two parts are known, by
// themselves or by their kind.
func splitPair(pairName string, knownPeople map[string]int) []string {
	words := strings.Split(pairName, " and ")
	for i := 1; i < len(words); i++ {
		pair := []string{strings.Join(words[:i], " and "), strings.Join(words[i:], " and ")}
		if !slices.ContainsFunc(pair, func(name string) bool { return knownPeople[name]+knownPeople[KindOf(name)] == 0 }) {
			return pair
		}
	}
	return nil
}
