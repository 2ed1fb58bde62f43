package facts

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// causesOf declares a column of sets: why an example's modules of the named types are wrong; nil
// means all types and the culprit's own cause. Equal sets share one slice, because a run has few
// different ones.
func causesOf(name, help string, moduleTypes []int) Column {
	return columnOf(name, help, func(t *Table) func(i int) []string {
		known, kinds := map[uint32][]string{}, listKinds(t, moduleTypes)
		return func(i int) []string {
			var all uint32
			for _, k := range kinds {
				all |= uint32(t.Matters(i, k).Bits)
			}
			all &= 1<<scoring.MissedDetection - 1 // no module has it
			if _, why := t.Culprit(i); moduleTypes == nil {
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

func listKinds(t *Table, moduleTypes []int) []int {
	if moduleTypes == nil {
		return t.Present()
	}
	return moduleTypes
}

func nothingOf(name, help string, moduleTypes []int) Column {
	return columnOf(name, help, func(t *Table) func(i int) bool {
		kinds := listKinds(t, moduleTypes)
		return func(i int) bool {
			return slices.ContainsFunc(kinds, func(k int) bool { return t.Matters(i, k).NothingWanted() })
		}
	})
}

func modulesOfTypes() Column {
	return columnOf("module", "types of its modules that have a score", func(t *Table) func(i int) []string {
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

func (r *Run) readMarks(i int) (tags []string, marked, annotated bool) {
	if r.Marks == nil {
		return nil, false, false
	}
	return r.Marks(r.Scored.Run.Row(i))
}

func (t *runSnapshot) allTags(i int) []string {
	own, _, _ := t.run.readMarks(i)
	return scoring.AppendNew(slices.Clone(t.recordsOf(i).recordAt(i%size).tags), own...)
}
