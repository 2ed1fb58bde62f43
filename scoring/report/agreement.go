package report

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Agreement tells where runs' verdicts differ.
type Agreement struct {
	Runs     []RunVerdicts
	Pairs    []PairFlips
	Common   int
	Cluster  session.ClusterKind
	Clusters session.ExampleClusters

	judgements []map[exampleKey]VerdictsOnExample
}

// RunVerdicts is a run with its verdicts.
type RunVerdicts struct {
	Name string
	// Credited counts answers with partial credit instead of a verdict, Credit is their sum.
	Credited int
	Credit   float64
	scoring.VerdictCounts
}

// AnswerShare returns the share of right answers, with partial credit.
func (r *RunVerdicts) AnswerShare() scoring.Value {
	n, of := r.Answers()
	return scoring.Quotient(float64(n)+r.Credit, float64(of+r.Credited), "no answer is judged")
}

// VerdictsOnExample is a run's verdicts on an example.
type VerdictsOnExample struct {
	At       int
	Verdicts [2]loaders.Verdict // by [AnswerChange] and [FaithfulnessChange]
	Credit   *float64           // of an answer without a verdict, nil for none
	Cause    scoring.Cause
	steps    []loaders.Verdict // a judge's
	cluster  int
}

// VerdictChangeKind is a kind of change between runs.
type VerdictChangeKind uint8

// in the order of [Agreement.Changes]
const (
	AnswerChange VerdictChangeKind = iota
	FaithfulnessChange
	CauseChange
	Unpaired
	ProgramChange // of a comparison's list only
)

var verdictWords = [2][2]string{{"right", "wrong"}, {"faithful", "unfaithful"}}

// PairFlips compares two runs on examples, paired by id, with verdicts in both.
type PairFlips struct {
	A, B int
	// by [AnswerChange] and [FaithfulnessChange]
	Of [2]FlipCounts
	// of two judges of steps, by [steps.KappaOf]
	Both, All steps.Kappa
}

// FlipCounts counts pairs of verdicts.
type FlipCounts struct {
	Both, Neither int
	Lost, Gained  int
	// in clusters from a permutation test of the share of good verdicts that swaps whole clusters
	P              scoring.Value
	Holm, FalseOne scoring.Value // by Holm and as a false discovery rate
}

// Pairs counts all pairs.
func (f *FlipCounts) Pairs() int { return f.Both + f.Neither + f.Lost + f.Gained }

// Agree returns the share of equal verdicts, undefined without pairs.
func (f *FlipCounts) Agree() scoring.Value {
	agree, _ := stats.Share(f.Both+f.Neither, f.Pairs())
	return agree
}

// Between takes indices in Runs in any order; the flips of a run and itself are empty.
func (a *Agreement) Between(firstRunIndex, secondRunIndex int) PairFlips {
	for _, f := range a.Pairs {
		switch {
		case f.A == firstRunIndex && f.B == secondRunIndex:
			return f
		case f.A == secondRunIndex && f.B == firstRunIndex:
			f.A, f.B = firstRunIndex, secondRunIndex
			for kind := range f.Of {
				flip := &f.Of[kind]
				flip.Lost, flip.Gained = flip.Gained, flip.Lost
			}
			return f
		}
	}
	return PairFlips{A: firstRunIndex, B: secondRunIndex}
}

func (f *FlipCounts) addPair(a, b loaders.Verdict) {
	switch {
	case a == loaders.Unknown || b == loaders.Unknown:
	case a == loaders.Right && b == loaders.Right:
		f.Both++
	case a == loaders.Right:
		f.Lost++
	case b == loaders.Right:
		f.Gained++
	default:
		f.Neither++
	}
}

