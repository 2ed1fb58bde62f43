package examples

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// gatherRests runs again when the run is read to its end, because the number rests on more examples
// then. nil if there is nothing to find.
func gatherRests(v *List) tea.Cmd {
	r := v.rests
	if r == nil || r.busy {
		return nil
	}
	scored, settings := v.scored(), v.s.Settings
	read, _, complete := scored.Progress()
	isCurrent := r.read == read || r.read >= 0 && !complete
	if isCurrent && r.settings == settings {
		return nil
	}
	r.busy = true
	name := v.filter.Named
	if !r.isConsistency() {
		name = r.number.String()
	}
	return v.computeBeside(func() func() tea.Cmd {
		only, values := []int{}, map[int]float64{}
		if r.isConsistency() {
			only = findInconsistent(scored.Run, r.number.Metric == "consistency_groups")
		} else {
			// Without an end to the context there is no error.
			owns, _ := scored.Owns(context.Background(), scoring.Score{
				Protocol: r.number.Protocol, Metric: r.number.Metric, Of: r.number.Of, Settings: settings})
			for _, own := range owns {
				only, values[own.Example] = append(only, own.Example), own.Value
			}
			if len(owns) == 0 && r.isDefined(scored, settings) {
				only, name = listScored(scored, r.number.Protocol), name+" isn't a mean over examples"
			}
		}
		return func() tea.Cmd {
			r.busy, r.settings, r.read, r.values = false, settings, read, values
			if v.filter.Only != nil { // the part of the filter is still there
				v.filter.Only, v.filter.Named = only, name
			}
			return tea.Batch(v.refreshRows(), gatherRests(v))
		}
	})
}

// listScored lists the examples that a protocol says something of, for a score that none has by itself.
func listScored(scored *session.ScoredRun, protocolName string) (list []int) {
	k := scoring.Place(scored.Protocols(), protocolName)
	// Without an end to the context there is no error.
	_ = scored.Each(context.Background(), func(i int, _ string, evidence []scoring.Evidence) {
		if evidence[k] != nil {
			list = append(list, i)
		}
	})
	return list
}

// findInconsistent scans every record, because groups and entailed examples may be anywhere. byGroup
// finds groups with a wrong answer, otherwise right answers that entail a wrong one.
func findInconsistent(run *loaders.Run, byGroup bool) []int {
	wrong := map[string]bool{}
	sets := make([][]string, run.Len())
	verdicts := make([]loaders.Verdict, run.Len())
	for i := range sets {
		ex := run.Scan(i)
		names := []string{ex.ID}
		if sets[i] = ex.Entailed; byGroup {
			sets[i] = slices.Compact(slices.Sorted(slices.Values(ex.Groups)))
			names = sets[i]
		}
		verdicts[i] = ex.Answer.Correct
		for _, name := range names {
			wrong[name] = wrong[name] || verdicts[i] == loaders.Wrong
		}
	}
	found := []int{}
	for i, names := range sets {
		if verdicts[i] == loaders.Unknown || !byGroup && verdicts[i] == loaders.Wrong {
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool { return wrong[name] }) {
			found = append(found, i)
		}
	}
	return found
}
