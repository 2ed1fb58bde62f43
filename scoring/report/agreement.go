package report

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Agreement says where the verdicts of some runs differ, pair by pair and example by
// example.
type Agreement struct {
	Runs  []Judged
	Pairs []Flips // every run with each of the later ones, in order
	// Common is how many examples are in all of the runs.
	Common  int
	Cluster session.Cluster

	judgements []map[exampleKey]Judgement
}

// Judged is a run with its verdicts.
type Judged struct {
	Name string
	// Right of the Judged answers are right; Faithful of the Scored examples are faithful.
	Right, Judged    int
	Faithful, Scored int
}

// Judgement is a run's verdicts on one example.
type Judgement struct {
	At               int // the example's place in the run
	Answer, Faithful loaders.Verdict
	// Cause is why the first module that is wrong by itself is wrong; zero if no
	// module is.
	Cause   scoring.Cause
	cluster int
}

// Flips are the verdicts of two runs on the examples, paired by id, on which both
// have one.
type Flips struct {
	A, B int // indices of the two runs
	// Answers and Faithful count how the verdicts change from A to B.
	Answers, Faithful Flip
}

// Flip counts pairs of verdicts.
type Flip struct {
	Both, Neither int // good in both, and in neither
	Lost, Gained  int // good in A alone, and in B alone
	// P is the p-value of McNemar's test or, if examples are in clusters, of a
	// permutation test of the share of good verdicts, which swaps whole clusters.
	P              scoring.Value
	Holm, FalseOne scoring.Value // P corrected for all pairs of runs: by Holm's method, and as a false discovery rate
}

// Pairs is the number of pairs counted.
func (f *Flip) Pairs() int { return f.Both + f.Neither + f.Lost + f.Gained }

// Agree is the share of pairs whose two verdicts are the same.
func (f *Flip) Agree() scoring.Value {
	agree, _ := stats.Share(f.Both+f.Neither, f.Pairs())
	return agree
}

// Between returns the flips from one run to another, given by their indices in Runs.
func (a *Agreement) Between(from, to int) Flips {
	for _, f := range a.Pairs {
		switch {
		case f.A == from && f.B == to:
			return f
		case f.A == to && f.B == from:
			return Flips{A: from, B: to, Answers: f.Answers.back(), Faithful: f.Faithful.back()}
		}
	}
	return Flips{A: from, B: to} // a run and itself
}

// back is the same flip seen from B to A.
func (f Flip) back() Flip {
	f.Lost, f.Gained = f.Gained, f.Lost
	return f
}

// add counts a pair of verdicts if both are known.
func (f *Flip) add(a, b loaders.Verdict) {
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

// Agree compares the verdicts of runs, which must have been read under the same
// protocols. Examples that share an id within a run are paired in their order. The
// error is the context's.
func Agree(ctx context.Context, runs []*session.Scored, settings scoring.Settings, d Design) (*Agreement, error) {
	a := &Agreement{Cluster: d.Cluster}
	in := map[exampleKey]int{}
	for _, run := range runs {
		judgements, err := judgementsOf(ctx, run, settings, d.Cluster)
		if err != nil {
			return nil, err
		}
		judged := Judged{Name: run.Run.Name}
		for key, j := range judgements {
			judged.add(&j)
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
					f.Answers.add(v.Answer, w.Answer)
					f.Faithful.add(v.Faithful, w.Faithful)
				}
			}
			a.Pairs = append(a.Pairs, f)
		}
	}
	a.test(d, func(f *Flips) *Flip { return &f.Answers }, func(j Judgement) loaders.Verdict { return j.Answer })
	a.test(d, func(f *Flips) *Flip { return &f.Faithful }, func(j Judgement) loaders.Verdict { return j.Faithful })
	return a, nil
}

// judgementsOf returns the judgements of all readable examples of a run.
func judgementsOf(
	ctx context.Context, run *session.Scored, settings scoring.Settings, by session.Cluster,
) (map[exampleKey]Judgement, error) {
	cluster, _, err := run.Clusters(ctx, by)
	if err != nil {
		return nil, err
	}
	judgements, key, rows := map[exampleKey]Judgement{}, newKeys(), run.Summaries(settings)
	err = run.Each(ctx, func(i int, id string, evidence []scoring.Evidence) {
		j := Judgement{At: i, cluster: cluster(i)}
		for _, e := range evidence {
			if answer, ok := answers.VerdictOf(e); ok {
				j.Answer = settings.Verdict(answer)
			}
		}
		if k, _ := scoring.Judge(evidence); k >= 0 {
			j.Faithful = scoring.OutlineOf(evidence[k], settings).Faithful
		}
		if i < rows.Len() {
			_, j.Cause = rows.Culprit(i)
		}
		judgements[key(id)] = j
	})
	return judgements, err
}

func (j *Judged) add(v *Judgement) {
	count := func(v loaders.Verdict, right, known *int) {
		if v != loaders.Unknown {
			*known++
		}
		if v == loaders.Right {
			*right++
		}
	}
	count(v.Answer, &j.Right, &j.Judged)
	count(v.Faithful, &j.Faithful, &j.Scored)
}

