package examples

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

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

// gather returns the command that finds what the number rests on, nil where
// that is known or on its way.
func gather(v *List) tea.Cmd {
	r := v.rests
	if r == nil || r.busy {
		return nil
	}
	scored, settings := v.scored(), v.s.Settings
	read, _, complete := scored.Progress()
	if r.settings == settings && (r.read == read || r.read >= 0 && !complete) {
		return nil
	}
	r.busy = true
	return v.beside(func() func() tea.Cmd {
		only, values := []int{}, map[int]float64{}
		if r.consistency() {
			only = inconsistent(scored.Run, r.number.Metric == "consistency_groups")
		} else {
			// Without an end to the context there is no error.
			owns, _ := scored.Owns(context.Background(), r.number.Protocol, r.number.Metric, r.number.Of, settings)
			for _, own := range owns {
				only, values[own.Example] = append(only, own.Example), own.Value
			}
		}
		return func() tea.Cmd {
			r.busy, r.settings, r.read, r.values = false, settings, read, values
			if v.filter.Only != nil { // nobody took the part of the filter away
				v.filter.Only = only
			}
			return tea.Batch(v.refresh(), gather(v))
		}
	})
}

// probe returns a command that reads the first records of the run, so that its
// metadata is known.
func probe(v *List) tea.Cmd {
	known := v.s.Facts(v.run)
	return v.beside(func() func() tea.Cmd {
		known.Probe()
		return v.refresh
	})
}

// consistency reports whether the number is a share of consistent questions,
// which no example has by itself.
func (r *rests) consistency() bool {
	return r.number.Metric == "consistency" || r.number.Metric == "consistency_groups"
}

// worst compares what two examples score, the worse first.
func (r *rests) worst(x, y float64) int {
	if r.better == scoring.Lower {
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
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
