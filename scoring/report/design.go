package report

import (
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// ComparisonDesign is how runs are compared.
type ComparisonDesign struct {
	stats.PermutationTest
	Cluster session.ClusterKind
	// Named says that a person chose the trials, and no score has fewer.
	Named bool
}

// Permutations is the paper's number of trials (Subramanian et al. 2020, appendix D).
const Permutations = 100_000

// DesignOf uses the settings' seed and trials, but [Permutations] if trials are the default.
func DesignOf(settings scoring.Settings, clusterKind session.ClusterKind) ComparisonDesign {
	d := ComparisonDesign{PermutationTest: stats.PermutationTest{Trials: settings.Trials, Seed: settings.Seed}, Cluster: clusterKind}
	if d.Named = settings.Trials != scoring.Defaults().Trials; !d.Named {
		d.Trials = Permutations
	}
	return d
}

// ClusterOf returns BySet if a protocol that repeats questions judges the examples read so far, else
// fallbackCluster.
func ClusterOf(run *session.ScoredRun, fallbackCluster session.ClusterKind) session.ClusterKind {
	judged := run.Judged()
	if slices.ContainsFunc(run.Protocols(), func(p scoring.Protocol) bool { return p.Repeats && slices.Contains(judged, p.Bar.Metric) }) {
		return session.BySet
	}
	return fallbackCluster
}
