package report

import (
	"context"
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// Agreement says of every two of some runs where their verdicts differ, example
// by example.
type Agreement struct {
	Runs  []Judged
	Pairs []Flips // every run with each of those behind it, in their order
}

// Judged is a run and its verdicts.
type Judged struct {
	Name string
	// Right of the Judged answers are right; Faithful of Scored examples are.
	Right, Judged    int
	Faithful, Scored int
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
	Both, Neither  int // good in both, and in neither
	Lost, Gained   int // good in A alone, and in B alone
	P              scoring.Value
	Holm, FalseOne scoring.Value // P corrected for all pairs of runs: Holm's, and the false discovery rate
}

// Pairs is how many there are.
func (f *Flip) Pairs() int { return f.Both + f.Neither + f.Lost + f.Gained }

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

// verdicts are those of an example.
type verdicts struct{ answer, faithful loaders.Verdict }

// Agree compares the verdicts of runs, which were read under the same
// protocols. Ids that occur several times in a run are paired in their order.
// The error is that of ctx.
func Agree(ctx context.Context, runs []*session.Scored, settings scoring.Settings) (*Agreement, error) {
	a := &Agreement{}
	all := make([]map[string]verdicts, len(runs))
	for k, run := range runs {
		all[k] = map[string]verdicts{}
		judged, seen := Judged{Name: run.Run.Name}, map[string]int{}
		err := run.Each(ctx, func(id string, evidence []scoring.Evidence) {
			v := verdictsOf(evidence, settings)
			seen[id]++
			if n := seen[id]; n > 1 {
				id = strconv.Itoa(n) + "\x00" + id
			}
			all[k][id] = v
			judged.add(v)
		})
		if err != nil {
			return nil, err
		}
		a.Runs = append(a.Runs, judged)
	}
	for i := range runs {
		for j := i + 1; j < len(runs); j++ {
			f := Flips{A: i, B: j}
			for id, v := range all[i] {
				if w, ok := all[j][id]; ok {
					f.Answers.add(v.answer, w.answer)
					f.Faithful.add(v.faithful, w.faithful)
				}
			}
			a.Pairs = append(a.Pairs, f)
		}
	}
	a.test(func(f *Flips) *Flip { return &f.Answers })
	a.test(func(f *Flips) *Flip { return &f.Faithful })
	return a, nil
}

func verdictsOf(evidence []scoring.Evidence, settings scoring.Settings) (v verdicts) {
	for _, e := range evidence {
		if answer, ok := answers.VerdictOf(e); ok {
			v.answer = answer
		}
	}
	if k := scoring.Judge(evidence); k >= 0 {
		v.faithful = scoring.OutlineOf(evidence[k], settings).Faithful
	}
	return v
}

func (j *Judged) add(v verdicts) {
	if v.answer != loaders.Unknown {
		j.Judged++
	}
	if v.answer == loaders.Right {
		j.Right++
	}
	if v.faithful != loaders.Unknown {
		j.Scored++
	}
	if v.faithful == loaders.Right {
		j.Faithful++
	}
}

// test tests one kind of verdict of all pairs.
func (a *Agreement) test(of func(f *Flips) *Flip) {
	p := make([]scoring.Value, len(a.Pairs))
	for k := range a.Pairs {
		flip := of(&a.Pairs[k])
		flip.P = stats.McNemar(flip.Lost, flip.Gained)
		p[k] = flip.P
	}
	holm, rate := stats.Holm(p), stats.BenjaminiHochberg(p)
	for k := range a.Pairs {
		flip := of(&a.Pairs[k])
		flip.Holm, flip.FalseOne = holm[k], rate[k]
	}
}

// grids lays the agreement out: the runs, and a row per two of them for answers
// and for faithfulness, where there is anything to compare.
func (a *Agreement) grids() []grid {
	runs := grid{title: "runs", head: []string{"", "right", "of", "accuracy", "faithful", "of"}}
	for i := range a.Runs {
		r := &a.Runs[i]
		accuracy, _ := stats.Share(r.Right, r.Judged)
		runs.rows = append(runs.rows, []cell{{text: loaders.Clean(r.Name)}, whole(r.Right), whole(r.Judged), {text: shown(accuracy)}, whole(r.Faithful), whole(r.Scored)})
		runs.why = append(runs.why, accuracy.Why())
	}
	list := []grid{runs}
	for _, kind := range []struct {
		title, lost, gained string
		of                  func(f *Flips) *Flip
	}{
		{"answers · exact McNemar test, corrected for all pairs (Holm 1979; Benjamini and Hochberg 1995)", "right to wrong", "wrong to right", func(f *Flips) *Flip { return &f.Answers }},
		{"faithfulness · the same", "lost", "gained", func(f *Flips) *Flip { return &f.Faithful }},
	} {
		g := grid{title: kind.title, head: []string{"", "agree", kind.lost, kind.gained, "p", "p Holm", "p BH", "n"}}
		for k := range a.Pairs {
			pair := &a.Pairs[k]
			flip := kind.of(pair)
			if flip.Pairs() == 0 {
				continue
			}
			agree, _ := stats.Share(flip.Both+flip.Neither, flip.Pairs())
			g.rows = append(g.rows, []cell{
				{text: fmt.Sprintf("%s, %s", loaders.Clean(a.Runs[pair.A].Name), loaders.Clean(a.Runs[pair.B].Name))}, {text: shown(agree)}, whole(flip.Lost), whole(flip.Gained),
				{text: chance(flip.P)}, {text: chance(flip.Holm)}, {text: chance(flip.FalseOne)}, whole(flip.Pairs()),
			})
			g.why = append(g.why, flip.P.Why())
		}
		if len(g.rows) > 0 {
			list = append(list, g)
		}
	}
	return list
}

func whole(n int) cell { return cell{text: strconv.Itoa(n)} }

// jsonAgreement is an agreement as JSON.
type jsonAgreement struct {
	Runs  []jsonJudged `json:"runs"`
	Pairs []jsonFlips  `json:"pairs"`
}

type jsonJudged struct {
	Name     string `json:"name"`
	Right    int    `json:"right"`
	Judged   int    `json:"judged"`
	Faithful int    `json:"faithful"`
	Scored   int    `json:"scored"`
}

type jsonFlips struct {
	A        int      `json:"a"`
	B        int      `json:"b"`
	Answers  jsonFlip `json:"answers"`
	Faithful jsonFlip `json:"faithfulness"`
}

type jsonFlip struct {
	Both    int      `json:"both"`
	Neither int      `json:"neither"`
	Lost    int      `json:"lost"`
	Gained  int      `json:"gained"`
	P       *float64 `json:"mcnemar_p"`
	Holm    *float64 `json:"p_holm"`
	BH      *float64 `json:"p_bh"`
}

func (a *Agreement) json() *jsonAgreement {
	out := &jsonAgreement{Runs: []jsonJudged{}, Pairs: []jsonFlips{}}
	for _, r := range a.Runs {
		out.Runs = append(out.Runs, jsonJudged{loaders.Clean(r.Name), r.Right, r.Judged, r.Faithful, r.Scored})
	}
	flip := func(f Flip) jsonFlip {
		return jsonFlip{f.Both, f.Neither, f.Lost, f.Gained, pointer(f.P), pointer(f.Holm), pointer(f.FalseOne)}
	}
	for _, f := range a.Pairs {
		out.Pairs = append(out.Pairs, jsonFlips{f.A, f.B, flip(f.Answers), flip(f.Faithful)})
	}
	return out
}
