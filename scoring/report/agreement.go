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

// Agreement says where the verdicts of any two of some runs differ, example by example.
type Agreement struct {
	Runs  []Judged
	Pairs []Flips // every run with each of those behind it, in their order
	// Common is how many examples all of the runs have.
	Common  int
	Cluster session.Cluster

	judgements []map[exampleKey]Judgement
}

// Judged is a run and its verdicts.
type Judged struct {
	Name string
	// Right of the Judged answers are right; Faithful of Scored examples are.
	Right, Judged    int
	Faithful, Scored int
}

// Judgement is a run's verdicts on one example.
type Judgement struct {
	At               int // the example's place in the run
	Answer, Faithful loaders.Verdict
	// Cause is why the first module that is wrong by itself is wrong; none where
	// no module is.
	Cause   scoring.Cause
	cluster int
}

// Flips are the examples of two runs, paired by id, that have a verdict in
// both.
type Flips struct {
	A, B int // of the runs
	// Answers and Faithful count what becomes of the verdicts from A to B.
	Answers, Faithful Flip
}

// Flip counts pairs of verdicts.
type Flip struct {
	Both, Neither int // good in both, and in neither
	Lost, Gained  int // good in A alone, and in B alone
	// P is McNemar's; where examples are in clusters that of a permutation test
	// of the share of good ones, which swaps whole clusters.
	P              scoring.Value
	Holm, FalseOne scoring.Value // P corrected for all pairs of runs: Holm's, and the false discovery rate
}

// Pairs is how many there are.
func (f *Flip) Pairs() int { return f.Both + f.Neither + f.Lost + f.Gained }

// Agree is the share of verdicts that are the same in both runs.
func (f *Flip) Agree() scoring.Value {
	agree, _ := stats.Share(f.Both+f.Neither, f.Pairs())
	return agree
}

// Between returns the flips from one run to another, by their places in Runs.
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

// back is what becomes of the verdicts the other way round.
func (f Flip) back() Flip {
	f.Lost, f.Gained = f.Gained, f.Lost
	return f
}

// add counts a pair of verdicts where both are known.
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

// exampleKey names an example among those that could be read of a run: its id,
// and which it is of those that have this id, from 0.
type exampleKey struct {
	id    string
	twins int
}

// keyed returns what names the examples of a run, given their ids in order.
func keyed() func(id string) exampleKey {
	seen := map[string]int{}
	return func(id string) exampleKey {
		seen[id]++
		return exampleKey{id, seen[id] - 1}
	}
}

// Agree compares the verdicts of runs, which were read under the same
// protocols. Ids that occur several times in a run are paired in their order.
// The error is that of ctx.
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

// judgementsOf are the judgements of all examples of a run that could be read.
func judgementsOf(
	ctx context.Context, run *session.Scored, settings scoring.Settings, by session.Cluster,
) (map[exampleKey]Judgement, error) {
	cluster, err := run.Clusters(ctx, by)
	if err != nil {
		return nil, err
	}
	judgements, key, rows := map[exampleKey]Judgement{}, keyed(), run.Summaries(settings)
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

// test tests one kind of verdict of all pairs.
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

// clustered counts the good verdicts of two runs per cluster of the first run, in the
// order of the clusters, over the examples on which both have a verdict.
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

// ChangeKind is what changes between two runs.
type ChangeKind uint8

// The kinds, in the order of [Agreement.Changes].
const (
	AnswerChange ChangeKind = iota
	FaithfulnessChange
	CauseChange
	Unpaired // the other run has no such example, or it could not be read
)

// Change is some examples that are one thing in a run and another in the next.
type Change struct {
	Kind     ChangeKind
	From, To string   // "right", "wrong"; "low p", "elsewhere"; "" where there is none
	Examples [][2]int // their places in the two runs, ascending; -1 for nowhere
}

// String is the change in words: "right to wrong", "in A alone".
func (c *Change) String() string {
	switch {
	case c.Kind == Unpaired && c.From != "":
		return "in A alone"
	case c.Kind == Unpaired:
		return "in B alone"
	}
	return c.From + " to " + c.To
}

// NoCause is what a change says for an example none of whose modules is wrong by
// itself.
const NoCause = "none wrong"

// Changes returns what becomes of the examples of one run in another, by their
// places in Runs: answers lost and gained, faithfulness lost and gained, also where
// there are no such examples; then the changes of causes, the most frequent
// first, and what only one of the runs has.
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

// changes are being gathered.
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

// compare puts an example that both runs have.
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

// flipped says in words what a verdict was and became; changed is false where it
// is the same, or unknown in either run.
func flipped(x, y loaders.Verdict, good, bad string) (from, to string, changed bool) {
	words := map[loaders.Verdict]string{loaders.Right: good, loaders.Wrong: bad}
	return words[x], words[y], x != y && words[x] != "" && words[y] != ""
}
