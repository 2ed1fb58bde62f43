package coco

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"strings"

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
		if opens(src.Head) == '{' {
			run.Boxes = "xyxy, pixels"
		}
		return withPictures(run, src, o)
	},
}

func areDetections(head []byte) bool {
	switch opens(head) {
	case '[':
		keys := record.ElementKeys(head, "*")
		return keys["file"] == '"' && keys["detections"] == '['
	case '{':
		_, xyxy := record.ElementKeys(head, "*.objects.*")["box_xyxy"]
		return xyxy
	}
	return false
}

// opens is the first byte of a JSON text.
func opens(head []byte) byte {
	if text := strings.TrimLeft(string(head[:min(len(head), 64)]), " \t\r\n"); text != "" {
		return text[0]
	}
	return 0
}

// withPictures returns run with its pictures; it closes it where those that
// the user named cannot be opened.
func withPictures(run *loaders.Run, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	if err := files.FindPictures(run, src, o); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// named is the file of a picture that is known by its name without ending.
func named(run *loaders.Run, name string) string {
	path, ok := loaders.ImagePath(name)
	if !ok || run.Pictures == nil {
		return name
	}
	for _, ending := range []string{"", ".jpg", ".png", ".jpeg"} {
		if info, err := fs.Stat(run.Pictures, path+ending); err == nil && !info.IsDir() {
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
	p := picture{searched: true, id: in.File, file: in.File, width: float64(in.Width), height: float64(in.Height)}
	if in.File == "" {
		p.id, p.file = rec.Key, named(run, rec.Key)
	}
	if len(in.Error) > 0 && string(in.Error) != "null" {
		rec.Problem("the detector failed: "+string(in.Error[:min(len(in.Error), 200)]), "shown with what it found")
	}
	for _, d := range append(in.Detections, in.Objects...) {
		p.detected = append(p.detected, d.object())
	}
	return p.example(run, rec, rec), nil
}

// object is a detection with its box; numbers that are missing are NaN.
func (d *detection) object() object {
	o := object{label: d.Label, score: math.NaN()}
	if o.label == "" {
		o.label = "unnamed"
	}
	switch {
	case d.Score != nil:
		o.score = float64(*d.Score)
	case d.Conf != nil:
		o.score = float64(*d.Conf)
	}
	if d.XYXY != nil {
		o.box = missing
		if len(d.XYXY) == 4 {
			o.box = loaders.Box{X0: d.XYXY[0], Y0: d.XYXY[1], X1: d.XYXY[2], Y1: d.XYXY[3]}
		}
		return o
	}
	o.box = fromXYWH(d.BBox)
	return o
}

// missing is a box that is none, for the check of boxes to report.
var missing = loaders.Box{X0: math.NaN()}

// fromXYWH reads left, top, width, height.
func fromXYWH(b []float64) loaders.Box {
	if len(b) != 4 {
		return missing
	}
	return loaders.Box{X0: b[0], Y0: b[1], X1: b[0] + b[2], Y1: b[1] + b[3]}
}
