package counting

import (
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// aggregate sums the groups' terms. It is not a [scoring.Summed]: a question
// adds to one group of many, so adding it again costs less than adding a row of
// all of them.
type aggregate struct {
	settings scoring.Settings
	groups   map[int]scoring.Row // of [terms] each
	unknown  int                 // questions without a prediction
}

// rowAt returns the row of terms of group k for the caller to add to; if the group has none yet, it
// first stores a row of zeros for it.
func (a *aggregate) rowAt(k int) scoring.Row {
	g := a.groups[k]
	if g == nil {
		g = make(scoring.Row, terms)
		a.groups[k] = g
	}
	return g
}

func (a *aggregate) groupSums() *[groups]sums {
	all := &[groups]sums{}
	for k, g := range a.groups {
		all[k] = sums(g.Floats())
	}
	return all
}

func newAggregate(s scoring.Settings) scoring.Aggregate {
	return &aggregate{settings: s, groups: map[int]scoring.Row{}}
}

func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	if !ev.Known {
		a.unknown++
		return
	}
	terms := ev.termsUnder(&a.settings)
	a.rowAt(ev.Group).Add(terms[:])
}

func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	for k, g := range o.groups {
		a.rowAt(k).Merge(g)
	}
	a.unknown += o.unknown
}

// Scores implements [scoring.Aggregate]: it returns the scores of every row of questions, then the
// means over labels, over both kinds, of the slices at 90 %, and last how many questions have no
// prediction. All are listed, undefined if there are no such questions.
func (a *aggregate) Scores() []scoring.Score {
	list, all := scoreList{settings: a.settings}, a.groupSums()
	for i, r := range listRows(a.settings) {
		t, why := r.poolGroups(all), "no question "+r.why
		if list.addPooled(r.of, t, why); i < wholes {
			list.addFractional(r.of, t, why)
		}
	}
	for _, p := range parts {
		list.ofLabels(p, all)
	}
	list.ofBoth(all)
	for _, strategy := range []mcd.Strategy{mcd.OddEven, mcd.EvenOdd} {
		list.ofSlice(mcd.Slice{Strategy: strategy, Percent: 90}, all)
	}
	questions := float64(a.unknown)
	for g := range all {
		questions += all[g][known]
	}
	list.addScore(scoring.WithoutVerdict.Name, "overall", scoring.Defined(float64(a.unknown)), questions)
	return list.list
}
