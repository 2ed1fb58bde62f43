package record

import (
	"cmp"

	"faithscope/loaders"
)

// MaxModules bounds a program whose steps are shown at every place that reads
// them.
const MaxModules = 500

// Tree writes a program of n steps, in the order of execution, as modules in
// pre-order: the last step is the root, and a step that two others read is shown
// below both. step returns a module, whose Children and Place are filled in, and
// the steps that it reads; a step reads what comes before it, and whatever else
// is a problem, as is a step that no other reads. Place is the index of the
// step. what is the key of the steps. It is nil for no steps, and for a program
// of more than [MaxModules].
func (rec *Record) Tree(what string, n int, step func(i int) (m loaders.Module, inputs []int)) []loaders.Module {
	if n == 0 {
		return nil
	}
	steps, inputs, read := make([]loaders.Module, n), make([][]int, n), make([]bool, n)
	name := func(i int) string { return cmp.Or(steps[i].Name, steps[i].Op) }
	for i := range n {
		var all []int
		steps[i], all = step(i)
		for _, d := range all {
			if d < 0 || d >= i {
				rec.Problem(loaders.Say(what+"[%d] %s depends on %d, which does not come before it", i, name(i), d), loaders.Say("left out"))
				continue
			}
			read[d] = true
			inputs[i] = append(inputs[i], d)
		}
	}
	for i := range n - 1 {
		if !read[i] {
			rec.Problem(loaders.Say(what+"[%d] %s is read by no other", i, name(i)), loaders.Say("not shown"))
		}
	}
	var modules []loaders.Module
	var add func(i int) int
	add = func(i int) int {
		at := len(modules)
		m := steps[i]
		m.Place = i
		modules = append(modules, m)
		for _, d := range inputs[i] {
			if len(modules) > MaxModules {
				break
			}
			child := add(d)
			modules[at].Children = append(modules[at].Children, child)
		}
		return at
	}
	add(n - 1)
	if len(modules) > MaxModules {
		rec.Problem(loaders.Say("the program has more than %d modules", MaxModules), loaders.Say("shown without a program"))
		return nil
	}
	return modules
}
