package record

import (
	"cmp"
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// maxCells bounds the scores of a picture: every category has one for every
// proposal.
const maxCells = 1 << 21

// Detector returns a picture with detections as a program that asks for one
// category after the other: a root `detect` without output, and under it a
// `find` for every category that was detected or annotated, in alphabetical
// order. Its output is the score of each proposal of the category, 0 for the
// others; its gold is the category's boxes, with its crowds beside them.
//
// labels and scores are one per proposal. Nil scores mean that nothing was
// detected here or that no score can be used: the modules have no output. Nil
// gold means that nobody annotated the picture. Nil is returned where there
// is not a category, and, with a problem, where there are too many.
func (rec *Record) Detector(labels []string, scores []float64, gold, crowds map[string][]loaders.Box) []loaders.Module {
	found := map[string][]int{}
	for i, label := range labels {
		found[label] = append(found[label], i)
	}
	for label := range gold {
		if _, ok := found[label]; !ok {
			found[label] = nil
		}
	}
	if len(found) == 0 {
		return nil
	}
	if len(found)*len(labels) > maxCells {
		rec.Problem(loaders.Say("%d categories for %d detections", len(found), len(labels)), "shown without a module for each category")
		return nil
	}
	program := []loaders.Module{{Op: "detect", Place: -1}}
	for _, label := range slices.Sorted(maps.Keys(found)) {
		m := loaders.Module{Op: "find", Text: label, Place: -1}
		if scores != nil {
			own := make([]float64, len(scores))
			for _, i := range found[label] {
				own[i] = scores[i]
			}
			m.Output.Boxes = [][]float64{own}
		}
		if gold != nil {
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold[label]}, Source: "annotations"}
			if crowds[label] != nil {
				m.Gold.Crowds = [][]loaders.Box{crowds[label]}
			}
		}
		program[0].Children = append(program[0].Children, len(program))
		program = append(program, m)
	}
	return program
}

// Boxed is something that was detected in a picture or annotated.
type Boxed struct {
	Label string
	Box   loaders.Box
	Score float64 // of a detection, NaN where it is missing
	Crowd bool    // a box around several that were annotated as one
}

// Objects fills im with what was detected and annotated, and returns the program
// of [Record.Detector]. Nil detected means that nobody looked for objects, nil
// gold that nobody annotated them. What is wrong with gold is reported through
// annotations.
func (rec *Record) Objects(im *loaders.Image, detected, gold []Boxed, annotations *Record) []loaders.Module {
	scores := make([]float64, len(detected))
	im.Proposals, im.Labels = make([]loaders.Box, len(detected)), make([]string, len(detected))
	for i, d := range detected {
		im.Proposals[i], im.Labels[i], scores[i] = d.Box, d.Label, d.Score
	}
	im.Proposals = rec.Boxes("detections", im, im.Proposals)
	if scores = rec.Probabilities("scores", scores, len(scores)); detected == nil {
		scores = nil
	}
	var boxes map[string][]loaders.Box
	if gold != nil {
		boxes = map[string][]loaders.Box{}
	}
	crowds := map[string][]loaders.Box{}
	for _, g := range gold {
		if g.Crowd {
			crowds[g.Label] = append(crowds[g.Label], g.Box)
		} else {
			boxes[g.Label] = append(boxes[g.Label], g.Box)
		}
	}
	for _, label := range slices.Sorted(maps.Keys(boxes)) {
		boxes[label] = annotations.Boxes("gold of "+label, im, boxes[label])
		im.Gold = append(im.Gold, boxes[label]...)
	}
	for _, label := range slices.Sorted(maps.Keys(crowds)) {
		crowds[label] = annotations.Boxes("crowds of "+label, im, crowds[label])
	}
	return rec.Detector(im.Labels, scores, boxes, crowds)
}

// Tree writes a program of n steps, in the order of execution, as modules in
// pre-order: the last step is the root, and a step that two others read is shown
// below both. step returns a module, whose Children and Place are filled in, and
// the steps that it reads; a step reads what comes before it, and whatever else
// is a problem, as is a step that no other reads. Place is the index of the
// step. what is the key of the steps. It is nil for no steps, and for a program
// of more than [language.MaxModules].
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
				rec.Problem(loaders.Say(what+"[%d] %s depends on %d, which does not come before it", i, name(i), d), "left out")
				continue
			}
			read[d] = true
			inputs[i] = append(inputs[i], d)
		}
	}
	for i := range n - 1 {
		if !read[i] {
			rec.Problem(loaders.Say(what+"[%d] %s is read by no other", i, name(i)), "not shown")
		}
	}
	modules, err := language.Unfold(n-1, func(i int) (loaders.Module, []int) {
		steps[i].Place = i
		return steps[i], inputs[i]
	})
	if err != nil {
		rec.Problem(loaders.Because(err), "shown without a program")
	}
	return modules
}
