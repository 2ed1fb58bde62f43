package record

import (
	"faithscope/loaders"
)

const maxCells = 1 << 21

// Detector returns detections as a program: a root `detect` without output, and below it, in
// alphabetical order, a `find` per detected or annotated category. Its output is each proposal's
// score for the category, otherwise 0; its gold is the category's boxes and crowds.
//
// labels and scores are one per proposal. Nil scores leave modules without output, nil gold means
// no annotations. It is nil without a category and, with a problem, for too many.
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
		rec.Problem("%d categories for %d detections; shown without a module for each category", len(found), len(labels))
		return nil
	}
	program := []loaders.Module{{Op: "detect", Place: -1}}
	for _, label := range loaders.SortedKeys(found) {
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

// BoxWords name boxes, scores, and the gold of a following label in problems.
type BoxWords struct{ Boxes, Scores, GoldOf string }

// InDetections name a detector's boxes.
var InDetections = BoxWords{"detections", "scores", "gold of "}

// LabelledBox is a detected or annotated object.
type LabelledBox struct {
	Label string
	Box   loaders.Box
	Score float64 // of a detection, NaN if missing
	Crowd bool    // several objects annotated as one
}

// Objects sets im's checked proposals, labels and gold boxes, and returns [Record.Detector]. Nil
// detected or gold means none at all. Problems of gold go to annotations.
func (rec *Record) Objects(im *loaders.Image, detected, gold []LabelledBox, annotations *Record, words BoxWords) []loaders.Module {
	scores := make([]float64, len(detected))
	im.Proposals, im.Labels = make([]loaders.Box, len(detected)), make([]string, len(detected))
	for i, d := range detected {
		im.Proposals[i], im.Labels[i], scores[i] = d.Box, d.Label, d.Score
	}
	im.Proposals = rec.Boxes(words.Boxes, im, im.Proposals)
	if scores = rec.Probabilities(words.Scores, scores, len(scores)); detected == nil {
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
	for _, label := range loaders.SortedKeys(boxes) {
		boxes[label] = annotations.Boxes(words.GoldOf+label, im, boxes[label])
		im.Gold = append(im.Gold, boxes[label]...)
	}
	for _, label := range loaders.SortedKeys(crowds) {
		crowds[label] = annotations.Boxes("crowds of "+label, im, crowds[label])
	}
	return rec.Detector(im.Labels, scores, boxes, crowds)
}