// Agree compares every run with each later one and corrects p-values for all pairs. Runs must have
// the same protocols. Examples that share an id are paired in order. The error is the context's.
func Agree(ctx context.Context, scoredRuns session.Runs, settings scoring.Settings, d ComparisonDesign) (*Agreement, error) {
	a := &Agreement{Cluster: d.Cluster}
	in := map[exampleKey]int{}
	for _, run := range scoredRuns {
		clustered, err := run.Clusters(ctx, d.Cluster)
		if err != nil {
			return nil, err
		}
		judgements, err := judgementsOf(ctx, run, settings, clustered.First)
		if err != nil {
			return nil, err
		}
		if a.Runs == nil {
			a.Clusters = clustered
		}
		judged := RunVerdicts{Name: run.Run.Name}
		for key, j := range judgements {
			judged.VerdictCounts[j.Verdicts[0]][j.Verdicts[1]]++
			if j.Credit != nil {
				judged.Credited, judged.Credit = judged.Credited+1, judged.Credit+*j.Credit
			}
			in[key]++
		}
		a.Runs, a.judgements = append(a.Runs, judged), append(a.judgements, judgements)
	}
	for _, n := range in {
		if n == len(scoredRuns) {
			a.Common++
		}
	}
	for i := range scoredRuns {
		for j := i + 1; j < len(scoredRuns); j++ {
			f := PairFlips{A: i, B: j}
			var chains [][2][]loaders.Verdict
			for key, v := range a.judgements[i] {
				if w, ok := a.judgements[j][key]; ok {
					for kind := range f.Of {
						f.Of[kind].addPair(v.Verdicts[kind], w.Verdicts[kind])
					}
					chains = append(chains, [2][]loaders.Verdict{v.steps, w.steps})
				}
			}
			f.Both, f.All = steps.KappaOf(chains)
			a.Pairs = append(a.Pairs, f)
		}
	}
	for kind := range verdictWords {
		a.testPairs(d, kind)
	}
	return a, nil
}

func judgementsOf(
	ctx context.Context, run *session.ScoredRun, settings scoring.Settings, clusterOf func(i int) int,
) (map[exampleKey]VerdictsOnExample, error) {
	judgements, key, rows := map[exampleKey]VerdictsOnExample{}, newKeys(), run.Summaries(settings)
	err := run.Each(ctx, func(i int, id string, evidence []scoring.Evidence) {
		j := VerdictsOnExample{At: i, cluster: clusterOf(i)}
		for _, e := range evidence {
			if answer, ok := answers.VerdictOf(e); ok {
				j.Verdicts[AnswerChange], j.Credit = settings.Verdict(answer), answers.CreditOf(e)
			}
			j.steps = append(j.steps, steps.JudgedSteps(e, &settings)...)
		}
		judge, _ := scoring.JudgeOf(evidence)
		j.Verdicts[FaithfulnessChange] = judge.Outline(&settings).Faithful
		if i < rows.Len() {
			_, j.Cause = rows.Culprit(i)
		}
		judgements[key(id)] = j
	})
	return judgements, err
}

// testPairs swaps whole clusters if there are some, because McNemar's test takes examples for
// independent.
func (a *Agreement) testPairs(d ComparisonDesign, verdictKind int) {
	p := make([]scoring.Value, len(a.Pairs))
	for k := range a.Pairs {
		flip := &a.Pairs[k].Of[verdictKind]
		flip.P = stats.McNemar(flip.Lost, flip.Gained)
		if _, differ := flip.P.Float(); differ && a.Cluster != session.ByExample {
			flip.P = d.Means(a.countClustered(&a.Pairs[k], verdictKind)).P
		}
		p[k] = flip.P
	}
	holm, rate := stats.Holm(p), stats.BenjaminiHochberg(p)
	for k := range a.Pairs {
		flip := &a.Pairs[k].Of[verdictKind]
		flip.Holm, flip.FalseOne = holm[k], rate[k]
	}
}

func (a *Agreement) countClustered(pairFlips *PairFlips, verdictKind int) (inA, inB []float64) {
	x, y := map[int]float64{}, map[int]float64{}
	for key, j := range a.judgements[pairFlips.A] {
		other, ok := a.judgements[pairFlips.B][key]
		v, w := j.Verdicts[verdictKind], other.Verdicts[verdictKind]
		if !ok || v == loaders.Unknown || w == loaders.Unknown {
			continue
		}
		x[j.cluster] += isGood(v)
		y[j.cluster] += isGood(w)
	}
	for _, cluster := range loaders.SortedKeys(x) {
		inA, inB = append(inA, x[cluster]), append(inB, y[cluster])
	}
	return inA, inB
}

func isGood(v loaders.Verdict) float64 {
	if v == loaders.Right {
		return 1
	}
	return 0
}
