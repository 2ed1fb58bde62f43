package coco

import (
	"fmt"
	"maps"
	"slices"

	"faithscope/loaders"
)

// object is something that was detected or annotated.
type object struct {
	label string
	box   loaders.Box
	score float64
}

// maxCells bounds the scores of a picture: every category has one for every
// proposal.
const maxCells = 1 << 21

// picture is what an example is made of.
type picture struct {
	id            string
	file          string
	width, height float64
	detected      []object
	gold          []object
	searched      bool // by a detector, also where it found nothing
	annotated     bool // also where the annotators found nothing
}

// example turns a picture into an example. What is wrong with the boxes is
// reported through detections and, of gold, through annotations.
func (p *picture) example(run *loaders.Run, detections, annotations *loaders.Record) *loaders.Example {
	im := loaders.Image{Units: loaders.Pixels, Width: size(p.width), Height: size(p.height)}
	if p.file != "" {
		im.Path = run.Picture(detections, p.file)
	}
	im.Proposals = make([]loaders.Box, len(p.detected))
	im.Labels = make([]string, len(p.detected))
	scores := make([]float64, len(p.detected))
	for i, d := range p.detected {
		im.Proposals[i], im.Labels[i], scores[i] = d.box, d.label, d.score
	}
	im.Proposals = detections.Boxes("detections", &im, im.Proposals)
	gold := map[string][]loaders.Box{}
	for _, g := range p.gold {
		gold[g.label] = append(gold[g.label], g.box)
	}
	for _, label := range slices.Sorted(maps.Keys(gold)) {
		gold[label] = annotations.Boxes("gold of "+label, &im, gold[label])
		im.Gold = append(im.Gold, gold[label]...)
	}
	ex := &loaders.Example{ID: p.id, Question: p.file, Images: []loaders.Image{im}}
	ex.Program = p.program(detections, scores, gold)
	return ex
}

// size is a width or height in pixels, 0 for what is none.
func size(x float64) int {
	if x >= 1 && x <= 1<<24 {
		return int(x)
	}
	return 0
}

// program asks for each category. Nil where there is none.
func (p *picture) program(rec *loaders.Record, scores []float64, gold map[string][]loaders.Box) []loaders.Module {
	labels := map[string]bool{}
	for _, d := range p.detected {
		labels[d.label] = true
	}
	for label := range gold {
		labels[label] = true
	}
	if len(labels) == 0 {
		return nil
	}
	if len(labels)*len(scores) > maxCells {
		rec.Problem(fmt.Sprintf("%d categories for %d detections", len(labels), len(scores)), "shown without a module for each category")
		return nil
	}
	scores = rec.Probabilities("scores", scores, len(scores))
	root := loaders.Module{Op: "detect", Place: -1}
	program := []loaders.Module{root}
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		m := loaders.Module{Op: "find", Text: label, Place: -1}
		if p.searched && scores != nil {
			m.Output.Boxes = [][]float64{p.only(label, scores)}
		}
		if p.annotated {
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold[label]}, Source: "annotations"}
		}
		program[0].Children = append(program[0].Children, len(program))
		program = append(program, m)
	}
	return program
}

// only are the scores of one category, 0 for the others.
func (p *picture) only(label string, scores []float64) []float64 {
	own := make([]float64, len(scores))
	for i, d := range p.detected {
		if d.label == label {
			own[i] = scores[i]
		}
	}
	return own
}
