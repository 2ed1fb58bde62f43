package coco

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/pages"
	"faithscope/loaders/record"
	"faithscope/scoring"
	"faithscope/scoring/protocols/grounding"
)

// all are COCO's format and the page of a detector's boxes, which have the same fixtures.
var all = append(loadertest.Formats{Format}, loaders.Filter(loaders.Map(pages.Ours, pages.DocumentedFormat.Reads),
	func(f loaders.Format) bool {
		return f.Name == "detections"
	})...)

// outline is an example as expected.json has it.
type outline struct {
	ID      string        `json:"id"`
	Path    string        `json:"path"`
	Size    [2]int        `json:"size"`
	Boxes   [][4]float64  `json:"boxes"`
	Labels  []string      `json:"labels"`
	Program []outlineFind `json:"program"`
}

type outlineFind struct {
	Text   string       `json:"text"`
	Scores []float64    `json:"scores"`
	Gold   [][4]float64 `json:"gold"`
}

func corners(boxes []loaders.Box) [][4]float64 {
	list := [][4]float64{}
	for _, b := range boxes {
		list = append(list, [4]float64{b.X0, b.Y0, b.X1, b.Y1})
	}
	return list
}

func outlineOf(ex *loaders.Example) outline {
	im := ex.Images[0]
	o := outline{ID: ex.ID, Path: im.Path, Size: [2]int{im.Width, im.Height}, Boxes: corners(im.Proposals), Labels: im.Labels,
		Program: []outlineFind{}}
	if len(ex.Program) == 0 {
		return o
	}
	for _, k := range ex.Program[0].Children {
		m := ex.Program[k]
		find := outlineFind{Text: m.Text}
		if m.Output.Boxes != nil {
			find.Scores = m.Output.Boxes[0]
		}
		if m.Gold != nil {
			find.Gold = corners(m.Gold.Boxes[0])
		}
		o.Program = append(o.Program, find)
	}
	return o
}

// Every file reads as the script that wrote expected.json says.
func TestConformance(t *testing.T) { loadertest.Conform(t, all, outlineOf) }

const (
	objects = `{"a":{"width":10,"height":10,"objects":[{"label":"cat","conf":0.9,"box_xyxy":[1,1,5,5]}]}}`
)

// boxesOf counts the boxes of an example, -1 for a broken one.
func boxesOf(ex *loaders.Example) int {
	if ex.Broken != "" {
		return -1
	}
	n := 0
	for _, b := range ex.Images[0].Proposals {
		if b != (loaders.Box{}) {
			n++
		}
	}
	return n
}

// A picture is found by its name, with the ending that the file leaves out.
func TestPictures(t *testing.T) {
	fsys := fstest.MapFS{"run/run.json": {Data: []byte(objects)}, "images/a.png": {Data: []byte("x")}}
	run := all.Open(t, fsys, "run/run.json", loaders.Options{})
	check.Equal(t, "the picture is", run.Example(0).Images[0].Path, "a.png")
}

// One wrong annotation at the beginning doesn't hide what the file is.
func TestFirstAnnotationWithoutBox(t *testing.T) {
	run := all.Text(t, "gt.json", `{"images":[{"id":1,"file_name":"a.jpg","width":9,"height":9}],`+"\n"+
		`"annotations":[{"id":1,"image_id":1,"category_id":1},{"id":2,"image_id":1,"category_id":1,"bbox":[1,2,3,4]}],`+"\n"+
		`"categories":[{"id":1,"name":"cat"}]}`)
	loadertest.Problem(t, run, "gold of cat: 1 of 2 boxes do not have four numbers")
}

