package report

import (
	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// tables lays the agreement out: the runs, and a row per two of them for answers
// and for faithfulness, where there is anything to compare.
func (a *Agreement) tables() []*table.Table {
	count := func(title string) table.Column { return table.Column{Title: title, Kind: table.Count} }
	p := func(title string) table.Column { return table.Column{Title: title, Kind: table.Chance} }
	runs := &table.Table{Title: "runs", Columns: []table.Column{{}, count("right"), count("of"), {Title: "accuracy", Kind: table.Number}, count("faithful"), count("of")}}
	for i := range a.Runs {
		r := &a.Runs[i]
		accuracy, _ := stats.Share(r.Right, r.Judged)
		runs.Add(r.Name, r.Right, r.Judged, accuracy, r.Faithful, r.Scored)
	}
	list := []*table.Table{runs}
	for _, kind := range []struct {
		title, lost, gained string
		of                  func(f *Flips) *Flip
	}{
		{"answers · " + a.tested() + ", corrected for all pairs (Holm 1979; Benjamini and Hochberg 1995)", "right to wrong", "wrong to right", func(f *Flips) *Flip { return &f.Answers }},
		{"faithfulness · the same", "lost", "gained", func(f *Flips) *Flip { return &f.Faithful }},
	} {
		t := &table.Table{Title: kind.title, Columns: []table.Column{{}, {Title: "agree", Kind: table.Number}, count(kind.lost), count(kind.gained), p("p"), p("p Holm"), p("p BH"), count("n")}}
		for k := range a.Pairs {
			pair := &a.Pairs[k]
			if flip := kind.of(pair); flip.Pairs() > 0 {
				t.Add(a.Runs[pair.A].Name+", "+a.Runs[pair.B].Name, flip.Agree(), flip.Lost, flip.Gained, flip.P, flip.Holm, flip.FalseOne, flip.Pairs())
			}
		}
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// tested says how the flips are tested.
func (a *Agreement) tested() string {
	if a.Cluster == session.ByExample {
		return "exact McNemar test"
	}
	return "permutation test that swaps the examples of a " + a.Cluster.String() + " together"
}

// causes lays out what becomes of the causes between two runs, the most frequent
// first; nothing for more runs, or where no cause changes.
func (a *Agreement) causes() []*table.Table {
	if len(a.Runs) != 2 {
		return nil
	}
	t := &table.Table{Title: "causes · why the first module that is wrong by itself is wrong, where the runs differ", Columns: []table.Column{{}, {Title: "examples", Kind: table.Count}}}
	for _, c := range a.Changes(0, 1) {
		if c.Kind == CauseChange {
			t.Add(c.String(), len(c.Examples))
		}
	}
	if t.Rows == nil {
		return nil
	}
	return []*table.Table{t}
}

// facts are the agreement as JSON.
func (a *Agreement) facts() table.Facts {
	runs, pairs := []table.Facts{}, []table.Facts{}
	for _, r := range a.Runs {
		runs = append(runs, table.Named("name", loaders.Clean(r.Name), "right", r.Right, "judged", r.Judged, "faithful", r.Faithful, "scored", r.Scored))
	}
	for _, f := range a.Pairs {
		pair := table.Named("a", f.A, "b", f.B, "answers", f.Answers.facts(a.Cluster), "faithfulness", f.Faithful.facts(a.Cluster))
		causes := &table.Table{Columns: []table.Column{{Name: "from"}, {Name: "to"}, {Name: "examples"}}}
		for _, c := range a.Changes(f.A, f.B) {
			if c.Kind == CauseChange {
				causes.Add(c.From, c.To, len(c.Examples))
			}
		}
		if causes.Rows != nil {
			pair = append(pair, table.Named("causes", causes)...)
		}
		pairs = append(pairs, pair)
	}
	all := table.Named("runs", runs, "common", a.Common)
	if a.Cluster != session.ByExample {
		all = append(all, table.Named("cluster", a.Cluster.String())...)
	}
	return append(all, table.Named("pairs", pairs)...)
}

// facts are the pairs of verdicts as JSON.
func (f *Flip) facts(by session.Cluster) table.Facts {
	test := "mcnemar"
	if by != session.ByExample {
		test = "permutation"
	}
	return table.Named(
		"both", f.Both, "neither", f.Neither, "lost", f.Lost, "gained", f.Gained,
		"test", test, "p", f.P, "p_holm", f.Holm, "p_bh", f.FalseOne,
	)
}
