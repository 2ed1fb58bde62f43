package architecture

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// fileDependencies has, for each file i and j of a package, a name that i uses and j declares, "" if
// there is none: of several the first in the alphabet.
type fileDependencies [][]string

// fileDependency is a use of one file by another.
type fileDependency struct {
	from, to int
	name     string
}

// collectArrows returns uses[i][j], the first name in alphabetical order that file i uses of file j,
// "" for none. Interfaces' methods are left out, because a call doesn't tell whose it is.
func collectArrows(fileSet *token.FileSet, pkg *types.Package, syntaxTrees []*ast.File, info *types.Info) fileDependencies {
	file := func(pos token.Pos) int {
		return slices.IndexFunc(syntaxTrees, func(t *ast.File) bool { return t.FileStart <= pos && pos <= t.FileEnd })
	}
	uses := make(fileDependencies, len(syntaxTrees))
	for i := range uses {
		uses[i] = make([]string, len(syntaxTrees))
	}
	for id, object := range info.Uses {
		if object == nil || object.Pkg() != pkg {
			continue
		}
		function, isFunction := object.(*types.Func)
		isMethod := false
		if isFunction {
			function = function.Origin()
			object = function
			receiver := function.Signature().Recv()
			isMethod = receiver != nil && !types.IsInterface(receiver.Type())
		}
		if object.Parent() != pkg.Scope() && !isMethod {
			continue
		}
		i, j := file(id.Pos()), file(object.Pos())
		crosses := i >= 0 && j >= 0 && i != j
		if crosses && (uses[i][j] == "" || object.Name() < uses[i][j]) {
			uses[i][j] = object.Name()
		}
	}
	return uses
}

func (uses fileDependencies) listAll() (all []fileDependency) {
	for i := range uses {
		for j, name := range uses[i] {
			if name != "" {
				all = append(all, fileDependency{i, j, name})
			}
		}
	}
	return all
}

func (uses fileDependencies) listBack(fileOrder []int) []fileDependency {
	place := make([]int, len(fileOrder))
	for k, i := range fileOrder {
		place[i] = k
	}
	return slices.DeleteFunc(uses.listAll(), func(a fileDependency) bool { return place[a.from] <= place[a.to] })
}

// orderFiles finds an order, users first, in which few arrows point back. The fewest are NP-hard,
// hence the heuristic of Eades, Lin and Smyth (1993), then moves of single files while they help.
func (uses fileDependencies) orderFiles() []int {
	order := uses.orderGreedily()
	least := len(uses.listBack(order))
	for improved := least > 0; improved; {
		improved = false
		for k := range order {
			for to := range order {
				moved := slices.Insert(slices.Delete(slices.Clone(order), k, k+1), to, order[k])
				if n := len(uses.listBack(moved)); n < least {
					order, least, improved = moved, n, true
				}
			}
		}
	}
	return order
}

// orderGreedily takes files off one by one: users of nothing left go last, unused ones first; if there
// is neither, the file that uses the most beyond what uses it goes first.
func (uses fileDependencies) orderGreedily() []int {
	var first, last, left []int
	for i := range uses {
		left = append(left, i)
	}
	for len(left) > 0 {
		best, surplus, sink := -1, 0, false
		for _, i := range left {
			out, in := uses.countDegrees(i, left)
			switch {
			case out == 0:
				best, sink = i, true
			case in == 0:
				out += len(uses) * len(uses)
			}
			if sink {
				break
			}
			if best < 0 || out-in > surplus {
				best, surplus = i, out-in
			}
		}
		left = slices.DeleteFunc(left, func(i int) bool { return i == best })
		if sink {
			last = append(last, best)
		} else {
			first = append(first, best)
		}
	}
	slices.Reverse(last)
	return append(first, last...)
}

func (uses fileDependencies) countDegrees(i int, fileIndices []int) (out, in int) {
	for _, j := range fileIndices {
		if uses[i][j] != "" {
			out++
		}
		if uses[j][i] != "" {
			in++
		}
	}
	return out, in
}

// countCircles returns how many files use one another by arrows in both directions, also by way of
// others, and the number in the largest such set.
func (uses fileDependencies) countCircles() (files, largest int) {
	n := len(uses)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		for j := range n {
			reach[i][j] = uses[i][j] != ""
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for i := range n {
		together := 1
		for j := range n {
			if j != i && reach[i][j] && reach[j][i] {
				together++
			}
		}
		if together > 1 {
			files++
			largest = max(largest, together)
		}
	}
	return files, largest
}
