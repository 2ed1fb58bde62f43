package reasoning

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// record counts, by scope, how often a question was answered and how often it was
// answered right. The counts exceed 1 only where the run repeats the question's id.
type record struct{ answered, right [scopes + 1]float64 }

// aggregate keeps its questions, because the consistency of one needs the answers
// to the questions that it entails. It is not safe for concurrent use.
type aggregate struct {
	scoring.Relatives[*evidence]
	settings scoring.Settings
	list     []*evidence
	records  map[string]record // by id; nil until needed
	sides    [all + 1]side     // with the records, per set
	fates    map[string]fate   // by group; nil until needed
	has      kinds
}

// side says whether a set has answers, and whether all of them are as the base's: right in the easy
// set, wrong in another.
type side struct{ known, asBase bool }

// kinds says which kinds of examples were added.
type kinds struct {
	questions, semantic, groups, missing bool
}

// joinKinds returns the kinds that k or o has.
func (k kinds) joinKinds(o kinds) kinds {
	return kinds{k.questions || o.questions, k.semantic || o.semantic, k.groups || o.groups, k.missing || o.missing}
}

// Add implements [scoring.Aggregate]: it adds one question, and forgets what it has gathered by id
// and group.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	a.list = append(a.list, ev)
	a.has = a.has.joinKinds(kinds{ev.Question, ev.Question && ev.Semantic >= 0, ev.Groups != nil, ev.Missing})
	a.records, a.fates = nil, nil
}

// Merge adds another aggregate of this package, and forgets what it has gathered by id and group.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.list = append(a.list, o.list...)
	a.has = a.has.joinKinds(o.has)
	a.records, a.fates = nil, nil
}

// recordAnswers sets a.records, by id, to how often all questions, those beside the added ones too,
// were answered and answered rightly in every scope, and a.sides to whether the hard and easy sets
// are made from these very answers. Answers without a verdict are left out.
func (a *aggregate) recordAnswers() {
	a.records = make(map[string]record, len(a.list))
	a.sides = [all + 1]side{}
	for _, e := range a.Join(a.list) {
		if !e.hasVerdict(&a.settings) || !e.Question {
			continue
		}
		r := a.records[e.ID]
		for s := range scopes + 1 {
			if e.isWithin(s, a.settings.Substring) {
				of := &a.sides[s]
				of.asBase, of.known = (of.asBase || !of.known) && (s == easy) == e.isRight(), true
				r.answered[s]++
				if e.isRight() {
					r.right[s]++
				}
			}
		}
		a.records[e.ID] = r
	}
}

// consistencyWithin returns the accuracy on the questions that e entails, among those of the
// scope within; ok is false if the run has none of them.
func (a *aggregate) consistencyWithin(e *evidence, within scope) (accuracy float64, ok bool) {
	if a.records == nil {
		a.recordAnswers()
	}
	var mean scoring.Mean
	for _, id := range e.Entailed {
		if r := a.records[id]; r.answered[within] > 0 {
			mean.Add(scoring.Defined(r.right[within] / r.answered[within]))
		}
	}
	return mean.Value("").Float()
}

// gatherGroups counts the answers with a verdict of every group, and the right ones among them, in
// a.fates.
func (a *aggregate) gatherGroups() {
	a.fates = map[string]fate{}
	for _, e := range a.list {
		if !e.hasVerdict(&a.settings) {
			continue
		}
		for _, name := range e.Groups {
			f := a.fates[name]
			if f.answered++; e.isRight() {
				f.right++
			}
			a.fates[name] = f
		}
	}
}

// addGroups adds to row the example's share of the consistency of each of its groups, as all
// examples added so far make it, and of how many groups that counts; nothing without a verdict.
func (a *aggregate) addGroups(e *evidence, row []float64) {
	if !e.hasVerdict(&a.settings) || len(e.Groups) == 0 {
		return
	}
	if a.fates == nil {
		a.gatherGroups()
	}
	for _, name := range e.Groups {
		if consistent, part, ok := a.fates[name].shareOfGroup(); ok {
			row[grouping] += consistent
			row[grouping+1] += part
		}
	}
}

// Width returns the number of terms of an example.
func (a *aggregate) Width() int { return width }

// Terms implements [scoring.Summed]: it clears row and writes a question's terms into it, each
// beside a 1 that counts it: missing, its groups, unknown and, for a balanced question with a
// verdict, accuracy by type, scope and group (in the easy set 1 less it), and consistency with what
// a right answer entails, looked up among the questions added and beside them.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	clear(row)
	ev := e.(*evidence)
	put := func(place int, x float64) { row[place], row[place+1] = x, 1 }
	put(missing, loaders.IfElse(ev.Missing, 1., 0))
	if a.addGroups(ev, row); !ev.Question {
		return
	}
	known := ev.hasVerdict(&a.settings)
	if put(unknowns, loaders.IfElse(!known, 1., 0)); !known || !ev.Balanced {
		return
	}
	if ev.Structural >= 0 {
		put(structurals+2*ev.Structural, ev.Match)
	}
	if ev.Semantic >= 0 {
		put(semantics+2*ev.Semantic, ev.Match)
	}
	for s := range scopes {
		if !ev.isWithin(s, a.settings.Substring) {
			continue
		}
		x, within := ev.Match, all
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
			if ok && ev.isRight() {
				put(termPlace(consistencies, s, g), consistent)
			}
		}
	}
}

// listColumns returns the columns that the added examples call for: scores of semantic
// types only if some question has one, scores of groups only if some example is in
// one, and nothing else if no example is a question.
func (a *aggregate) listColumns() []scoring.Column {
	if a.records == nil {
		a.recordAnswers()
	}
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

// Scores implements [scoring.Aggregate]: the scores that the package's documentation lists, as far
// as the added examples call for them.
func (a *aggregate) Scores() []scoring.Score {
	sums, row := make(scoring.Row, width), make([]float64, width)
	for _, e := range a.list {
		a.Terms(e, row)
		sums.Add(row)
	}
	return scoring.ColumnScores("reasoning", a.settings, a.listColumns(), sums.Floats())
}

// Values returns the values of the scores, given the sums of rows.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	return scoring.ColumnValues(a.listColumns(), sums)
}
