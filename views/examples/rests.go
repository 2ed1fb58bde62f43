package examples

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/widget"
)

// rests is what a number of the run rests on: what every example scores in it
// by itself, under one settings.
type rests struct {
	number   views.Number
	values   map[int]float64 // by example
	better   scoring.Direction
	settings scoring.Settings
	read     int // examples when they were gathered
	busy     bool
}

// consistency reports whether the number is a share of consistent questions,
// which no example has by itself.
func (r *rests) consistency() bool {
	return r.number.Metric == "consistency" || r.number.Metric == "consistency_groups"
}

// sorted sorts rows, the worst first; those of a metric that has no worse stay
// in the order of the file.
func (r *rests) sorted(rows []int, reverse bool) {
	if r == nil || r.better == scoring.Neither {
		if reverse {
			slices.Reverse(rows)
		}
		return
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		x, y := r.values[a], r.values[b]
		switch {
		case x == y:
			return 0
		case r.better.Better(y, x) != reverse:
			return -1
		}
		return 1
	})
}

// entry is what the column of the number shows of an example.
func (r *rests) entry(example int) widget.Entry {
	if x, ok := r.values[example]; ok {
		return widget.Entry{Text: widget.Measure(x)}
	}
	return widget.Entry{Text: "–"}
}

// inconsistent returns the examples of a run, ascending, that make it
// inconsistent: those of a group of which some answer is wrong and another is
// not unknown, or those answered right that entail one answered wrong.
func inconsistent(run *loaders.Run, grouped bool) []int {
	wrong, judged := map[string]bool{}, map[string]int{}
	sets := make([][]string, run.Len())
	verdicts := make([]loaders.Verdict, run.Len())
	for i := range sets {
		ex := run.Scan(i)
		names := []string{ex.ID}
		if sets[i] = ex.Entailed; grouped {
			sets[i] = slices.Compact(slices.Sorted(slices.Values(ex.Groups)))
			names = sets[i]
		}
		if verdicts[i] = ex.Answer.Correct; verdicts[i] == loaders.Unknown {
			continue
		}
		for _, name := range names {
			judged[name]++
			wrong[name] = wrong[name] || verdicts[i] == loaders.Wrong
		}
	}
	found := []int{}
	for i, names := range sets {
		if verdicts[i] == loaders.Unknown || !grouped && verdicts[i] == loaders.Wrong {
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool { return wrong[name] && (!grouped || judged[name] > 1) }) {
			found = append(found, i)
		}
	}
	return found
}