// test tests one kind of verdict for all pairs of runs.
func (a *Agreement) test(d Design, of func(f *Flips) *Flip, verdict func(j Judgement) loaders.Verdict) {
	p := make([]scoring.Value, len(a.Pairs))
	for k := range a.Pairs {
		flip := of(&a.Pairs[k])
		flip.P = stats.McNemar(flip.Lost, flip.Gained)
		if _, differ := flip.P.Float(); differ && a.Cluster != session.ByExample {
			flip.P = d.Means(a.clustered(&a.Pairs[k], verdict)).P
		}
		p[k] = flip.P
	}
	holm, rate := stats.Holm(p), stats.BenjaminiHochberg(p)
	for k := range a.Pairs {
		flip := of(&a.Pairs[k])
		flip.Holm, flip.FalseOne = holm[k], rate[k]
	}
}

// clustered counts the good verdicts of two runs in each cluster of the first run, over
// the examples on which both have a verdict. The clusters are in ascending order.
func (a *Agreement) clustered(pair *Flips, verdict func(j Judgement) loaders.Verdict) (inA, inB []float64) {
	x, y := map[int]float64{}, map[int]float64{}
	for key, j := range a.judgements[pair.A] {
		other, ok := a.judgements[pair.B][key]
		v, w := verdict(j), verdict(other)
		if !ok || v == loaders.Unknown || w == loaders.Unknown {
			continue
		}
		x[j.cluster] += good(v)
		y[j.cluster] += good(w)
	}
	for _, cluster := range slices.Sorted(maps.Keys(x)) {
		inA, inB = append(inA, x[cluster]), append(inB, y[cluster])
	}
	return inA, inB
}

func good(v loaders.Verdict) float64 {
	if v == loaders.Right {
		return 1
	}
	return 0
}

// ChangeKind says what changes between two runs.
type ChangeKind uint8

// The kinds, in the order of [Agreement.Changes].
const (
	AnswerChange ChangeKind = iota
	FaithfulnessChange
	CauseChange
	Unpaired // the other run lacks the example or could not read it
)

// Change is a set of examples that are From in one run and To in another.
type Change struct {
	Kind     ChangeKind
	From, To string   // "right", "wrong"; "low p", "elsewhere"; "" if the run lacks the examples
	Examples [][2]int // their indices in the two runs, ascending; -1 if absent
}

// String puts the change in words: "right to wrong", "in A alone".
func (c *Change) String() string {
	switch {
	case c.Kind == Unpaired && c.From != "":
		return "in A alone"
	case c.Kind == Unpaired:
		return "in B alone"
	}
	return c.From + " to " + c.To
}

// NoCause stands in a change for an example without a module that is wrong by itself.
const NoCause = "none wrong"

// Changes returns how the examples of one run change in another, both given by their
// indices in Runs: answers lost and gained, then faithfulness lost and gained, even if
// there are no such examples; then the changes of causes, the most frequent first; then
// the examples that only one of the runs has.
func (a *Agreement) Changes(from, to int) []Change {
	all := changes{
		{Kind: AnswerChange, From: "right", To: "wrong"}, {Kind: AnswerChange, From: "wrong", To: "right"},
		{Kind: FaithfulnessChange, From: "faithful", To: "unfaithful"}, {Kind: FaithfulnessChange, From: "unfaithful", To: "faithful"},
	}
	for key, x := range a.judgements[from] {
		if y, ok := a.judgements[to][key]; ok {
			all.compare(x, y)
		} else {
			all.put(Unpaired, a.Runs[from].Name, "", x.At, -1)
		}
	}
	for key, y := range a.judgements[to] {
		if _, ok := a.judgements[from][key]; !ok {
			all.put(Unpaired, "", a.Runs[to].Name, -1, y.At)
		}
	}
	slices.SortStableFunc(all, func(x, y Change) int {
		if x.Kind != y.Kind || x.Kind == AnswerChange || x.Kind == FaithfulnessChange {
			return cmp.Compare(x.Kind, y.Kind)
		}
		return cmp.Or(len(y.Examples)-len(x.Examples), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	for i := range all {
		slices.SortFunc(all[i].Examples, func(x, y [2]int) int { return cmp.Or(x[0]-y[0], x[1]-y[1]) })
	}
	return all
}

// changes gathers examples by how they change.
type changes []Change

// put adds an example to the change that it belongs to.
func (all *changes) put(kind ChangeKind, from, to string, x, y int) {
	k := slices.IndexFunc(*all, func(c Change) bool { return c.Kind == kind && c.From == from && c.To == to })
	if k < 0 {
		k = len(*all)
		*all = append(*all, Change{Kind: kind, From: from, To: to})
	}
	(*all)[k].Examples = append((*all)[k].Examples, [2]int{x, y})
}

// compare adds an example that both runs have.
func (all *changes) compare(x, y Judgement) {
	if from, to, changed := flipped(x.Answer, y.Answer, "right", "wrong"); changed {
		all.put(AnswerChange, from, to, x.At, y.At)
	}
	if from, to, changed := flipped(x.Faithful, y.Faithful, "faithful", "unfaithful"); changed {
		all.put(FaithfulnessChange, from, to, x.At, y.At)
	}
	if x.Cause != y.Cause && x.Faithful != loaders.Unknown && y.Faithful != loaders.Unknown {
		all.put(CauseChange, cmp.Or(x.Cause.String(), NoCause), cmp.Or(y.Cause.String(), NoCause), x.At, y.At)
	}
}

// flipped returns in words what a verdict was and what it became; changed is false if
// both runs agree, or if either verdict is unknown.
func flipped(x, y loaders.Verdict, good, bad string) (from, to string, changed bool) {
	words := map[loaders.Verdict]string{loaders.Right: good, loaders.Wrong: bad}
	return words[x], words[y], x != y && words[x] != "" && words[y] != ""
}
