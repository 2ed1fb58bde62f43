package report

import (
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// grids lays the agreement out: the runs, and a row per two of them for answers
// and for faithfulness, where there is anything to compare.
func (a *Agreement) grids() []grid {
	runs := grid{title: "runs", head: []string{"", "right", "of", "accuracy", "faithful", "of"}}
	for i := range a.Runs {
		r := &a.Runs[i]
		accuracy, _ := stats.Share(r.Right, r.Judged)
		runs.rows = append(runs.rows, []cell{{text: loaders.Clean(r.Name)}, whole(r.Right), whole(r.Judged), {text: Shown(accuracy)}, whole(r.Faithful), whole(r.Scored)})
		runs.why = append(runs.why, accuracy.Why())
	}
	list := []grid{runs}
	for _, kind := range []struct {
		title, lost, gained string
		of                  func(f *Flips) *Flip
	}{
		{"answers · " + a.tested() + ", corrected for all pairs (Holm 1979; Benjamini and Hochberg 1995)", "right to wrong", "wrong to right", func(f *Flips) *Flip { return &f.Answers }},
		{"faithfulness · the same", "lost", "gained", func(f *Flips) *Flip { return &f.Faithful }},
	} {
		g := grid{title: kind.title, head: []string{"", "agree", kind.lost, kind.gained, "p", "p Holm", "p BH", "n"}}
		for k := range a.Pairs {
			pair := &a.Pairs[k]
			flip := kind.of(pair)
			if flip.Pairs() == 0 {
				continue
			}
			g.rows = append(g.rows, []cell{
				{text: fmt.Sprintf("%s, %s", loaders.Clean(a.Runs[pair.A].Name), loaders.Clean(a.Runs[pair.B].Name))}, {text: Shown(flip.Agree())}, whole(flip.Lost), whole(flip.Gained),
				{text: scoring.Chance(flip.P)}, {text: scoring.Chance(flip.Holm)}, {text: scoring.Chance(flip.FalseOne)}, whole(flip.Pairs()),
			})
			g.why = append(g.why, flip.P.Why())
		}
		if len(g.rows) > 0 {
			list = append(list, g)
		}
	}
	return append(list, a.causes()...)
}

// tested says how the flips are tested.
func (a *Agreement) tested() string {
	if a.Cluster == ByExample {
		return "exact McNemar test"
	}
	return "permutation test that swaps the examples of a " + a.Cluster.String() + " together"
}

// causes lays out what becomes of the causes between two runs, the most frequent
// first; nothing for more runs, or where no cause changes.
func (a *Agreement) causes() []grid {
	if len(a.Runs) != 2 {
		return nil
	}
	g := grid{title: "causes · why the first module that is wrong by itself is wrong, where the runs differ", head: []string{"", "examples"}}
	for _, c := range a.Changes(0, 1) {
		if c.Kind == CauseChange {
			g.rows, g.why = append(g.rows, []cell{{text: c.String()}, whole(len(c.Examples))}), append(g.why, "")
		}
	}
	if g.rows == nil {
		return nil
	}
	return []grid{g}
}

func whole(n int) cell { return cell{text: strconv.Itoa(n)} }

// jsonAgreement is an agreement as JSON.
type jsonAgreement struct {
	Runs    []Judged    `json:"runs"`
	Common  int         `json:"common"` // examples that all runs have
	Cluster string      `json:"cluster,omitempty"`
	Pairs   []jsonFlips `json:"pairs"`
}

type jsonFlips struct {
	A        int         `json:"a"`
	B        int         `json:"b"`
	Answers  jsonFlip    `json:"answers"`
	Faithful jsonFlip    `json:"faithfulness"`
	Causes   []jsonCause `json:"causes,omitempty"`
}

// jsonCause counts the examples whose cause is another one.
type jsonCause struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Examples int    `json:"examples"`
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
	out := &jsonAgreement{Runs: []Judged{}, Common: a.Common, Pairs: []jsonFlips{}}
	if a.Cluster != ByExample {
		out.Cluster = a.Cluster.String()
	}
	for _, r := range a.Runs {
		r.Name = loaders.Clean(r.Name)
		out.Runs = append(out.Runs, r)
	}
	flip := func(f Flip) jsonFlip {
		return jsonFlip{f.Both, f.Neither, f.Lost, f.Gained, pointer(f.P), pointer(f.Holm), pointer(f.FalseOne)}
	}
	for _, f := range a.Pairs {
		pair := jsonFlips{A: f.A, B: f.B, Answers: flip(f.Answers), Faithful: flip(f.Faithful)}
		for _, c := range a.Changes(f.A, f.B) {
			if c.Kind == CauseChange {
				pair.Causes = append(pair.Causes, jsonCause{c.From, c.To, len(c.Examples)})
			}
		}
		out.Pairs = append(out.Pairs, pair)
	}
	return out
}
