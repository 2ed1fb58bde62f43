package coco

import (
	"encoding/json"
	"math"
	"path"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

type wire struct {
	Category json.RawMessage `json:"category_id"`
	BBox     record.Reals    `json:"bbox"`
	Score    *record.Real    `json:"score"`
	Crowd    record.Real     `json:"iscrowd"`
}

type wirePicture struct {
	File   string      `json:"file_name"`
	URL    string      `json:"coco_url"`
	Width  record.Real `json:"width"`
	Height record.Real `json:"height"`
}

// maxObjects bounds a picture; COCO itself looks at the first 100 detections.
const maxObjects = 10_000

// decodePicture waits until all files are indexed, because annotations may be anywhere.
func (d *dataset) decodePicture(i int) *loaders.Example {
	<-d.done
	d.Lock()
	p, place := picture{id: d.ids[i]}, int(d.places[i])
	d.Unlock()
	if place >= 0 {
		var in wirePicture
		if broken := d.decodeElement(d.pictures, place, p.id, &in); broken != "" {
			return &loaders.Example{ID: p.id, Broken: broken}
		}
		p.file, p.width, p.height = in.File, in.Width, in.Height
		if p.file == "" {
			p.file = path.Base(in.URL)
		}
	}
	detections, annotations := record.New(d.run, i), record.New(d.run, i)
	if gold := d.readObjects(d.annotations, d.gold[int32(i)], p.id, annotations); d.annotations != nil && place >= 0 {
		p.gold = gold
	}
	if d.detections != nil {
		p.detected = d.readObjects(d.detections, d.detected[int32(i)], p.id, detections)
	}
	ex := p.exampleOf(detections, annotations)
	detections.Report(&d.run.Problems, d.src.Path, p.id)
	annotations.Report(&d.run.Problems, d.truth, p.id)
	return ex
}

// decodeElement reports problems for the picture id, and returns why the element can't be read, ""
// if it can.
func (d *dataset) decodeElement(file *index.Elements, k int, id string, v any) (broken string) {
	rec, err := record.ElementRecord(file, k)
	if err == nil {
		err = rec.Decode(v)
	}
	name := d.src.Path
	if file != d.detections && d.truth != "" {
		name = d.truth
	}
	if err != nil {
		broken = err.Error()
		rec.Problem("%w; left out", err)
	}
	rec.Report(&d.run.Problems, name, id)
	return broken
}

// readObjects returns at most [maxObjects] boxes. Unreadable ones are reported at once; other
// problems are rec's, which gets the first one's line.
func (d *dataset) readObjects(file *index.Elements, list []int32, id string, rec *record.Record) []record.LabelledBox {
	if len(list) > maxObjects {
		rec.Problem("%d boxes in one picture; the first %d are read", len(list), maxObjects)
		list = list[:maxObjects]
	}
	objects := make([]record.LabelledBox, 0, len(list))
	for n, k := range list {
		if n == 0 {
			rec.Line = file.Number(int(k))
		}
		var in wire
		if d.decodeElement(file, int(k), id, &in) != "" {
			continue
		}
		if in.Crowd == 1 {
			rec.FileProblem("annotations of crowds (iscrowd); not gold: COCO's AP ignores what is detected there, and it counts as wrong " +
				"at a threshold")
		}
		o := record.LabelledBox{Label: d.labelOf(in.Category, rec), Box: in.BBox.Sized(), Score: math.NaN(), Crowd: in.Crowd == 1}
		if in.Score != nil {
			o.Score = float64(*in.Score)
		}
		objects = append(objects, o)
	}
	return objects
}

// labelOf returns a category's name, or "category ID", a problem only if the file has other names.
func (d *dataset) labelOf(id json.RawMessage, rec *record.Record) string {
	if len(id) == 0 {
		return unnamed
	}
	key := idOf([]byte(`{"id":`+string(id)+"}"), "id")
	if name := d.labels[key]; name != "" {
		return name
	}
	if len(d.labels) > 0 {
		rec.FileProblem("the category_id %s is not in the list of categories; no gold box matches it", key)
	}
	return "category " + key
}

type picture struct {
	id            string
	file          string
	width, height record.Real
	detected      []record.LabelledBox // nil without a detector
	gold          []record.LabelledBox // nil without annotations
}

func (p *picture) exampleOf(detections, annotations *record.Record) *loaders.Example {
	im := loaders.Image{Units: loaders.Pixels, Width: p.width.Side(), Height: p.height.Side()}
	if p.file != "" {
		im.Path = detections.Picture(p.file)
	}
	program := detections.Objects(&im, p.detected, p.gold, annotations, record.InDetections)
	return &loaders.Example{ID: p.id, Question: p.file, Images: []loaders.Image{im}, Program: program}
}

const unnamed = "unnamed"
