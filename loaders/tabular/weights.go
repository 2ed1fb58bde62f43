package tabular

import (
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// weightsOf returns the numbers of classes in a list, named by their places, or in a struct, by
// names in alphabetical order; nil if one is not a number, and for other values.
func weightsOf(v any) (names []string, weights []float64) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			names = append(names, strconv.Itoa(i))
		}
		weights = loaders.Map(v, RealOf)
	case object:
		names = loaders.SortedKeys(v)
		weights = loaders.Map(names, func(name string) float64 { return RealOf(v[name]) })
	}
	if slices.ContainsFunc(weights, math.IsNaN) {
		return nil, nil
	}
	return names, weights
}

// chosenAnswer returns the answer that a value gives by a rule: for [rules.Half] 1 or 0 for a
// number, with the probability of that; for [rules.Greatest] the class with the greatest number,
// the first of several, with that as its probability if all sum to 1. Otherwise it is the value
// itself, and NaN.
func chosenAnswer(v any, rule string) (answer any, probability float64) {
	x, number := numberOf(v)
	names, weights := weightsOf(v)
	switch {
	case rule == rules.Half && number:
		return loaders.IfElse(x >= .5, int64(1), 0), max(x, 1-x)
	case rule != rules.Greatest || names == nil:
		return v, math.NaN()
	}
	best := slices.Index(weights, slices.Max(weights))
	if math.Abs(loaders.Sum(weights)-1) > rounding {
		return names[best], math.NaN()
	}
	return names[best], weights[best]
}

// rounding is the most that rounded probabilities of all classes may lack.
const rounding = .005

// likeliestLabel returns the label with the greatest score if v is what a pipeline of transformers
// gives: a label with its score, a list of them, or that in another list. Anything else is returned
// as it is.
func likeliestLabel(v any) any {
	list, several := v.([]any)
	if _, one := v.(object); one {
		list = []any{v}
	} else if !several {
		return v
	}
	label, best := v, math.Inf(-1)
	for _, element := range list {
		if inner, nested := element.([]any); nested && len(list) == 1 {
			found := likeliestLabel(inner)
			if _, several := found.([]any); several {
				return v
			}
			return found
		}
		of, _ := element.(object)
		x, scored := numberOf(of["score"])
		if !scored || len(of) != 2 || of["label"] == nil {
			return v
		}
		if x > best {
			label, best = of["label"], x
		}
	}
	return label
}
