package architecture

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// arrows has, for each file i and j of a package, a name that i uses and j declares, "" if
// there is none: of several the first in the alphabet.
type arrows [][]string

// arrow is a use of one file by another.
type arrow struct {
	from, to int
	name     string
}

// collectArrows returns the arrows between a package's files, in the order of trees: uses[i][j] is
// the name, first in alphabetical order, that file i uses of file j, "" for none. Names are
// top-level ones and methods of concrete types, as info resolves them.
func collectArrows(set *token.FileSet, pkg *types.Package, trees []*ast.File, info *types.Info) arrows {
	file := func(pos token.Pos) int {
		return slices.IndexFunc(trees, func(t *ast.File) bool { return t.FileStart <= pos && pos <= t.FileEnd })
	}
	uses := make(arrows, len(trees))
	for i := range uses {
		uses[i] = make([]string, len(trees))
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

func (uses arrows) listAll() (all []arrow) {
	for i := range uses {
		for j, name := range uses[i] {
			if name != "" {
				all = append(all, arrow{i, j, name})
			}
		}
	}
	return all
}

func (uses arrows) listBack(order []int) []arrow {
	place := make([]int, len(order))
	for k, i := range order {
		place[i] = k
	}
	return slices.DeleteFunc(uses.listAll(), func(a arrow) bool { return place[a.from] <= place[a.to] })
}

// orderFiles returns an order of the files' indices, users first, in which few arrows point back:
// the heuristic of Eades, Lin and Smyth (1993), then moves of single files while they help.
func (uses arrows) orderFiles() []int {
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

// orderGreedily returns an order of the files, taken off one by one and compared with those that
// are left: a file that uses none of them goes last, before the last ones so far; a file that none
// uses goes first, after the first ones so far; and if there is neither, the file that uses the
// most beyond what uses it goes first.
func (uses arrows) orderGreedily() []int {
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

// countDegrees returns how many of the files among file i uses, and how many of them use it.
func (uses arrows) countDegrees(i int, among []int) (out, in int) {
	for _, j := range among {
		if uses[i][j] != "" {
			out++
		}
		if uses[j][i] != "" {
			in++
		}
	}
	return out, in
}

// countCircles returns how many files lie on a circle, which use one another by arrows in both
// directions, also by way of others, and the number of files in the largest set that do so; 0 and 0
// without circles.
func (uses arrows) countCircles() (files, largest int) {
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
