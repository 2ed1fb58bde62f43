package counting

import (
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// aggregate isn't a [scoring.SummedAggregate]: adding a question again costs less than adding a row of all
// groups.
type aggregate struct {
	settings scoring.Settings
	groups   map[int]scoring.TermSums
	unknown  int
}

func (a *aggregate) rowAt(k int) scoring.TermSums {
	g := a.groups[k]
	if g == nil {
		g = make(scoring.TermSums, terms)
		a.groups[k] = g
	}
	return g
}

func (a *aggregate) groupSums() *[groups]countSums {
	all := &[groups]countSums{}
	for k, g := range a.groups {
		all[k] = countSums(g.Floats())
	}
	return all
}

func newAggregate(s scoring.Settings) scoring.Aggregate {
	return &aggregate{settings: s, groups: map[int]scoring.TermSums{}}
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

func (a *aggregate) Merge(otherAggregate scoring.Aggregate) {
	o := otherAggregate.(*aggregate)
	for k, g := range o.groups {
		a.rowAt(k).Merge(g)
	}
	a.unknown += o.unknown
}

// Scores returns questions, means over labels and kinds, slices at 90 %, and questions without a
// prediction.
func (a *aggregate) Scores() []scoring.Score {
	list := scoreList{scoring.ScoreList{Protocol: name, Settings: a.settings}, a.groupSums()}
	for i, r := range listRows(a.settings) {
		pooled := r.poolGroups(list.groups)
		if list.addPooled(pooled); i < wholes {
			list.addFractional(pooled)
		}
	}
	for _, p := range parts {
		list.ofLabels(p)
	}
	list.ofBoth()
	for _, strategy := range []mcd.ParityStrategy{mcd.OddEven, mcd.EvenOdd} {
		list.ofSlice(mcd.ParitySplit{Strategy: strategy, Percent: 90})
	}
	questions := float64(a.unknown)
	for g := range list.groups {
		questions += list.groups[g][known]
	}
	list.addRounded(scoring.WithoutVerdict.Name, "overall", scoring.Defined(float64(a.unknown)), questions)
	return list.Scores
}
