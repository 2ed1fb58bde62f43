package coco

import (
	"cmp"
	"encoding/json"
	"math"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Detections reads pictures with their detections, in a list or a dictionary.
var Detections = record.NewFormat(loaders.Format{
	Name:   "detections",
	About:  "a detector's boxes by picture: a list with detections, or a dictionary with objects",
	Boxes:  "bbox: xywh, pixels; box_xyxy: xyxy, pixels",
	Sign:   "file and detections, a list, in the elements of a list; objects with box_xyxy in the entries of a dictionary",
	Keys:   "file detections",
	Detect: areDetections,
}, record.Codec{Pictures: true, Open: func(o *record.Opening) {
	o.Run.Boxes = "xywh, pixels"
	if record.FirstByte(o.Source.Head) == '{' {
		o.Run.Boxes = "xyxy, pixels"
	}
	o.Elements("*", record.As((*detectionsRecord).example))
}})

var areDetections = record.Either(record.KeyedAt("[*", `file:", detections:[`), record.KeyedAt("{*.objects.*", "box_xyxy"))

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

func (in *detectionsRecord) example(rec *record.Record) *loaders.Example {
	p := picture{detected: []record.Boxed{}, id: in.File, file: in.File, width: in.Width, height: in.Height}
	if in.File == "" {
		p.id, p.file = rec.Key, rec.PictureName(append([]string{rec.Key}, record.PictureNames(rec.Key)...)...)
	}
	if len(in.Error) > 0 && string(in.Error) != "null" {
		rec.Problem("the detector failed: %s; shown with what it found", string(in.Error[:min(len(in.Error), 200)]))
	}
	p.detected = append(p.detected, loaders.Map(append(in.Detections, in.Objects...), detection.object)...)
	return p.example(rec, rec)
}

// object is a detection with its box; numbers that are missing are NaN.
func (d detection) object() record.Boxed {
	o := record.Boxed{Label: cmp.Or(d.Label, unnamed), Score: math.NaN(), Box: d.BBox.Sized()}
	if score := cmp.Or(d.Score, d.Conf); score != nil {
		o.Score = float64(*score)
	}
	if d.XYXY != nil {
		o.Box = d.XYXY.Corners()
	}
	return o
}
