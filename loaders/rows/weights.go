package rows

import (
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
)

// WeightsOf returns the numbers of classes in a list, named by place, or in a struct, sorted by
// name; nil if one is not a number, and for other values.
func WeightsOf(v any) (names []string, weights []float64) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			names = append(names, strconv.Itoa(i))
		}
		weights = loaders.Map(v, RealOf)
	case RowObject:
		names = loaders.SortedKeys(v)
		weights = loaders.Map(names, func(name string) float64 { return RealOf(v[name]) })
	}
	if slices.ContainsFunc(weights, math.IsNaN) {
		return nil, nil
	}
	return names, weights
}

// Rounding is the most that rounded probabilities of all classes may lack.
const Rounding = .005

func likeliestLabel(v any) any {
	list := ListOf(v)
	if _, one := v.(RowObject); one {
		list = []any{v}
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
		of, _ := element.(RowObject)
		x, scored := NumberOf(of["score"])
		if !scored || len(of) != 2 || of["label"] == nil {
			return v
		}
		if x > best {
			label, best = of["label"], x
		}
	}
	return label
}
