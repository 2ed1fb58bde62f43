package boxes

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/scoring"
)

// ByArgument separates modules by their text argument, in lower case (error by rarity; Subramanian
// et al. 2020).
//
// A score is the mean F1 over the modules of one type and argument, a module's images pooled,
// whatever the average in s; its count is these modules. Types are in their order, arguments in
// descending frequency, then alphabetical.
func ByArgument(s scoring.Settings) scoring.Aggregate {
	const f1, modules, width = 0, 1, 2
	return scoring.NewParted(name, s, width, func(e *evidence, _ []float64, part scoring.BlockLookup) {
		for i := range e.modules {
			if m := &e.modules[i]; !m.silent && m.argument != "" {
				block := part(Types[m.kind] + "[" + m.argument)
				block[f1] += e.poolModule(m, &s).Metrics().F1
				block[modules]++
			}
		}
	}, func(parts []string, sums []float64) (list []scoring.Column) {
		for i, of := range parts {
			at := (1 + i) * width
			list = append(list, metrics[2].Ratio(of+"]", at+f1, at+modules, ""))
		}
		slices.SortStableFunc(list, func(x, y scoring.Column) int {
			return cmp.Or(kindOf(x.Of)-kindOf(y.Of), cmp.Compare(sums[y.Over], sums[x.Over]))
		})
		return list
	})
}

func kindOf(moduleType string) int {
	op, _, _ := strings.Cut(moduleType, "[")
	return slices.Index(Types, op)
}
