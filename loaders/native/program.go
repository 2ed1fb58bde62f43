package native

import (
	"fmt"
	"reflect"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// readProgram returns the modules of nodes in pre-order and reports what is wrong with the tree
// under the key. Nodes not below node 0 come last.
func (l *line) readProgram(key string, nodes []node) []loaders.Module {
	if len(nodes) == 0 {
		return nil
	}
	tree := arrangeNodes(nodes)
	if tree.dropped > 0 {
		l.Problem("%s: children that do not exist, have two parents or are their own descendants: %d; dropped", key, tree.dropped)
	}
	if tree.loose > 0 {
		l.Problem("%s: %d of %d modules are not below node 0; kept after the tree", key, tree.loose, len(nodes))
	}
	program := make([]loaders.Module, len(nodes))
	for to, from := range tree.order {
		m := l.readModule(from, &nodes[from])
		m.Children = loaders.Map(tree.children[from], func(child int) int { return tree.index[child] })
		if m.Gold != nil {
			m.Gold.Merged = l.renumberMerged(from, nodes[from].Gold.Merged, tree.index)
		}
		program[to] = m
	}
	return program
}

// moduleTree is a program in pre-order: order lists the file's nodes, index is its inverse, and
// children are in the file's numbers.
type moduleTree struct {
	order, index   []int
	children       [][]int
	dropped, loose int
}

// arrangeNodes puts nodes in pre-order from node 0. It drops and counts children that don't exist,
// have a parent already or close a cycle; nodes not below node 0 are loose and come last.
func arrangeNodes(nodes []node) moduleTree {
	n := len(nodes)
	t := moduleTree{index: make([]int, n), children: make([][]int, n)}
	parent := make([]int, n)
	for i := range parent {
		parent[i], t.index[i] = -1, -1
	}
	for i := range nodes {
		for _, child := range nodes[i].Children {
			isMisplaced := child <= 0 || child >= n || child == i || parent[child] >= 0
			if isMisplaced {
				t.dropped++
				continue
			}
			parent[child] = i
			t.children[i] = append(t.children[i], child)
		}
	}
	t.numberBelow(0)
	t.loose = n - len(t.order)
	for i := range nodes {
		if parent[i] < 0 {
			t.numberBelow(i)
		}
	}
	for i := range nodes {
		if t.index[i] < 0 { // the rest forms a cycle: break it here
			p := parent[i]
			t.children[p] = slices.DeleteFunc(t.children[p], func(child int) bool { return child == i })
			t.dropped++
			t.numberBelow(i)
		}
	}
	return t
}

// numberBelow numbers root and the unnumbered nodes below it in pre-order. It doesn't recurse,
// because a chain may be as long as a line.
func (t *moduleTree) numberBelow(root int) {
	stack := []int{root}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.index[i] >= 0 {
			continue
		}
		t.index[i] = len(t.order)
		t.order = append(t.order, i)
		for _, child := range slices.Backward(t.children[i]) {
			stack = append(stack, child)
		}
	}
}

