package report

import (
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Design is how runs are compared.
type Design struct {
	stats.Test
	Cluster session.Cluster
}

// Permutations is the paper's number of trials (Subramanian et al. 2020, appendix D).
const Permutations = 100_000

// DesignOf uses the settings' seed and trials, but [Permutations] if trials are the default.
func DesignOf(settings scoring.Settings, by session.Cluster) Design {
	d := Design{Test: stats.Test{Trials: settings.Trials, Seed: settings.Seed}, Cluster: by}
	if settings.Trials == scoring.Defaults().Trials {
		d.Trials = Permutations
	}
	return d
}
