package coco

import (
	"encoding/json"
	"math"
	"path"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

type boxRecord struct {
	Category json.RawMessage       `json:"category_id"`
	BBox     record.LenientNumbers `json:"bbox"`
	Score    *record.LenientNumber `json:"score"`
	Crowd    record.LenientNumber  `json:"iscrowd"`
}

type pictureJSON struct {
	File   string               `json:"file_name"`
	URL    string               `json:"coco_url"`
	Width  record.LenientNumber `json:"width"`
	Height record.LenientNumber `json:"height"`
}

// maxObjects bounds a picture; COCO itself looks at the first 100 detections.
const maxObjects = 10_000

// decodePicture waits until all files are indexed, because annotations may be anywhere.
func (d *dataset) decodePicture(i int) *loaders.Example {
	<-d.done
	id, place := d.ids[i], int(d.places[i])
	var in pictureJSON
	if place >= 0 {
		if broken := d.decodeElement(d.pictures, place, id, &in); broken != "" {
			return &loaders.Example{ID: id, Broken: broken}
		}
		if in.File == "" {
			in.File = path.Base(in.URL)
		}
	}
	detections, annotations := record.New(d.run, i), record.New(d.run, i)
	var gold, detected []record.LabelledBox
	if d.annotations != nil && place >= 0 {
		gold = d.readObjects(d.annotations, d.gold[int32(i)], id, annotations)
	}
	if d.detections != nil {
		detected = d.readObjects(d.detections, d.detected[int32(i)], id, detections)
	}
	im := loaders.Image{Units: loaders.Pixels, Width: in.Width.Side(), Height: in.Height.Side()}
	if in.File != "" {
		im.Path = detections.Picture(in.File)
	}
	program := detections.Objects(&im, detected, gold, annotations, record.InDetections)
	detections.Report(&d.run.Problems, d.src.Path, id)
	annotations.Report(&d.run.Problems, d.truth, id)
	return &loaders.Example{ID: id, Question: in.File, Images: []loaders.Image{im}, Program: program}
}

func (d *dataset) decodeElement(elements *index.FileElements, k int, pictureID string, v any) (broken string) {
	rec, err := record.ElementRecord(elements, k)
	if err == nil {
		err = rec.Decode(v)
	}
	name := d.src.Path
	if elements != d.detections && d.truth != "" {
		name = d.truth
	}
	if err != nil {
		broken = err.Error()
		rec.Problem("%w; left out", err)
	}
	rec.Report(&d.run.Problems, name, pictureID)
	return broken
}

// readObjects reads at most [maxObjects] boxes, because a hostile file may put all into one picture.
// Unreadable ones are reported at once; other problems are rec's, which gets the first one's line.
func (d *dataset) readObjects(elements *index.FileElements, objectIndices []int32, pictureID string,
	rec *record.Record) []record.LabelledBox {
	if len(objectIndices) > maxObjects {
		rec.Problem("%d boxes in one picture; only the first %d are read", len(objectIndices), maxObjects)
		objectIndices = objectIndices[:maxObjects]
	}
	objects := make([]record.LabelledBox, 0, len(objectIndices))
	for n, k := range objectIndices {
		if n == 0 {
			rec.Line = elements.Number(int(k))
		}
		var in boxRecord
		if d.decodeElement(elements, int(k), pictureID, &in) != "" {
			continue
		}
		if in.Crowd == 1 {
			rec.FileProblem("contains crowd annotations (iscrowd); not used as gold: COCO's AP ignores detections on crowds, but scores " +
				"at a threshold count them as wrong")
		}
		o := record.LabelledBox{Label: d.labelOf(in.Category, rec), Box: in.BBox.Sized(), Score: math.NaN(), Crowd: in.Crowd == 1}
		if in.Score != nil {
			o.Score = float64(*in.Score)
		}
		objects = append(objects, o)
	}
	return objects
}

// labelOf makes an unnamed category a problem only if the file names others, because many files name
// none and have "category ID".
func (d *dataset) labelOf(categoryID json.RawMessage, rec *record.Record) string {
	if len(categoryID) == 0 {
		return unnamed
	}
	key := idOf([]byte(`{"id":`+string(categoryID)+"}"), "id")
	if name := d.labels[key]; name != "" {
		return name
	}
	if len(d.labels) > 0 {
		rec.FileProblem("category_id %s is not in the list of categories; no gold box matches it", key)
	}
	return "category " + key
}

const unnamed = "unnamed"
