package grounding

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// cocoBoxes is a file in COCO's format, as far as AP needs it.
type cocoBoxes struct {
	Annotations []struct {
		Image    int        `json:"image_id"`
		Category int        `json:"category_id"`
		Box      [4]float64 `json:"bbox"` // left, top, width, height
		Score    float64
	}
}

// TestOracleCOCOIsCocoapis compares ap_coco with cocoapi's numbers for detections of 100
// images in 80 categories, where they are at hand.
func TestOracleCOCOIsCocoapis(t *testing.T) {
	read := func(name string) (f cocoBoxes) {
		b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "boxes", name))
		if err != nil {
			t.Skip("../shared is not here")
		}
		check.NoError(t, json.Unmarshal(b, &f))
		return f
	}
	categories := map[int]map[int]*plainImage{}
	at := func(category, image int) *plainImage {
		if categories[category] == nil {
			categories[category] = map[int]*plainImage{}
		}
		if categories[category][image] == nil {
			categories[category][image] = &plainImage{}
		}
		return categories[category][image]
	}
	corner := func(b [4]float64) loaders.Box { return box(b[0], b[1], b[0]+b[2], b[1]+b[3]) }
	for _, a := range read("coco_sampled_gts.json").Annotations {
		im := at(a.Category, a.Image)
		im.gold = append(im.gold, corner(a.Box))
	}
	for _, a := range read("coco_sampled_dets.json").Annotations {
		im := at(a.Category, a.Image)
		im.proposals, im.scores = append(im.proposals, corner(a.Box)), append(im.scores, a.Score)
	}
	var sums [cocoIoUs]float64
	n := 0.
	for _, images := range categories {
		var list []*Detections
		for _, id := range slices.Sorted(maps.Keys(images)) {
			d := images[id].detect()
			list = append(list, &d)
		}
		ap := cocoOf(places(list))
		if _, ok := ap[0].Float(); !ok {
			continue // a category without gold has no AP
		}
		n++
		for k, v := range ap {
			x, _ := v.Float()
			sums[k] += x
		}
	}
	mean := 0.
	for _, x := range sums {
		mean += x / n / cocoIoUs
	}
	for what, c := range map[string][2]float64{"AP": {mean, .503647}, "AP50": {sums[0] / n, .696973}, "AP75": {sums[5] / n, .571667}} {
		check.Near(t, what, c[0], c[1], 1e-6)
	}
}
