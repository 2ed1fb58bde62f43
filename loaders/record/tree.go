package record

import (
	"cmp"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// Tree returns n executed steps as modules in pre-order: the last step is the root, and a step that
// two others read appears below both. stepAt returns a module, whose Children and Place (the step's
// index) are filled in, and the steps that it reads. A step that reads a later one, or is never
// read, is a problem; fieldName is the steps' key. It is nil for no steps and, with a problem, beyond
// [language.MaxModules].
func (rec *Record) Tree(fieldName string, n int, stepAt func(i int) (m loaders.Module, inputs []int)) []loaders.Module {
	if n == 0 {
		return nil
	}
	steps, inputs, read := make([]loaders.Module, n), make([][]int, n), make([]bool, n)
	name := func(i int) string { return cmp.Or(steps[i].Name, steps[i].Op) }
	for i := range n {
		var all []int
		steps[i], all = stepAt(i)
		for _, d := range all {
			if d < 0 || d >= i {
				rec.Problem(fieldName+"[%d] %s depends on %d, which is not an earlier step; left out", i, name(i), d)
				continue
			}
			read[d] = true
			inputs[i] = append(inputs[i], d)
		}
	}
	for i := range n - 1 {
		if !read[i] {
			rec.Problem(fieldName+"[%d] %s is not read by any other step; not shown", i, name(i))
		}
	}
	modules, err := language.Unfold(n-1, func(i int) (loaders.Module, []int) {
		steps[i].Place = i
		return steps[i], inputs[i]
	})
	if err != nil {
		rec.Problem("%w; shown without a program", err)
	}
	return modules
}
