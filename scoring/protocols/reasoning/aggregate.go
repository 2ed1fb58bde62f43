package reasoning

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// answerCounts counts answers and right answers by scope; above 1 only if the run repeats the question's
// id.
type answerCounts struct{ answered, right [scopes + 1]float64 }

type groupAnswers struct{ answered, right int }

// aggregate keeps its questions, because consistency needs the answers to entailed questions. Not
// safe for concurrent use.
type aggregate struct {
	scoring.RelatedRunEvidence[*exampleEvidence]
	settings scoring.Settings
	list     []*exampleEvidence
	records  map[string]answerCounts
	sides    [all + 1]baseComparison
	inGroup  map[string]groupAnswers
	hasPairs bool // a group has two verdicts
	has      availableData
}

// asBase says that all answers are like the base's: right in the easy set, wrong in another.
type baseComparison struct{ known, asBase bool }

type availableData struct {
	questions, semantic, groups, missing bool
}

func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*exampleEvidence)
	a.list = append(a.list, ev)
	a.has.questions = a.has.questions || ev.Question
	a.has.semantic = a.has.semantic || ev.Question && ev.Semantic >= 0
	a.has.groups = a.has.groups || ev.Groups != nil
	a.has.missing = a.has.missing || ev.isMissing(&a.settings)
	a.records, a.inGroup = nil, nil
}

func (a *aggregate) Merge(otherAggregate scoring.Aggregate) {
	for _, e := range otherAggregate.(*aggregate).list {
		a.Add(e)
	}
}

// recordAnswers includes questions that aren't scored, because a question may entail one.
func (a *aggregate) recordAnswers() {
	if a.records != nil {
		return
	}
	a.records = make(map[string]answerCounts, len(a.list))
	a.sides = [all + 1]baseComparison{}
	for _, e := range a.Join(a.list) {
		if !e.hasVerdict(&a.settings) || !e.Question {
			continue
		}
		r := a.records[e.ID]
		for s := range scopes + 1 {
			if e.isWithin(s, &a.settings) {
				set := &a.sides[s]
				set.asBase, set.known = (set.asBase || !set.known) && (s == easy) == e.isRight(), true
				r.answered[s]++
				if e.isRight() {
					r.right[s]++
				}
			}
		}
		a.records[e.ID] = r
	}
}

// consistencyWithin is the mean share of right answers over the ids that e entails: an id listed twice
// counts twice, one without an answer not at all, because the run may lack it. ok is false if no
// entailed id within the scope has one.
func (a *aggregate) consistencyWithin(e *exampleEvidence, scopeOfQuestions questionScope) (accuracy float64, ok bool) {
	a.recordAnswers()
	var mean scoring.Mean
	for _, id := range e.Entailed {
		if r := a.records[id]; r.answered[scopeOfQuestions] > 0 {
			mean.Add(scoring.Defined(r.right[scopeOfQuestions] / r.answered[scopeOfQuestions]))
		}
	}
	return mean.Value("").Float()
}

func (a *aggregate) gatherGroups() {
	a.inGroup, a.hasPairs = map[string]groupAnswers{}, false
	for _, e := range a.list {
		if !e.hasVerdict(&a.settings) {
			continue
		}
		for _, name := range e.Groups {
			f := a.inGroup[name]
			if f.answered++; e.isRight() {
				f.right++
			}
			a.hasPairs = a.hasPairs || f.answered > 1
			a.inGroup[name] = f
		}
	}
}

// addGroups adds e's part of each group, 1/n, and the same again if the whole group is right. A group of one counts, as
// in NLVR2, unless all are.
func (a *aggregate) addGroups(e *exampleEvidence, termRow []float64) {
	if !e.hasVerdict(&a.settings) || len(e.Groups) == 0 {
		return
	}
	if a.inGroup == nil {
		a.gatherGroups()
	}
	if !a.hasPairs {
		return
	}
	for _, name := range e.Groups {
		f := a.inGroup[name]
		part := 1 / float64(f.answered)
		if termRow[grouping+1] += part; f.right == f.answered {
			termRow[grouping] += part
		}
	}
}

func (a *aggregate) Width() int { return width }

// Terms puts each term beside a 1 that counts it, so that a column is a ratio of sums. An unbalanced
// question has terms only for missing, groups and unknown.
func (a *aggregate) Terms(e scoring.Evidence, termRow []float64) {
	clear(termRow)
	ev := e.(*exampleEvidence)
	put := func(place int, x float64) { termRow[place], termRow[place+1] = x, 1 }
	put(missing, loaders.IfElse(ev.isMissing(&a.settings), 1., 0))
	if a.addGroups(ev, termRow); !ev.Question {
		return
	}
	known := ev.hasVerdict(&a.settings)
	if put(unknowns, loaders.IfElse(!known, 1., 0)); !known || !ev.Balanced {
		return
	}
	right := loaders.IfElse(ev.isRight(), 1., 0)
	if ev.Structural >= 0 {
		put(structurals+2*ev.Structural, right)
	}
	if ev.Semantic >= 0 {
		put(semantics+2*ev.Semantic, right)
	}
	for s := range scopes {
		if !ev.isWithin(s, &a.settings) {
			continue
		}
		x, within := right, all
		if s == easy {
			x = 1 - x
		}
		if a.settings.EntailedInSubset {
			within = s
		}
		consistent, ok := a.consistencyWithin(ev, within)
		for g := range groups {
			if !ev.isInGroup(g) {
				continue
			}
			put(termPlace(accuracies, s, g), x)
			if s == overall {
				put(termPlace(shared, s, g), ev.Match)
			}
			if ok && ev.isRight() {
				put(termPlace(consistencies, s, g), consistent)
			}
		}
	}
}

// listColumns leaves the accuracies of both sets undefined if the sets are made from these very
// answers, because they are then 0 by construction.
func (a *aggregate) listColumns() []scoring.Column {
	a.recordAnswers()
	list := slices.Clip(columns)
	if a.sides[hard].asBase && a.sides[easy].asBase {
		list = slices.Clip(ofOwnSets)
	}
	switch {
	case a.has.semantic:
	case a.has.groups && !a.has.questions:
		list = nil
	default:
		list = slices.Clip(list[:len(list)-len(semantic)])
	}
	if a.has.groups {
		list = append(list, inGroups)
	}
	if a.has.missing {
		list = append(list, notInBase)
	}
	return list
}

func (a *aggregate) Scores() []scoring.Score {
	sums, row := make(scoring.TermSums, width), make([]float64, width)
	for _, e := range a.list {
		a.Terms(e, row)
		sums.Add(row)
	}
	return scoring.ColumnScores("reasoning", a.settings, a.listColumns(), sums.Floats())
}

func (a *aggregate) Values(termSums []float64) []scoring.Value {
	return scoring.ColumnValues(a.listColumns(), termSums)
}
