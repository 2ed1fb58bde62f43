package facts

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"unique"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

func otherColumns(sharedColumns []string) []Column {
	beside := func(name, help, known string, holds func(t *Table, i int) bool) Column {
		return newColumn(name, help, func(t *Table, i int) bool {
			at := tablePair{t, t.other}.twinOf(i)
			return at >= 0 && holds(t.other, at)
		}).knownBy(known)
	}
	delta := func(name, help string, aliases ...string) Column {
		of := strings.TrimPrefix(name, "delta.")
		return columnOf(name, help, func(t *Table) func(i int) float64 { return tablePair{t, t.other}.deltaOf(of) }).withNames(aliases...).
			withUnit("", scoring.Higher).from(of)
	}
	const judged, called = "other.right or other.wrong", "other.faithful or other.unfaithful"
	all := []Column{
		beside("other.right", "the other run's answer is right", judged, (*Table).isRight),
		beside("other.wrong", "the other run's answer is wrong", judged, (*Table).isWrong),
		beside("other.faithful", "the other run is faithful", called, (*Table).isFaithful),
		beside("other.unfaithful", "the other run is not faithful", called, (*Table).isUnfaithful),
		delta("delta.faithfulness", "faithfulness minus the other run's", "delta.f1"),
		delta("delta.right", "1 if only this run is right, -1 if only the other is; otherwise 0"),
		columnOf("other.program", "1 if the other run has the same program, arguments included; otherwise 0",
			func(t *Table) func(i int) float64 { return tablePair{t, t.other}.sameProgram(false) }, inRecords),
		columnOf("other.program_sorted", "like other.program, ignoring the argument order of and, or, equal, sum, …",
			func(t *Table) func(i int) float64 { return tablePair{t, t.other}.sameProgram(true) }, inRecords),
		columnOf("others", "the other open runs that have the example, with the columns below: all(others, .wrong), count(others, .right) >= 2",
			func(t *Table) func(i int) []query.OtherRunExample {
				return othersOf(loaders.Map(t.others, func(other func() *Table) tablePair { return tablePair{t, other()} }))
			}),
	}
	for _, name := range sharedColumns {
		all = append(all, delta("delta.f1."+name, "score of "+name+" minus the other run's", "delta."+name))
	}
	return underGroup("Other run", all...)
}

// Others returns a copy of items without element i: the runs that run i is compared with, the first
// of which leads.
func Others[T any](items []T, i int) []T { return slices.Delete(slices.Clone(items), i, i+1) }

func (t *Table) findExamples() map[string]int {
	of := make(map[string]int, t.Len())
	for i := range t.Len() {
		row, ok := t.run.Scored.Run.Peek(i)
		if _, twice := of[row.ID]; ok && !twice {
			of[row.ID] = i
		}
	}
	return of
}

type tablePair struct{ own, other *Table }

func (p tablePair) twinOf(i int) int {
	if at, ok := p.other.places()[p.own.rowOf(i).ID]; ok {
		return at
	}
	return -1
}

// deltaOf returns a function of an example: its number minus the other run's; NaN if either has
// none. "right" needs both verdicts, because an unknown one would count as wrong.
func (p tablePair) deltaOf(name string) func(i int) float64 {
	own, other := p.own.Column(name), p.other.Column(name)
	return func(i int) float64 {
		at := p.twinOf(i)
		if at < 0 || own == nil || other == nil {
			return math.NaN()
		}
		if name == "right" && (p.own.Answer(i) == loaders.Unknown || p.other.Answer(at) == loaders.Unknown) {
			return math.NaN()
		}
		return query.Float(own.At(i)) - query.Float(other.At(at))
	}
}

func (p tablePair) sameProgram(sorts bool) func(i int) float64 {
	own, other := p.own.recordFinder(), p.other.recordFinder()
	return func(i int) float64 {
		at := p.twinOf(i)
		if at < 0 {
			return math.NaN()
		}
		return loaders.IfElse(slices.Equal(hashProgram(own(i).modules, sorts), hashProgram(other(at).modules, sorts)), 1., 0)
	}
}

var seed = maphash.MakeSeed()

// hashProgram sorts the arguments of modules that commute by their hashes, if asked.
func hashProgram(list []moduleRecord, sorts bool) (roots []uint64) {
	inputs := make([][]uint64, len(list)+1) // by parent
	for i, m := range slices.Backward(list) {
		if sorts && language.Of(m.op.Value()).Signature().Commutes {
			slices.Sort(inputs[i+1])
		}
		hash := maphash.Comparable(seed, [2]unique.Handle[string]{m.op, m.argument})
		for _, input := range inputs[i+1] {
			hash = maphash.Comparable(seed, [2]uint64{hash, input})
		}
		inputs[m.parent] = append(inputs[m.parent], hash)
	}
	return inputs[0]
}

func othersOf(tablePairs []tablePair) func(i int) []query.OtherRunExample {
	return func(i int) (list []query.OtherRunExample) {
		for _, p := range tablePairs {
			if at, o := p.twinOf(i), p.other; at >= 0 {
				list = append(list, query.OtherRunExample{
					Run: o.run.Scored.Run.Name, Predicted: o.rowOf(at).Predicted, Right: o.isRight(at), Wrong: o.isWrong(at),
					Faithful: o.isFaithful(at), Unfaithful: o.isUnfaithful(at), Faithfulness: toFloat(o.Overall(at)),
				})
			}
		}
		return list
	}
}
