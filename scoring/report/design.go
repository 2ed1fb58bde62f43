package report

import (
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Design says how runs are compared.
type Design struct {
	stats.Test
	Cluster session.Cluster // which examples are swapped and drawn together
}

// Permutations is the number of trials of the paper's test (Subramanian et al. 2020,
// appendix D), the default for a comparison.
const Permutations = 100_000

// DesignOf returns the design of a comparison over clusters: the settings' seed and trials, but
// [Permutations] trials if those are the default.
func DesignOf(settings scoring.Settings, by session.Cluster) Design {
	d := Design{Test: stats.Test{Trials: settings.Trials, Seed: settings.Seed}, Cluster: by}
	if settings.Trials == scoring.Defaults().Trials {
		d.Trials = Permutations
	}
	return d
}
