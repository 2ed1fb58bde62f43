package record

import (
	"maps"
	"slices"

	"faithscope/loaders"
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
		rec.Problem(loaders.Say("%d categories for %d detections", len(found), len(labels)), loaders.Say("shown without a module for each category"))
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
