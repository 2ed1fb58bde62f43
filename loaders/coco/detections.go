package coco

import (
	"cmp"
	"context"
	"encoding/json"
	"math"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const detectionsName = "detections"

// Detections reads pictures with their detections, in a list or a dictionary.
var Detections = loaders.Format{
	Name:   detectionsName,
	About:  "a detector's boxes by picture: a list with detections, or a dictionary with objects",
	Boxes:  "bbox: xywh, pixels; box_xyxy: xyxy, pixels",
	Sign:   "file and detections, a list, in the elements of a list; objects with box_xyxy in the entries of a dictionary",
	Keys:   []string{"file", "detections"},
	Detect: areDetections,
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		var run *loaders.Run
		run, err := record.OpenElements(ctx, src, detectionsName, "*", func(rec *record.Record) (*loaders.Example, error) {
			return detectionsExample(run, rec)
		})
		if err != nil {
			return nil, err
		}
		run.Boxes = "xywh, pixels"
		if record.FirstByte(src.Head) == '{' {
			run.Boxes = "xyxy, pixels"
		}
		return run, files.FindPictures(run, src, o)
	},
}

func areDetections(head []byte) bool {
	switch record.FirstByte(head) {
	case '[':
		keys := record.ElementKeys(head, "*")
		return keys["file"] == '"' && keys["detections"] == '['
	case '{':
		_, xyxy := record.ElementKeys(head, "*.objects.*")["box_xyxy"]
		return xyxy
	}
	return false
}

// named is the file of a picture that is known by its name without ending.
func named(run *loaders.Run, name string) string {
	for _, ending := range []string{"", ".jpg", ".png", ".jpeg"} {
		if run.HasPicture(name + ending) {
			return name + ending
		}
	}
	return name
}

type detectionsRecord struct {
	File       string          `json:"file"`
	Width      record.Real     `json:"width"`
	Height     record.Real     `json:"height"`
	Detections []detection     `json:"detections"`
	Objects    []detection     `json:"objects"`
	Error      json.RawMessage `json:"error"`
}

type detection struct {
	Label string       `json:"label"`
	Score *record.Real `json:"score"`
	Conf  *record.Real `json:"conf"`
	BBox  record.Reals `json:"bbox"`
	XYXY  record.Reals `json:"box_xyxy"`
}

func detectionsExample(run *loaders.Run, rec *record.Record) (*loaders.Example, error) {
	var in detectionsRecord
	if err := rec.Decode(&in); err != nil {
		return nil, err
	}
	p := picture{searched: true, id: in.File, file: in.File, width: in.Width, height: in.Height}
	if in.File == "" {
		p.id, p.file = rec.Key, named(run, rec.Key)
	}
	if len(in.Error) > 0 && string(in.Error) != "null" {
		rec.Problem(loaders.Say("the detector failed: %s", string(in.Error[:min(len(in.Error), 200)])), loaders.Say("shown with what it found"))
	}
	for _, d := range append(in.Detections, in.Objects...) {
		p.detected = append(p.detected, d.object())
	}
	return p.example(run, rec, rec), nil
}

// object is a detection with its box; numbers that are missing are NaN.
func (d *detection) object() object {
	o := object{label: cmp.Or(d.Label, unnamed), score: math.NaN(), box: d.BBox.Sized()}
	switch {
	case d.Score != nil:
		o.score = float64(*d.Score)
	case d.Conf != nil:
		o.score = float64(*d.Conf)
	}
	if d.XYXY != nil {
		o.box = d.XYXY.Corners()
	}
	return o
}

// unnamed is the label of an object without one.
const unnamed = "unnamed"
