package coco

import (
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

type dataset struct {
	loaders.Growth
	src         *loaders.Source
	run         *loaders.Run
	truth       string              // "" for none
	pictures    *index.FileElements // nil without ground truth
	categories  *index.FileElements
	detections  *index.FileElements // nil without results
	annotations *index.FileElements
	stop        context.CancelFunc

	done     chan struct{}     // closed when the fields below are complete
	detected map[int32][]int32 // elements, by picture
	gold     map[int32][]int32
	labels   map[string]string // by category id
	named    map[string]bool   // the labels
	ids      []string
	places   []int32 // in pictures, -1 for none
	at       map[string]int32
}

const maxCategories = 1 << 20

// indexFiles reads the files, pictures first, so that the list is known early. Detections of
// unlisted pictures append these, because results may have more pictures than the ground truth;
// annotations of such pictures are left out.
func (d *dataset) indexFiles(ctx context.Context) {
	defer close(d.done)
	d.labels, d.named = map[string]string{}, map[string]bool{}
	d.gold, d.detected = map[int32][]int32{}, map[int32][]int32{}
	// Each ends early only if the run is closed, and then nobody reads the result.
	each := func(e *index.FileElements, f func(rec *record.Record) error) {
		if e != nil {
			_ = record.Each(ctx, e, &d.run.Problems, f)
		}
	}
	each(d.pictures, func(rec *record.Record) error {
		id := idOf(rec.Bytes, "id")
		if id == "" {
			return errors.New("a picture has no id")
		}
		if _, added := d.addPicture(id, int32(rec.Index)); !added {
			return loaders.Errorf("duplicate picture id %q", id)
		}
		return nil
	})
	known := len(d.ids)
	d.Grow(known, loaders.MoreToCome)
	each(d.categories, d.addCategory)
	strangers, first := 0, firstDetections{}
	each(d.annotations, func(rec *record.Record) error {
		id := idOf(rec.Bytes, "image_id")
		i, ok := d.at[id]
		if !ok {
			return loaders.Errorf("an annotation refers to an unknown picture, %q", id)
		}
		d.gold[i] = append(d.gold[i], int32(rec.Index))
		return nil
	})
	each(d.detections, func(rec *record.Record) error {
		id := idOf(rec.Bytes, "image_id")
		if id == "" {
			return errors.New("a detection has no image_id")
		}
		i, added := d.addPicture(id, -1)
		if added {
			strangers++
		}
		d.detected[i] = append(d.detected[i], int32(rec.Index))
		first.addDetection(rec)
		return nil
	})
	first.report(&d.run.Problems, d.src.Path)
	if strangers > 0 && d.pictures != nil {
		d.run.Problems.Report(d.src.Path, "unlisted pictures with detections: %d, besides the %d listed; shown last, "+
			"without gold", strangers, known)
	}
	d.Grow(len(d.ids), loaders.AllThere)
}

func (d *dataset) addCategory(rec *record.Record) error {
	id, name := idOf(rec.Bytes, "id"), gjson.GetBytes(rec.Bytes, "name").String()
	switch {
	case id == "" || name == "":
		return errors.New("a category lacks an id or a name")
	case len(d.labels) >= maxCategories:
		return loaders.Errorf("more than %d categories", maxCategories)
	case d.labels[id] != "":
		return loaders.Errorf("duplicate category id %q", id)
	}
	if d.named[name] { // or boxes of both would match
		name += " (" + id + ")"
	}
	d.labels[id], d.named[name] = name, true
	return nil
}

func idOf(recordJSON []byte, idKey string) string {
	if x := gjson.GetBytes(recordJSON, idKey); x.Type == gjson.String || x.Type == gjson.Number {
		return x.String()
	}
	return ""
}

func (d *dataset) addPicture(pictureID string, filePlace int32) (i int32, added bool) {
	i, ok := d.at[pictureID]
	if ok {
		return i, false
	}
	i = int32(len(d.ids))
	d.at[pictureID] = i
	d.ids, d.places = append(d.ids, pictureID), append(d.places, filePlace)
	if i%1024 == 1023 { // waking readers costs more than reading
		d.Grow(len(d.ids), loaders.MoreToCome)
	}
	return i, true
}

func (d *dataset) Progress() (done, total int64) {
	for _, e := range []*index.FileElements{d.pictures, d.categories, d.annotations, d.detections} {
		if e != nil {
			n, of := e.Progress()
			done, total = done+n, total+of
		}
	}
	return done, total
}

func (d *dataset) Size(i int) int {
	select {
	case <-d.done:
	default:
		return 0
	}
	return loaders.Sum(loaders.Map(d.detected[int32(i)], func(k int32) int { return d.detections.Size(int(k)) }))
}

func (d *dataset) Record(i int) ([]byte, error) {
	<-d.done
	file, list := d.detections, d.detected[int32(i)]
	if len(list) == 0 {
		file, list = d.annotations, d.gold[int32(i)]
	}
	return file.Records(list)
}

func (d *dataset) Close() error {
	d.stop()
	<-d.done
	return d.src.Close()
}