// renumberMerged returns the new indices of self and the modules that share its gold, sorted; nil
// for an empty list.
func (l *line) renumberMerged(self int, list, index []int) []int {
	if len(list) == 0 {
		return nil
	}
	to := []int{index[self]}
	for _, i := range list {
		if i < 0 || i >= len(index) {
			l.Problem("program[%d].gold: merged with module %d, which does not exist; left out", self, i)
			continue
		}
		to = append(to, index[i])
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// readModule returns the module of node i without children and merged gold. Text defaults to the
// arguments'; an attention of zeros is nil, because it attends to nothing. If the module found
// boxes itself, its output is l.own[i].
func (l *line) readModule(i int, in *node) loaders.Module {
	what := fmt.Sprintf("program[%d] %s", i, in.Op)
	m := loaders.Module{Op: in.Op, Name: in.Name, Text: in.Text, Derived: in.Derived, Error: in.Error, Place: -1}
	if s, ok := in.Seconds.Known(); ok {
		m.Seconds = &s
	}
	var said string
	if m.Arguments, said = record.Arguments(in.Arguments); m.Text == "" {
		m.Text = said
	}
	if in.Op == "" {
		l.Problem(`program[%d]: the key "op" is missing; called "unknown"`, i)
		m.Op = "unknown"
	}
	if in.Place != nil && *in.Place >= 0 {
		m.Place = *in.Place
	}
	if in.Attention != nil {
		n := -1
		if l.ex.Tokens != nil {
			n = len(l.ex.Tokens)
		}
		m.Attention = l.Weights(what+".attention", in.Attention, n)
		if !slices.ContainsFunc(m.Attention, func(w float64) bool { return w != 0 }) {
			m.Attention = nil
		}
	}
	if in.Output != nil {
		m.Output = l.readOutput(what+".output", in.Output)
		if own := l.own[i]; own != nil {
			m.Output = loaders.Output{Boxes: own}
		}
	}
	if in.Gold != nil {
		m.Gold = l.readGold(what+".gold", in.Gold)
	}
	return m
}

// readOutput reads the first field that is set of boxes, tokens, number, truth, options, detected,
// text, json and verdict; more than one is a problem. Detected boxes are read by addDetected,
// because they add proposals.
func (l *line) readOutput(what string, in *output) (out loaders.Output) {
	kinds, set := reflect.ValueOf(in).Elem(), 0
	for i := range kinds.NumField() {
		if !kinds.Field(i).IsZero() {
			set++
		}
	}
	switch {
	case in.Boxes != nil:
		out.Boxes = l.boxOutput(what, in.Boxes)
	case in.Tokens != nil:
		n := l.passageTokens()
		if l.ex.Passage == nil {
			n = len(in.Tokens) // of a passage that the run does not have
		}
		out.Tokens = l.Probabilities(what+".tokens", in.Tokens, n)
	case in.Number != nil:
		out.Number = l.readNumber(what, in.Number)
	case in.Truth != nil:
		out.Truth = l.Probability(what+".truth", float64(*in.Truth))
	case in.Options != nil:
		out.Options = l.readOptions(what+".options", in.Options)
	case in.Detected != nil: // by addDetected
	case in.Text != nil:
		out.Text = in.Text
	case in.JSON != nil:
		out.Text = new(asText(in.JSON))
	case in.Verdict != nil:
		out.Verdict = l.checkOpinion(what, in.Verdict)
	}
	if set > 1 {
		l.Problem("%s: %d kinds of output where one belongs; the first of boxes, tokens, number, truth, options, detected, text, json, "+
			"verdict is read", what, set)
	}
	return out
}

func (l *line) checkOpinion(what string, o *loaders.Opinion) *loaders.Opinion {
	if o.Score != nil {
		o.Score = l.Probability(what+".verdict.score", *o.Score)
	}
	if o.Verdict == loaders.Unanswered || o.Verdict == loaders.Unknown && o.Score == nil && o.By == "" {
		l.Problem("%s.verdict: it needs a label (right, neutral or wrong), a score or a judge; the verdict is missing", what)
		return nil
	}
	return o
}

func (l *line) passageTokens() int {
	if l.ex.Passage == nil {
		return 0
	}
	return len(l.ex.Passage.Tokens)
}

// boxOutput returns the probabilities of each image's proposals. If one image's list can't be used
// all is nil, because half of it would be scored as a module that saw nothing in the other image.
func (l *line) boxOutput(what string, lists []record.Reals) [][]float64 {
	if len(lists) != len(l.ex.Images) {
		l.Problem("%s: probabilities for %d images where the example has %d; the output is missing", what, len(lists), len(l.ex.Images))
		return nil
	}
	boxes := make([][]float64, len(lists))
	for i, list := range lists {
		n := l.countShared(i)
		boxes[i] = l.Probabilities(fmt.Sprintf("%s.boxes[%d]", what, i), list, n)
		if boxes[i] == nil && n > 0 {
			return nil
		}
		boxes[i] = l.padShared(boxes[i], i)
	}
	return boxes
}

func (l *line) readNumber(what string, in *number) *loaders.Number {
	mean, ok := in.Mean.Known()
	if !ok || in.Var.Missing() || in.Var < 0 {
		l.Problem("%s.number: it needs a mean, and a var of 0 or more; the output is missing", what)
		return nil
	}
	return &loaders.Number{Mean: mean, Var: float64(in.Var)}
}

func (l *line) readOptions(what string, in record.Object[record.Real]) []loaders.Option {
	names := loaders.Map(in, func(o record.Entry[record.Real]) string { return o.Key })
	return l.Options(what, names, loaders.Map(in, func(o record.Entry[record.Real]) float64 { return float64(o.Value) }))
}

func (l *line) perImage(what, key string, lists [][]record.Reals, missing string) [][]loaders.Box {
	if len(lists) != len(l.ex.Images) {
		l.Problem("%s: %s for %d images where the example has %d; the "+missing+" missing", what, key, len(lists), len(l.ex.Images))
		return nil
	}
	return loaders.Fill(len(lists), func(i int) []loaders.Box {
		return l.readBoxes(fmt.Sprintf("%s.%s[%d]", what, key, i), &l.ex.Images[i], lists[i])
	})
}

// readGold reads the first of boxes, spans, value, text and verdict that is set; nil if none can be
// used, which is a problem unless the object is empty.
func (l *line) readGold(what string, in *gold) *loaders.Gold {
	g := &loaders.Gold{Source: in.Source}
	switch {
	case in.Boxes != nil:
		if g.Boxes = l.perImage(what, "boxes", in.Boxes, "gold is"); g.Boxes == nil {
			return nil
		}
		if in.Crowds != nil {
			g.Crowds = l.perImage(what, "crowds", in.Crowds, "crowds are")
		}
	case in.Spans != nil:
		g.Spans = l.Pairs(what+".spans", in.Spans, l.passageTokens())
	case in.Value != nil && !in.Value.Missing():
		g.Value = (*float64)(in.Value)
	case in.Text != nil:
		g.Text = in.Text
	case in.Verdict != nil:
		g.Verdict = l.checkOpinion(what, in.Verdict)
	case in.Source == "" && in.Merged == nil && in.Value == nil:
		return nil // some writers write no gold this way
	default:
		l.Problem("%s: no boxes, spans, value, text or verdict; the gold is missing", what)
		return nil
	}
	return g
}
