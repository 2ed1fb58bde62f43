package coco

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
)

// picture is what an example is made of.
type picture struct {
	id            string
	file          string
	width, height record.Real
	detected      []record.Boxed // nil where no detector looked
	gold          []record.Boxed // nil where nobody annotated
}

// example turns a picture into an example. What is wrong with the boxes is
// reported through detections and, of gold, through annotations.
func (p *picture) example(detections, annotations *record.Record) *loaders.Example {
	im := loaders.Image{Units: loaders.Pixels, Width: p.width.Side(), Height: p.height.Side()}
	if p.file != "" {
		im.Path = detections.Picture(p.file)
	}
	program := detections.Objects(&im, p.detected, p.gold, annotations)
	return &loaders.Example{ID: p.id, Question: p.file, Images: []loaders.Image{im}, Program: program}
}
