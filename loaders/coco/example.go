package coco

import (
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// object is something that was detected or annotated.
type object struct {
	label string
	box   loaders.Box
	score float64
	crowd bool
}

// picture is what an example is made of.
type picture struct {
	id            string
	file          string
	width, height record.Real
	detected      []object
	gold          []object
	searched      bool // by a detector, also where it found nothing
	annotated     bool // also where the annotators found nothing
}

// example turns a picture into an example. What is wrong with the boxes is
// reported through detections and, of gold, through annotations.
func (p *picture) example(run *loaders.Run, detections, annotations *record.Record) *loaders.Example {
	im := loaders.Image{Units: loaders.Pixels, Width: p.width.Side(), Height: p.height.Side()}
	if p.file != "" {
		im.Path = detections.Picture(run, p.file)
	}
	im.Proposals = make([]loaders.Box, len(p.detected))
	im.Labels = make([]string, len(p.detected))
	scores := make([]float64, len(p.detected))
	for i, d := range p.detected {
		im.Proposals[i], im.Labels[i], scores[i] = d.box, d.label, d.score
	}
	im.Proposals = detections.Boxes("detections", &im, im.Proposals)
	if scores = detections.Probabilities("scores", scores, len(scores)); !p.searched {
		scores = nil
	}
	var gold map[string][]loaders.Box
	crowds := map[string][]loaders.Box{}
	if p.annotated {
		gold = map[string][]loaders.Box{}
		for _, g := range p.gold {
			if g.crowd {
				crowds[g.label] = append(crowds[g.label], g.box)
			} else {
				gold[g.label] = append(gold[g.label], g.box)
			}
		}
	}
	for _, label := range slices.Sorted(maps.Keys(gold)) {
		gold[label] = annotations.Boxes("gold of "+label, &im, gold[label])
		im.Gold = append(im.Gold, gold[label]...)
	}
	for _, label := range slices.Sorted(maps.Keys(crowds)) {
		crowds[label] = annotations.Boxes("crowds of "+label, &im, crowds[label])
	}
	ex := &loaders.Example{ID: p.id, Question: p.file, Images: []loaders.Image{im}}
	ex.Program = detections.Detector(im.Labels, scores, gold, crowds)
	return ex
}
