package spans

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/scoring"
)

// Protocol scores token attention over a passage.
var Protocol = scoring.Protocol{
	Name:    name,
	Source:  "Subramanian et al. 2020, section 3.2 and Table 2",
	Types:   types,
	Metrics: metrics,
	Prepare: prepareSpans,
	Aggregate: func(s scoring.Settings) scoring.Aggregate {
		return scoring.NewParted(name, s, width, addTerms, columnsOf)
	},
	New:     scoring.New[evidence],
	Bar:     &bar,
	Version: 2,
}

var metrics = []scoring.Metric{
	scoring.Lower.Metric("loss", "Subramanian et al. 2020, section 3.2",
		"-Σ ln of the attention (at least 1e-20) on each gold span, not divided by the number of spans; by module type: the mean over gold "+
			"lists; micro: the mean over the lists of all types; overall: the mean over examples of the sum over modules").AsColumn().AsHeadline(),
	scoring.Counting("unscored", "gold spans for which the run has no output"),
}

var types = []string{"find", "filter", "relocate", "find-max-num", "find-min-num", "find-num", "find-date"}

// In the order of the paper's Table 2, then the others: a type, or a name and types.
var columns = [][]string{
	{"find"}, {"filter"}, {"relocate"}, {"min-max", "find-max-num", "find-min-num"}, {"find-arg", "find-num", "find-date"},
	{"find-num"}, {"find-date"}, {"find-max-num"}, {"find-min-num"},
}

const (
	lossSum = iota
	lossCount
	lossUndefined
	width
)

func addTerms(e *evidence, wholeRow []float64, blockOf scoring.BlockLookup) {
	add := func(block []float64, v scoring.Value) {
		if x, ok := v.Float(); ok {
			block[lossSum] += x
			block[lossCount]++
		} else {
			block[lossUndefined]++
		}
	}
	add(wholeRow, e.exampleLoss())
	for _, m := range e.Modules {
		add(blockOf(m.Op), m.Loss)
	}
}

// columnsOf returns Table 2 with its parts whether or not they occur, so that runs have the same rows,
// after overall and before other operators and the two micro averages; last the unscored gold lists,
// if any. operatorNames are sorted.
func columnsOf(operatorNames []string, termSums []float64) []scoring.Column {
	pool := func(names ...string) (places []int) {
		for _, op := range names {
			if i, ok := slices.BinarySearch(operatorNames, op); ok {
				places = append(places, width*(1+i))
			}
		}
		return places
	}
	list := []scoring.Column{lossOf("overall", "no example has gold spans", []int{0})}
	for _, c := range columns {
		ops := c[min(1, len(c)-1):]
		list = append(list, lossOf(c[0], "no "+strings.Join(ops, " or ")+" has gold spans", pool(ops...)))
	}
	for _, op := range operatorNames {
		if !slices.Contains(types, op) {
			list = append(list, lossOf(op, "none of these examples has this module", pool(op)))
		}
	}
	all := pool(operatorNames...)
	list = append(list,
		lossOf("micro", "no module has gold spans", all),
		lossOf("micro-as-printed", "no module has gold spans", all, pool("find-num", "find-date")))
	silent := func(sums []float64) int { return meanOf(sums, all).Undefined }
	if silent(termSums) == 0 {
		return list
	}
	return append(list, scoring.Column{
		Metric: metrics[1], Of: "overall", Count: silent,
		Value: func(sums []float64) scoring.Value { return scoring.Defined(float64(silent(sums))) },
	})
}

func lossOf(columnSubject, undefinedReason string, termIndices ...[]int) scoring.Column {
	return scoring.Column{
		Metric: metrics[0], Of: columnSubject,
		Count: func(sums []float64) int { return meanOf(sums, termIndices...).Count },
		Value: func(sums []float64) scoring.Value {
			mean := meanOf(sums, termIndices...)
			if mean.Count == 0 && mean.Undefined > 0 {
				return scoring.Undefined(fmt.Sprintf("the loss is undefined in every case (%d); see the problems", mean.Undefined))
			}
			return mean.Value(undefinedReason)
		},
	}
}

func meanOf(termSums []float64, termIndices ...[]int) (mean scoring.Mean) {
	for _, pool := range termIndices {
		var pooled scoring.Mean
		for _, at := range pool {
			pooled.Merge(scoring.Mean{Sum: termSums[at+lossSum], Count: int(termSums[at+lossCount]), Undefined: int(termSums[at+lossUndefined])})
		}
		mean.Merge(pooled)
	}
	return mean
}
