package report

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Agreement tells where runs' verdicts differ.
type Agreement struct {
	Runs     []Judged
	Pairs    []Flips
	Common   int
	Cluster  session.Cluster
	Clusters session.Clustered

	judgements []map[exampleKey]Judgement
}

// Judged is a run with its verdicts.
type Judged struct {
	Name string
	scoring.Quadrant
}

// Judgement is a run's verdicts on an example.
type Judgement struct {
	At       int
	Verdicts [2]loaders.Verdict // by [AnswerChange] and [FaithfulnessChange]
	Cause    scoring.Cause
	cluster  int
}

// ChangeKind is a kind of change between runs.
type ChangeKind uint8

// in the order of [Agreement.Changes]
const (
	AnswerChange ChangeKind = iota
	FaithfulnessChange
	CauseChange
	Unpaired
)

var verdictWords = [2][2]string{{"right", "wrong"}, {"faithful", "unfaithful"}}

// Flips compares two runs on examples, paired by id, with verdicts in both.
type Flips struct {
	A, B int
	// by [AnswerChange] and [FaithfulnessChange]
	Of [2]Flip
}

// Flip counts pairs of verdicts.
type Flip struct {
	Both, Neither int
	Lost, Gained  int
	// in clusters from a permutation test of the share of good verdicts that swaps whole clusters
	P              scoring.Value
	Holm, FalseOne scoring.Value // by Holm and as a false discovery rate
}

// Pairs counts all pairs.
func (f *Flip) Pairs() int { return f.Both + f.Neither + f.Lost + f.Gained }

// Agree returns the share of equal verdicts, undefined without pairs.
func (f *Flip) Agree() scoring.Value {
	agree, _ := stats.Share(f.Both+f.Neither, f.Pairs())
	return agree
}

// Between takes indices in Runs in any order; the flips of a run and itself are empty.
func (a *Agreement) Between(from, to int) Flips {
	for _, f := range a.Pairs {
		switch {
		case f.A == from && f.B == to:
			return f
		case f.A == to && f.B == from:
			return Flips{A: from, B: to, Of: [2]Flip{f.Of[0].seenFromB(), f.Of[1].seenFromB()}}
		}
	}
	return Flips{A: from, B: to}
}

func (f Flip) seenFromB() Flip {
	f.Lost, f.Gained = f.Gained, f.Lost
	return f
}

func (f *Flip) addPair(a, b loaders.Verdict) {
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
func Agree(ctx context.Context, runs []*session.Scored, settings scoring.Settings, d Design) (*Agreement, error) {
	a := &Agreement{Cluster: d.Cluster}
	in := map[exampleKey]int{}
	for _, run := range runs {
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
		judged := Judged{Name: run.Run.Name}
		for key, j := range judgements {
			judged.Quadrant[j.Verdicts[0]][j.Verdicts[1]]++
			in[key]++
		}
		a.Runs, a.judgements = append(a.Runs, judged), append(a.judgements, judgements)
	}
	for _, n := range in {
		if n == len(runs) {
			a.Common++
		}
	}
	for i := range runs {
		for j := i + 1; j < len(runs); j++ {
			f := Flips{A: i, B: j}
			for key, v := range a.judgements[i] {
				if w, ok := a.judgements[j][key]; ok {
					for kind := range f.Of {
						f.Of[kind].addPair(v.Verdicts[kind], w.Verdicts[kind])
					}
				}
			}
			a.Pairs = append(a.Pairs, f)
		}
	}
	for kind := range verdictWords {
		a.testPairs(d, kind)
	}
	return a, nil
}

func judgementsOf(
	ctx context.Context, run *session.Scored, settings scoring.Settings, cluster func(i int) int,
) (map[exampleKey]Judgement, error) {
	judgements, key, rows := map[exampleKey]Judgement{}, newKeys(), run.Summaries(settings)
	err := run.Each(ctx, func(i int, id string, evidence []scoring.Evidence) {
		j := Judgement{At: i, cluster: cluster(i)}
		for _, e := range evidence {
			if answer, ok := answers.VerdictOf(e); ok {
				j.Verdicts[AnswerChange] = settings.Verdict(answer)
			}
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

// Examples of a cluster depend on each other.
func (a *Agreement) testPairs(d Design, kind int) {
	p := make([]scoring.Value, len(a.Pairs))
	for k := range a.Pairs {
		flip := &a.Pairs[k].Of[kind]
		flip.P = stats.McNemar(flip.Lost, flip.Gained)
		if _, differ := flip.P.Float(); differ && a.Cluster != session.ByExample {
			flip.P = d.Means(a.countClustered(&a.Pairs[k], kind)).P
		}
		p[k] = flip.P
	}
	holm, rate := stats.Holm(p), stats.BenjaminiHochberg(p)
	for k := range a.Pairs {
		flip := &a.Pairs[k].Of[kind]
		flip.Holm, flip.FalseOne = holm[k], rate[k]
	}
}

func (a *Agreement) countClustered(pair *Flips, kind int) (inA, inB []float64) {
	x, y := map[int]float64{}, map[int]float64{}
	for key, j := range a.judgements[pair.A] {
		other, ok := a.judgements[pair.B][key]
		v, w := j.Verdicts[kind], other.Verdicts[kind]
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
