package report

import (
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Design tells how runs are compared.
type Design struct {
	stats.Test
	Cluster session.Cluster // examples swapped and drawn together
}

// Permutations is the number of trials of the paper's test (Subramanian et al. 2020, appendix D),
// a comparison's default.
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