// A picture with many categories and boxes takes no more memory than it has
// to.
func TestManyCategories(t *testing.T) {
	const n = 2000
	detected := loaders.Fill(n, func(i int) record.LabelledBox {
		return record.LabelledBox{Label: strings.Repeat("x", i), Box: loaders.Box{X1: 1, Y1: 1}}
	})
	rec, im := &record.Record{}, loaders.Image{Units: loaders.Pixels}
	if program := rec.Objects(&im, detected, nil, rec, record.InDetections); len(program) != 0 || len(im.Proposals) != n {
		t.Errorf("%d modules and %d boxes, want none and %d", len(program), len(im.Proposals), n)
	}
}

// The files of ../shared open, with their pictures and gold.
func TestOracleShared(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared is not here")
	}
	for name, want := range map[string]struct{ pictures, boxes, gold, shown int }{
		"boxes/coco_sampled_dets.json":      {100, 734, 830, 0},
		"boxes/coco_sampled_gts.json":       {100, 0, 830, 0},
		"boxes/butd_vg_obj36_10images.json": {10, 360, 0, 0},
		"detections/cocossd.json":           {42, 576, 0, 7},
		"detections/mb3-centernet.json":     {42, 346, 0, 7},
		"detections/nanodet.json":           {42, 322, 0, 7},
	} {
		run := all.Open(t, nil, filepath.Join(dir, name), loaders.Options{})
		boxes, gold, shown := 0, 0, 0
		for i := range run.Len() {
			ex := run.Scan(i)
			if ex.Broken != "" {
				t.Errorf("%s: %s is broken: %s", name, ex.ID, ex.Broken)
				continue
			}
			boxes += boxesOf(ex)
			gold += len(ex.Images[0].Gold)
			if run.Pictures != nil {
				if f, err := run.Pictures.Open(ex.Images[0].Path); err == nil {
					f.Close()
					shown++
				}
			}
		}
		check.Equal(t, "pictures boxes gold and pictures shown",
			[...]int{run.Len(), boxes, gold, shown}, [...]int{want.pictures, want.boxes, want.gold, want.shown}, name, want)
	}
}

// The detections of ../shared score what COCO's own code gives for them.
func TestOracleAveragePrecision(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "data", "boxes", "coco_sampled_dets.json")
	if _, err := os.Stat(path); err != nil {
		t.Skip("../shared is not here")
	}
	run := all.Open(t, nil, path, loaders.Options{})
	a := grounding.Protocol.Aggregate(scoring.Defaults())
	for i := range run.Len() {
		if e := grounding.Protocol.Prepare(run.Scan(i)); e != nil {
			a.Add(e)
		}
	}
	want := map[string]float64{"ap_coco": .503647, "ap_coco_50": .696973, "ap_coco_75": .571667}
	for _, s := range a.Scores() {
		x, known := want[s.Metric]
		if !known {
			continue
		}
		delete(want, s.Metric)
		if got, _ := s.Value.Float(); math.Abs(got-x) > 1e-6 || s.Count != 100 {
			t.Errorf("%s = %v of %d pictures, want %v of 100", s.Metric, got, s.Count, x)
		}
	}
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
}

// A crowd stands beside the gold, where what scores a detector finds it.
func TestCrowds(t *testing.T) {
	detected := []record.LabelledBox{{Label: "cat", Box: loaders.Box{X1: 10, Y1: 10}, Score: .5}}
	annotated := []record.LabelledBox{{Label: "cat", Box: loaders.Box{X1: 10, Y1: 10}},
		{Label: "cat", Box: loaders.Box{X0: 20, X1: 90, Y1: 90}, Crowd: true}}
	rec, im := &record.Record{}, loaders.Image{Units: loaders.Pixels, Width: 100, Height: 100}
	gold := rec.Objects(&im, detected, annotated, rec, record.InDetections)[1].Gold
	if len(gold.Boxes[0]) != 1 || len(gold.Crowds) != 1 || len(gold.Crowds[0]) != 1 || gold.Crowds[0][0].X0 != 20 || len(im.Gold) != 1 {
		t.Errorf("%+v with %d gold boxes on the picture, want one box and one crowd", gold, len(im.Gold))
	}
}
