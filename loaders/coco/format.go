package coco

import (
	"context"
	"errors"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

const formatName = "coco"

// Format reads COCO's results and ground truth.
var Format = loaders.Format{
	Name:   formatName,
	About:  "COCO's detections (results) and ground truth",
	Boxes:  "xywh, pixels",
	Sign:   "image_id, category_id, bbox and score in the elements of a list; images with id, beside annotations or categories, in an object",
	Detect: func(head []byte) bool { return areResults(head) || isTruth(head) },
	Open:   open,
}

func areResults(head []byte) bool {
	keys := record.ElementKeys(head, "*")
	return record.FirstByte(head) == '[' && keys["image_id"] != 0 && keys["category_id"] != 0 && keys["bbox"] == '[' && keys["score"] != 0
}

// isTruth reports whether head begins an object of images, annotations and
// categories, in any order. The later of them may be beyond head.
func isTruth(head []byte) bool {
	if record.FirstByte(head) != '{' {
		return false
	}
	keys := record.ElementKeys(head, "")
	if keys["images"] != '[' && keys["annotations"] != '[' {
		return false
	}
	image := record.ElementKeys(head, "images.*")
	annotation := record.ElementKeys(head, "annotations.*")
	switch {
	case image != nil:
		return image["id"] != 0 && (image["file_name"] == '"' || image["coco_url"] == '"')
	case annotation != nil:
		return annotation["image_id"] != 0 && annotation["bbox"] == '['
	}
	return false
}

// open finds out which files hold what, and has them looked through in the
// background.
func open(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	inner, stop := context.WithCancel(ctx)
	d := &dataset{src: src, stop: stop, done: make(chan struct{}), at: map[string]int32{}}
	run := loaders.NewRun(src.Path, formatName, d, d.decode)
	d.run = run
	run.Boxes = "xywh, pixels"
	if err := d.open(inner, src, o); err != nil {
		stop()
		return nil, errors.Join(err, d.closeFiles())
	}
	go d.index(inner)
	return run, files.FindPictures(run, src, o)
}

// open opens the files. Ground truth that is not there is a problem, unless
// the user named it.
func (d *dataset) open(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	truth := src.Path
	var err error
	switch {
	case areResults(src.Head):
		truth = ""
		d.detections, err = d.find(ctx, src.Path, "*")
	default:
		var own *index.Elements
		if own, err = d.find(ctx, src.Path, "annotations.*"); err != nil {
			return err
		}
		if hasScore(ctx, own) {
			truth, d.detections = "", own
		} else {
			d.annotations = own
		}
	}
	if err != nil {
		return err
	}
	if truth == "" {
		if truth, err = truthFiles.Find(src, d.run, o.Gold); err != nil {
			return err
		}
	}
	d.truth, d.run.Gold = truth, truth
	if truth == src.Path {
		d.run.Gold = "in the file"
	}
	list := truth
	if list == "" {
		if areResults(src.Head) {
			return nil
		}
		list = src.Path
	}
	if d.annotations == nil && truth != "" {
		if d.annotations, err = d.find(ctx, truth, "annotations.*"); err != nil {
			return loaders.Errorf("gold: %w", err)
		}
	}
	if d.pictures, err = d.find(ctx, list, "images.*"); err != nil {
		return err
	}
	d.categories, err = d.find(ctx, list, "categories.*")
	return err
}

// truthFiles are those that travel with results.
var truthFiles = record.Companion{
	What: "ground truth", Flag: "--gold", Missing: "ground truth (images, annotations, categories)", Without: "gold",
	Is: func(head []byte) bool {
		return isTruth(head) && record.ElementKeys(head, "annotations.*")["score"] == 0
	},
}

// hasScore reports whether the first annotation is a detection.
func hasScore(ctx context.Context, annotations *index.Elements) bool {
	if annotations.Wait(ctx, 1) != nil || annotations.Len() == 0 {
		return false
	}
	first, err := annotations.Element(0)
	return err == nil && record.Keys(first.Bytes)["score"] != 0
}
