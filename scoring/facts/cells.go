package facts

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// causesOf declares a column of sets of words: why the modules of an example are wrong, of the
// types whose indices are named, or, if named is nil, of all types, with the culprit's own cause.
// The cause of a missed detection is left out but for the culprit. Equal sets are one slice.
func causesOf(name, help string, named []int) Column {
	return columnOf(name, help, func(t *Table) func(i int) []string {
		known, kinds := map[uint32][]string{}, t.kindsNamed(named)
		return func(i int) []string {
			var all uint32
			for _, k := range kinds {
				all |= uint32(t.Matters(i, k).Bits)
			}
			all &= 1<<scoring.MissedDetection - 1 // which no module has
			if _, why := t.Culprit(i); named == nil {
				all |= 1 << why
			}
			if _, ok := known[all]; !ok {
				causes := loaders.Filter(scoring.Causes(), func(c scoring.Cause) bool { return all&(1<<c) != 0 })
				known[all] = loaders.Map(causes, scoring.Cause.String)
			}
			return known[all]
		}
	})
}

// kindsNamed returns named, or for nil the types of which some example has a number.
func (t *Table) kindsNamed(named []int) []int {
	if named == nil {
		return t.Present()
	}
	return named
}

// nothingOf declares a column of truths: whether some module of an example has neither gold nor
// predictions, of the types whose indices are named, or of any type if named is nil.
func nothingOf(name, help string, named []int) Column {
	return columnOf(name, help, func(t *Table) func(i int) bool {
		kinds := t.kindsNamed(named)
		return func(i int) bool {
			return slices.ContainsFunc(kinds, func(k int) bool { return t.Matters(i, k).NothingWanted() })
		}
	})
}

// modulesOfTypes declares a column of sets: the types of the modules of an example that have a
// score under the table's settings, each once.
func modulesOfTypes(name, help string) Column {
	return columnOf(name, help, func(t *Table) func(i int) []string {
		types, kinds := t.Types(), t.Present()
		return func(i int) (list []string) {
			for _, k := range kinds {
				if t.Matters(i, k).Used > 0 {
					list = append(list, types[k])
				}
			}
			return list
		}
	})
}

// readMarks returns the tags that a person gave example i, in their order, and whether it is marked
// and annotated; nothing if no marks are kept for the run.
func (r *Run) readMarks(i int) (tags []string, marked, annotated bool) {
	if r.Marks == nil {
		return nil, false, false
	}
	return r.Marks(r.Scored.Run.Row(i).ID)
}

// allTags returns the file's tags of example i and then the person's, each once. It reads the
// record.
func (t *aim) allTags(i int) []string {
	own, _, _ := t.run.readMarks(i)
	return scoring.AppendNew(slices.Clone(t.recordsOf(i).recordAt(i%size).tags), own...)
}
