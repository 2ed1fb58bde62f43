package native

import (
	"fmt"
	"reflect"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// readProgram keeps nodes that aren't below node 0 after the tree, and reports what is wrong with the
// tree under the key.
func (l *exampleLine) readProgram(programKey string, moduleNodes []moduleNode) []loaders.Module {
	if len(moduleNodes) == 0 {
		return nil
	}
	tree := arrangeNodes(moduleNodes)
	if tree.dropped > 0 {
		l.Problem("%s: children that don't exist, have two parents or are their own descendants: %d; left out", programKey, tree.dropped)
	}
	if tree.loose > 0 {
		l.Problem("%s: %d of %d modules are not below node 0; listed after the tree", programKey, tree.loose, len(moduleNodes))
	}
	program := make([]loaders.Module, len(moduleNodes))
	for to, from := range tree.order {
		m := l.readModule(from, &moduleNodes[from])
		m.Children = loaders.Map(tree.children[from], func(child int) int { return tree.index[child] })
		if m.Gold != nil {
			m.Gold.Merged = l.renumberMerged(from, moduleNodes[from].Gold.Merged, tree.index)
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

// arrangeNodes drops children that don't exist, have a parent already or close a cycle, because views
// recurse through a tree. Nodes not below node 0 are loose and come last.
func arrangeNodes(moduleNodes []moduleNode) moduleTree {
	n := len(moduleNodes)
	t := moduleTree{index: make([]int, n), children: make([][]int, n)}
	parent := make([]int, n)
	for i := range parent {
		parent[i], t.index[i] = -1, -1
	}
	for i := range moduleNodes {
		for _, child := range moduleNodes[i].Children {
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
	for i := range moduleNodes {
		if parent[i] < 0 {
			t.numberBelow(i)
		}
	}
	for i := range moduleNodes {
		if t.index[i] < 0 { // the rest forms a cycle: break it here
			p := parent[i]
			t.children[p] = slices.DeleteFunc(t.children[p], func(child int) bool { return child == i })
			t.dropped++
			t.numberBelow(i)
		}
	}
	return t
}

// numberBelow numbers the root and the unnumbered nodes below it in pre-order. It doesn't recurse,
// because a chain may be as long as a line.
func (t *moduleTree) numberBelow(rootIndex int) {
	stack := []int{rootIndex}
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

func (l *exampleLine) renumberMerged(nodeIndex int, mergedModules, newIndices []int) []int {
	if len(mergedModules) == 0 {
		return nil
	}
	to := []int{newIndices[nodeIndex]}
	for _, i := range mergedModules {
		if i < 0 || i >= len(newIndices) {
			l.Problem("program[%d].gold: merged with module %d, which does not exist; left out", nodeIndex, i)
			continue
		}
		to = append(to, newIndices[i])
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// readModule returns the module of node i without children and merged gold. Text defaults to the
// arguments'; an attention of zeros is nil, because it attends to nothing. If the module found
// boxes itself, its output is l.own[i].
func (l *exampleLine) readModule(i int, wireNode *moduleNode) loaders.Module {
	what := fmt.Sprintf("program[%d] %s", i, wireNode.Op)
	m := loaders.Module{Op: wireNode.Op, Name: wireNode.Name, Text: wireNode.Text, Derived: wireNode.Derived, Error: wireNode.Error, Place: -1}
	if s, ok := wireNode.Seconds.Known(); ok {
		m.Seconds = &s
	}
	var said string
	if m.Arguments, said = record.Arguments(wireNode.Arguments); m.Text == "" {
		m.Text = said
	}
	if wireNode.Op == "" {
		l.Problem(`program[%d]: the key "op" is missing; shown as "unknown"`, i)
		m.Op = "unknown"
	}
	if wireNode.Place != nil && *wireNode.Place >= 0 {
		m.Place = *wireNode.Place
	}
	if wireNode.Attention != nil {
		m.Attention = l.Weights(what+".attention", wireNode.Attention, l.lengthOver(loaders.OverQuestion))
		if !slices.ContainsFunc(m.Attention, func(w float64) bool { return w != 0 }) {
			m.Attention = nil
		}
	}
	if wireNode.Output != nil {
		m.Output = l.readOutput(what+".output", wireNode.Output)
		if own := l.own[i]; own != nil {
			m.Output = loaders.Output{Boxes: own}
		}
	}
	if wireNode.Gold != nil {
		m.Gold = l.readGold(what+".gold", wireNode.Gold)
	}
	return m
}

// readOutput reads the first field that is set of boxes, tokens, number, truth, options, detected,
// text, json and verdict; more than one is a problem. Detected boxes are read by addDetected,
// because they add proposals.
func (l *exampleLine) readOutput(fieldName string, wireOutput *output) (out loaders.Output) {
	set := 0
	for _, field := range reflect.ValueOf(wireOutput).Elem().Fields() {
		if !field.IsZero() {
			set++
		}
	}
	switch {
	case wireOutput.Boxes != nil:
		out.Boxes = l.boxOutput(fieldName, wireOutput.Boxes)
	case wireOutput.Tokens != nil:
		n := l.passageTokens()
		if l.ex.Passage == nil {
			n = len(wireOutput.Tokens) // of a passage that the run does not have
		}
		out.Tokens = l.Probabilities(fieldName+".tokens", wireOutput.Tokens, n)
	case wireOutput.Number != nil:
		out.Number = l.readNumber(fieldName, wireOutput.Number)
	case wireOutput.Truth != nil:
		out.Truth = l.Probability(fieldName+".truth", float64(*wireOutput.Truth))
	case wireOutput.Options != nil:
		out.Options = l.readOptions(fieldName+".options", wireOutput.Options)
	case wireOutput.Detected != nil: // by addDetected
	case wireOutput.judgesText(set):
		out.Verdict, out.Text = l.checkOpinion(fieldName, wireOutput.Verdict), wireOutput.Text
		return out
	case wireOutput.Text != nil:
		out.Text = wireOutput.Text
	case wireOutput.JSON != nil:
		out.Text = new(asText(wireOutput.JSON))
	case wireOutput.Verdict != nil:
		out.Verdict = l.checkOpinion(fieldName, wireOutput.Verdict)
	}
	if set > 1 {
		l.Problem("%s: %d kinds of output instead of one; the first in this order is used: boxes, tokens, number, truth, options, "+
			"detected, text, json, verdict", fieldName, set)
	}
	return out
}

// judgesText reports whether a verdict is beside what the step's tools returned.
func (in *output) judgesText(fieldCount int) bool {
	return fieldCount == 2 && in.Text != nil && in.Verdict != nil
}

func (l *exampleLine) checkOpinion(fieldName string, o *loaders.StepOpinion) *loaders.StepOpinion {
	if o.Verdict == loaders.Unanswered || o.Verdict == loaders.Unknown && o.Score == nil && o.By == "" {
		l.Problem("%s.verdict needs a label (right, neutral or wrong), a score or a judge; treated as missing", fieldName)
		return nil
	}
	if x := o.Score; x != nil && (*x < 0 || *x > 1) {
		l.Problem("%s.verdict has a score of %v, not between 0 and 1; used as is, so choose --step-score to match", fieldName, *x)
	}
	return o
}

func (l *exampleLine) passageTokens() int { return max(l.lengthOver(loaders.OverPassage), 0) }

// boxOutput returns the probabilities of each image's proposals. If one image's list can't be used
// all is nil, because half of it would be scored as a module that saw nothing in the other image.
func (l *exampleLine) boxOutput(fieldName string, probabilityLists []record.LenientNumbers) [][]float64 {
	if len(probabilityLists) != len(l.ex.Images) {
		l.Problem("%s: probabilities for %d images, but the example has %d; treated as missing", fieldName, len(probabilityLists),
			len(l.ex.Images))
		return nil
	}
	boxes := make([][]float64, len(probabilityLists))
	for i, list := range probabilityLists {
		n := l.countShared(i)
		boxes[i] = l.Probabilities(fmt.Sprintf("%s.boxes[%d]", fieldName, i), list, n)
		if boxes[i] == nil && n > 0 {
			return nil
		}
		boxes[i] = l.padShared(boxes[i], i)
	}
	return boxes
}

func (l *exampleLine) readNumber(fieldName string, wireNumber *uncertainNumber) *loaders.Number {
	mean, ok := wireNumber.Mean.Known()
	if !ok || wireNumber.Var.Missing() || wireNumber.Var < 0 {
		l.Problem("%s.number needs a mean and a var of 0 or more; treated as missing", fieldName)
		return nil
	}
	return &loaders.Number{Mean: mean, Var: float64(wireNumber.Var)}
}

func (l *exampleLine) readOptions(fieldName string, wireOptions optionList) []loaders.Option {
	names := loaders.Map(wireOptions, func(o option) string { return o.Key })
	return l.Options(fieldName, names, loaders.Map(wireOptions, func(o option) float64 { return float64(o.Value) }))
}

func (l *exampleLine) perImage(fieldName, listKey string, boxLists [][]record.LenientNumbers, missingPhrase string) [][]loaders.Box {
	if len(boxLists) != len(l.ex.Images) {
		l.Problem("%s: %s for %d images, but the example has %d; the "+missingPhrase+" missing", fieldName, listKey, len(boxLists),
			len(l.ex.Images))
		return nil
	}
	return loaders.Fill(len(boxLists), func(i int) []loaders.Box {
		return l.readBoxes(fmt.Sprintf("%s.%s[%d]", fieldName, listKey, i), &l.ex.Images[i], boxLists[i])
	})
}

// readGold accepts an empty object as no gold, because some writers write it that way; one without
// anything usable is a problem.
func (l *exampleLine) readGold(fieldName string, wireGold *moduleGold) *loaders.Gold {
	g := &loaders.Gold{Source: wireGold.Source}
	switch {
	case wireGold.Boxes != nil:
		if g.Boxes = l.perImage(fieldName, "boxes", wireGold.Boxes, "gold is treated as"); g.Boxes == nil {
			return nil
		}
		if wireGold.Crowds != nil {
			g.Crowds = l.perImage(fieldName, "crowds", wireGold.Crowds, "crowds are treated as")
		}
	case wireGold.Spans != nil:
		g.Spans = l.Pairs(fieldName+".spans", wireGold.Spans, l.passageTokens())
	case wireGold.Value != nil && !wireGold.Value.Missing():
		g.Value = (*float64)(wireGold.Value)
	case wireGold.Text != nil:
		g.Text = wireGold.Text
	case wireGold.Verdict != nil:
		g.Verdict = l.checkOpinion(fieldName, wireGold.Verdict)
	case wireGold.Source == "" && wireGold.Merged == nil && wireGold.Value == nil:
		return nil // some writers write no gold this way
	default:
		l.Problem("%s: no boxes, spans, value, text or verdict; treated as missing", fieldName)
		return nil
	}
	return g
}
