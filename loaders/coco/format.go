package coco

import (
	"cmp"
	"context"
	"maps"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Format reads COCO's results and ground truth.
var Format = record.NewFormat(loaders.Format{
	Name:   "coco",
	About:  "COCO detections (results) and ground truth",
	Boxes:  "xywh, pixels",
	Sign:   "a list of objects with image_id, category_id, bbox and score; or an object with images (with id) and annotations or categories",
	Keys:   "image_id category_id bbox score",
	Detect: record.Either(areResults, isTruth),
	// Categories, or the pictures of captions, may take up the beginning.
	Confirm: func(ctx context.Context, src *loaders.Source, _ loaders.Options) bool {
		if !mayBeTruth(src.Head) {
			return false
		}
		annotation, image := keysOfFirst(ctx, src, src.Path, "annotations.*"), keysOfFirst(ctx, src, src.Path, "images.*")
		return annotation["bbox"] == '[' && annotation["image_id"] != 0 && image["id"] != 0
	},
}, record.RecordFormat{Pictures: true, Beside: []record.CompanionFile{truthFiles}, Open: openDataset})

var areResults = record.KeyedAt("[*", "image_id, category_id, bbox:[, score")

// boxesIn returns the path of detections or annotations.
func boxesIn(head []byte) string { return loaders.IfElse(areResults(head), "*", "annotations.*") }

var mayBeTruth = record.KeyedAt("{", "images:[|annotations:[|categories:[")

// mostKeyed bounds the records of which one may lack a key.
const mostKeyed = 8

func keysOfFirst(ctx context.Context, src *loaders.Source, file, listPath string) map[string]byte {
	keys, looked := map[string]byte{}, 0
	// Unreadable files have no keys.
	_, _ = record.Look(ctx, record.PathInFile{Files: src.Files, File: file, Path: listPath}, func(rec *record.Record) bool {
		maps.Copy(keys, record.Keys(rec.Bytes))
		looked++
		return looked < mostKeyed
	})
	return keys
}

// isTruth looks for images and annotations with boxes. Either may fill the head, so the other then
// decides, images only beside categories.
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
	boxes := annotation["image_id"] != 0 && annotation["bbox"] == '['
	if image == nil {
		return boxes
	}
	pictures := image["id"] != 0 && (image["file_name"] == '"' || image["coco_url"] == '"')
	return pictures && (boxes || annotation == nil && keys["categories"] == '[')
}

func openDataset(o *record.RunBuilder) {
	ctx, stop := context.WithCancel(o.Context())
	d := &dataset{src: o.Source, run: o.Run, stop: stop, done: make(chan struct{}), at: map[string]int32{}}
	o.Records(d, d.decodePicture)
	if d.openFiles(ctx, o); o.Failed() {
		close(d.done) // closing the run waits for it
		return
	}
	go d.indexFiles(ctx)
}

// openFiles prefers the named ground truth. Annotations with a score are detections. Pictures and
// categories are the ground truth's or else the run's.
func (d *dataset) openFiles(ctx context.Context, o *record.RunBuilder) {
	src, results := o.Source, areResults(o.Source.Head)
	own := o.Entries(src.Path, boxesIn(src.Head))
	if results || isDetection(ctx, src, src.Path) {
		d.detections, d.truth = own, o.Find(groundTruthFor(ctx, src))
	} else {
		d.annotations, d.truth, d.run.Gold = own, src.Path, "in the file"
	}
	if results && d.truth == "" {
		return
	}
	if d.annotations == nil && d.truth != "" {
		d.annotations = o.Entries(d.truth, "annotations.*")
	}
	list := cmp.Or(d.truth, src.Path)
	d.pictures = o.Entries(list, "images.*")
	d.categories = o.Entries(list, "categories.*")
}

var truthFiles = record.CompanionFile{
	What: "ground truth", Flag: loaders.GoldFile, Missing: "ground truth (images, annotations, categories)", Without: "gold",
	Is: func(head []byte) bool {
		return mayBeTruth(head) && !record.KeyedAt("annotations.*", "score")(head)
	},
}

func isDetection(ctx context.Context, src *loaders.Source, file string) bool {
	return keysOfFirst(ctx, src, file, "annotations.*")["score"] != 0
}

// groundTruthFor goes by content, because COCO's files have any name: a companion fits by its share of
// src's pictures, at most its share of categories, and less if pictures are smaller than their boxes.
func groundTruthFor(ctx context.Context, src *loaders.Source) record.CompanionFile {
	c, extents, categories := truthFiles, map[string]*loaders.Box{}, record.RequestedEntries{}
	pictures := record.AskedBy(ctx, src, boxesIn(src.Head), func(rec *record.Record) (string, record.EntryCheck) {
		categories[idOf(rec.Bytes, "category_id")] = nil
		id := idOf(rec.Bytes, "image_id")
		reach := extents[id]
		if reach == nil {
			reach = &loaders.Box{}
			extents[id] = reach
		}
		box := gjson.GetBytes(rec.Bytes, "bbox").Array()
		if len(box) == 4 {
			reach.X1, reach.Y1 = max(reach.X1, box[0].Float()+box[2].Float()), max(reach.Y1, box[1].Float()+box[3].Float())
		}
		return id, func(entry *record.Record) bool { return isWithin(reach, entry) }
	})
	ids := record.RequestedEntries{}
	for id := range pictures {
		ids[id] = nil
	}
	ofIDs := ids.Fits(ctx, src, layoutAt("images.*"))
	inPictures := pictures.Fits(ctx, src, layoutAt("images.*"))
	inCategories := categories.Fits(ctx, src, layoutAt("categories.*"))
	c.Fits = func(file string) (float64, bool) {
		if isDetection(ctx, src, file) {
			return 0, true
		}
		share, known := ofIDs(file)
		if of, ok := inCategories(file); ok && of > 0 { // without names, ids are shown
			share = min(share, of)
		}
		if as, ok := inPictures(file); ok && share > 0 { // a detector may leave one picture, not most
			share *= 0.4 + 0.6*as/share
		}
		return min(share, 1), known
	}
	return c
}

func isWithin(boxExtent *loaders.Box, pictureRecord *record.Record) bool {
	const edge = 1.25
	sides := gjson.GetManyBytes(pictureRecord.Bytes, "width", "height")
	return (!sides[0].Exists() || boxExtent.X1 <= edge*sides[0].Float()) && (!sides[1].Exists() || boxExtent.Y1 <= edge*sides[1].Float())
}

func layoutAt(listPath string) record.FileLayout {
	return record.At(listPath, func(rec *record.Record) string { return idOf(rec.Bytes, "id") })
}
