package record

import (
	"faithscope/loaders"
)

const maxCells = 1 << 21

// Detector returns detections as a program: a root `detect` without output, and below it, in
// alphabetical order, a `find` per detected or annotated category. Its output is each proposal's
// score for the category, otherwise 0; its gold is the category's boxes and crowds.
//
// boxLabels and boxScores are one per proposal. Nil boxScores leave modules without output, nil
// goldByLabel means no annotations. It is nil without a category and, with a problem, for too many.
func (rec *Record) Detector(boxLabels []string, boxScores []float64, goldByLabel, crowdsByLabel map[string][]loaders.Box) []loaders.Module {
	found := map[string][]int{}
	for i, label := range boxLabels {
		found[label] = append(found[label], i)
	}
	for label := range goldByLabel {
		if _, ok := found[label]; !ok {
			found[label] = nil
		}
	}
	if len(found) == 0 {
		return nil
	}
	if len(found)*len(boxLabels) > maxCells {
		rec.Problem("%d categories and %d detections are too many; shown without a module for each category", len(found), len(boxLabels))
		return nil
	}
	program := []loaders.Module{{Op: "detect", Place: -1}}
	for _, label := range loaders.SortedKeys(found) {
		m := loaders.Module{Op: "find", Text: label, Place: -1}
		if boxScores != nil {
			own := make([]float64, len(boxScores))
			for _, i := range found[label] {
				own[i] = boxScores[i]
			}
			m.Output.Boxes = [][]float64{own}
		}
		if goldByLabel != nil {
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{goldByLabel[label]}, Source: "annotations"}
			if crowdsByLabel[label] != nil {
				m.Gold.Crowds = [][]loaders.Box{crowdsByLabel[label]}
			}
		}
		program[0].Children = append(program[0].Children, len(program))
		program = append(program, m)
	}
	return program
}

// BoxTerms name boxes, scores, and the gold of a following label in problems.
type BoxTerms struct{ Boxes, Scores, GoldOf string }

// InDetections name a detector's boxes.
var InDetections = BoxTerms{"detections", "scores", "gold of "}

// LabelledBox is a detected or annotated object.
type LabelledBox struct {
	Label string
	Box   loaders.Box
	Score float64 // of a detection, NaN if missing
	Crowd bool    // several objects annotated as one
}

// Objects sets im's checked proposals, labels and gold boxes, and returns [Record.Detector]. Nil
// detectedBoxes or goldBoxes means none at all. Problems of gold boxes go to annotationRecord.
func (rec *Record) Objects(im *loaders.Image, detectedBoxes, goldBoxes []LabelledBox, annotationRecord *Record,
	boxTerms BoxTerms) []loaders.Module {
	scores := make([]float64, len(detectedBoxes))
	im.Proposals, im.Labels = make([]loaders.Box, len(detectedBoxes)), make([]string, len(detectedBoxes))
	for i, d := range detectedBoxes {
		im.Proposals[i], im.Labels[i], scores[i] = d.Box, d.Label, d.Score
	}
	im.Proposals = rec.Boxes(boxTerms.Boxes, im, im.Proposals)
	if scores = rec.Probabilities(boxTerms.Scores, scores, len(scores)); detectedBoxes == nil {
		scores = nil
	}
	var boxes map[string][]loaders.Box
	if goldBoxes != nil {
		boxes = map[string][]loaders.Box{}
	}
	crowds := map[string][]loaders.Box{}
	for _, g := range goldBoxes {
		if g.Crowd {
			crowds[g.Label] = append(crowds[g.Label], g.Box)
		} else {
			boxes[g.Label] = append(boxes[g.Label], g.Box)
		}
	}
	for _, label := range loaders.SortedKeys(boxes) {
		boxes[label] = annotationRecord.Boxes(boxTerms.GoldOf+label, im, boxes[label])
		im.Gold = append(im.Gold, boxes[label]...)
	}
	for _, label := range loaders.SortedKeys(crowds) {
		crowds[label] = annotationRecord.Boxes("crowds of "+label, im, crowds[label])
	}
	return rec.Detector(im.Labels, scores, boxes, crowds)
}
