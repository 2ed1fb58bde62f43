package coco

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/record"
	"faithscope/scoring"
	"faithscope/scoring/grounding"
)

var all = loadertest.Formats{Format, Detections}

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
func TestConformance(t *testing.T) {
	for name, run := range loadertest.Conform(t, all, outlineOf) {
		convention := "xywh, pixels"
		if name == "objects.json" { // box_xyxy
			convention = "xyxy, pixels"
		}
		gold := map[string]string{
			"instances.json": "in the file", "results.json": "testdata/instances.json", "scored.json": "testdata/instances.json",
		}[name]
		if run.Boxes != convention || filepath.ToSlash(run.Gold) != gold {
			t.Errorf("%s: boxes %q, gold %q; want %q, %q", name, run.Boxes, run.Gold, convention, gold)
		}
		// The detector itself drew three boxes over an edge.
		saying := map[string][]string{
			"detections.json": {"3 of 6 boxes reach outside"}, "objects.json": nil, "instances.json": {"crowds"},
			"results.json": {"crowds", "3 of 6 boxes reach outside"}, "scored.json": {"crowds", "3 of 6 boxes reach outside"},
		}[name]
		loadertest.Problems(t, run, saying...)
	}
}

const (
	truth   = `{"images":[{"id":1,"file_name":"a.jpg","width":10,"height":10}],"annotations":[{"id":1,"image_id":1,"category_id":7,"bbox":[1,1,4,4]}],"categories":[{"id":7,"name":"cat"}]}`
	results = `[{"image_id":1,"category_id":7,"bbox":[1,1,4,4],"score":0.9},{"image_id":1,"category_id":7,"bbox":[2,2,4,4],"score":0.2}]`
	byFile  = `[{"file":"a.jpg","width":10,"height":10,"detections":[{"label":"cat","score":0.9,"bbox":[1,1,4,4]}]}]`
	objects = `{"a":{"width":10,"height":10,"objects":[{"label":"cat","conf":0.9,"box_xyxy":[1,1,5,5]}]}}`
)

// Each broken twin of a good file says what is wrong, and loses nothing else.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		why, base, old, new string
		gold                string // beside results; "" is truth
		problem             string
		pictures, boxes     int // boxes that are not padding
	}{
		{why: "results as they are", base: results, pictures: 1, boxes: 2},
		{why: "no image_id", base: results, old: `{"image_id":1,"category_id":7,"bbox":[2`, new: `{"category_id":7,"bbox":[2`,
			problem: "without image_id", pictures: 1, boxes: 1},
		{why: "a box of three numbers", base: results, old: "[2,2,4,4]", new: "[2,2,4]", problem: "1 of 2 boxes do not have four numbers",
			pictures: 1, boxes: 1},
		{why: "a box with NaN", base: results, old: "[2,2,4,4]", new: "[2,NaN,4,4]", problem: "do not have four numbers", pictures: 1, boxes: 1},
		{why: "a box that is not one", base: results, old: "[2,2,4,4]", new: `"x"`, problem: "do not have four numbers", pictures: 1, boxes: 1},
		{why: "a box without width", base: results, old: "[2,2,4,4]", new: "[2,2,-1,4]", problem: "turned inside out", pictures: 1, boxes: 2},
		{why: "a box outside", base: results, old: "[2,2,4,4]", new: "[2,2,400,4]", problem: "outside the picture", pictures: 1, boxes: 2},
		{why: "a score over 1", base: results, old: "0.9", new: "9", problem: "outside 0..1", pictures: 1, boxes: 2},
		{why: "no score", base: results, old: `,"score":0.2`, new: "", problem: "not numbers", pictures: 1, boxes: 2},
		{why: "a picture that is not in the list", base: results, old: `{"image_id":1`, new: `{"image_id":5`,
			problem: "1 pictures that are not among the 1", pictures: 2, boxes: 1},
		{why: "a category without name", base: results, gold: strings.Replace(truth, `"name":"cat"`, `"nom":"cat"`, 1),
			problem: "without id or name", pictures: 1, boxes: 2},
		{why: "a category twice", base: results, gold: strings.Replace(truth, `{"id":7`, `{"id":7,"name":"a"},{"id":7`, 1),
			problem: "second category", pictures: 1, boxes: 2},
		{why: "a picture twice", base: results, gold: strings.Replace(truth, `"images":[`, `"images":[{"id":1,"file_name":"b.jpg"},`, 1),
			problem: "second picture", pictures: 1, boxes: 2},
		{why: "a picture without id", base: results, gold: strings.Replace(truth, `10}]`, `10},{"file_name":"b.jpg"}]`, 1),
			problem: "picture without id", pictures: 1, boxes: 2},
		{why: "gold of another picture", base: results, gold: strings.Replace(truth, `"image_id":1`, `"image_id":3`, 1),
			problem: `of the picture "3", which is not in the list`, pictures: 1, boxes: 2},
		{why: "gold cut off", base: results, gold: truth[:len(truth)-60], problem: "cut off", pictures: 1, boxes: 2},
		{why: "results cut off", base: results, old: `4],"score":0.2}]`, new: `4],"sc`, problem: "cut off", pictures: 1, boxes: 1},
		{why: "no gold", base: results, gold: "none", problem: "no ground truth", pictures: 1, boxes: 2},

		{why: "by file as it is", base: byFile, pictures: 1, boxes: 1},
		{why: "the detector failed", base: byFile, old: `"width"`, new: `"error":"out of memory","width"`, problem: "out of memory",
			pictures: 1, boxes: 1},
		{why: "a path that climbs out", base: byFile, old: "a.jpg", new: "../a.jpg", problem: "leads out", pictures: 1, boxes: 1},
		{why: "control characters in a label", base: byFile, old: `"cat"`, new: `"c\u001b[2Jt"`, pictures: 1, boxes: 1},
		{why: "detections that are none", base: byFile, old: `{"label":"cat","score":0.9,"bbox":[1,1,4,4]}`, new: "1",
			problem: "a JSON number where an object belongs", pictures: 1, boxes: 0},
		{why: "nests too deep", base: byFile, old: `"width"`, new: `"x":` + strings.Repeat("[", 400) + strings.Repeat("]", 400) + `,"width"`,
			problem: "nests deeper", pictures: 1, boxes: -1},

		{why: "objects as they are", base: objects, pictures: 1, boxes: 1},
		{why: "corners that are too few", base: objects, old: "[1,1,5,5]", new: "[1]", problem: "do not have four numbers", pictures: 1,
			boxes: 0},
		{why: "two of one name", base: objects, old: "}]}}", new: `}]},"a":{"objects":[]}}`, pictures: 2, boxes: 1},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := loadertest.Twin(t, c.base, c.old, c.new)
			fsys := fstest.MapFS{"run/run.json": {Data: []byte(text)}}
			switch c.gold {
			case "":
				fsys["run/gt.json"] = &fstest.MapFile{Data: []byte(truth)}
			case "none":
			default:
				fsys["run/gt.json"] = &fstest.MapFile{Data: []byte(c.gold)}
			}
			run := all.Open(t, fsys, "run/run.json", loaders.Options{})
			if run.Len() != c.pictures {
				t.Errorf("%d pictures, want %d", run.Len(), c.pictures)
			}
			if boxes := boxesOf(run.Example(0)); boxes != c.boxes {
				t.Errorf("%d boxes, want %d", boxes, c.boxes)
			}
			loadertest.Problem(t, run, c.problem)
		})
	}
}

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

// Gold that the user names has to be there.
func TestNamedFiles(t *testing.T) {
	for what, o := range map[string]loaders.Options{"gold": {Gold: "nowhere.json"}, "pictures": {Images: "nowhere"}} {
		if all.Err(t, nil, filepath.Join("testdata", "results.json"), o) == nil {
			t.Errorf("%s that are not there: no error", what)
		}
	}
}

// A picture is found by its name, with the ending that the file leaves out.
func TestPictures(t *testing.T) {
	fsys := fstest.MapFS{"run/run.json": {Data: []byte(objects)}, "images/a.png": {Data: []byte("x")}}
	run, err := files.NewOpener(fsys, all...).Open(t.Context(), "run/run.json", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if err := run.Wait(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if path := run.Example(0).Images[0].Path; path != "a.png" {
		t.Errorf("the picture is %q, want a.png", path)
	}
}

// A picture with many categories and boxes takes no more memory than it has
// to.
func TestManyCategories(t *testing.T) {
	const n = 2000
	p := picture{detected: []record.Boxed{}}
	for i := range n {
		p.detected = append(p.detected, record.Boxed{Label: strings.Repeat("x", i), Box: loaders.Box{X1: 1, Y1: 1}})
	}
	rec := &record.Record{}
	if ex := p.example(rec, rec); len(ex.Program) != 0 || len(ex.Images[0].Proposals) != n {
		t.Errorf("%d modules and %d boxes, want none and %d", len(ex.Program), len(ex.Images[0].Proposals), n)
	}
}

// FuzzCOCO opens any bytes, with any bytes as ground truth.
func FuzzCOCO(f *testing.F) {
	f.Add([]byte(results), []byte(truth))
	f.Add([]byte(truth), []byte(results))
	f.Add([]byte(byFile), []byte{})
	f.Add([]byte(objects), []byte{})
	f.Add([]byte(`[{"image_id":"a","category_id":null,"bbox":[1e999,NaN],"score":[]}]`), []byte(`{"images":[{"id":"a"`))
	f.Fuzz(func(t *testing.T, file, gold []byte) {
		fsys := fstest.MapFS{"run.json": {Data: file}, "gt.json": {Data: gold}}
		all.Walk(t, fsys, "run.json", func(_ *loaders.Run, ex *loaders.Example) {
			if ex.Broken != "" {
				return
			}
			im := ex.Images[0]
			for _, m := range ex.Program {
				if m.Output.Boxes != nil && len(m.Output.Boxes[0]) != len(im.Proposals) {
					t.Fatalf("%d scores for %d proposals", len(m.Output.Boxes[0]), len(im.Proposals))
				}
			}
			if len(im.Labels) != len(im.Proposals) {
				t.Fatalf("%d labels for %d proposals", len(im.Labels), len(im.Proposals))
			}
		})
	})
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
		if got := [...]int{run.Len(), boxes, gold, shown}; got != [...]int{want.pictures, want.boxes, want.gold, want.shown} {
			t.Errorf("%s: %v pictures, boxes, gold and pictures shown; want %v", name, got, want)
		}
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
	p := picture{
		width: 100, height: 100,
		detected: []record.Boxed{{Label: "cat", Box: loaders.Box{X1: 10, Y1: 10}, Score: .5}},
		gold: []record.Boxed{{Label: "cat", Box: loaders.Box{X1: 10, Y1: 10}},
			{Label: "cat", Box: loaders.Box{X0: 20, X1: 90, Y1: 90}, Crowd: true}},
	}
	rec := &record.Record{}
	ex := p.example(rec, rec)
	gold := ex.Program[1].Gold
	if len(gold.Boxes[0]) != 1 || len(gold.Crowds) != 1 || len(gold.Crowds[0]) != 1 || gold.Crowds[0][0].X0 != 20 ||
		len(ex.Images[0].Gold) != 1 {
		t.Errorf("%+v with %d gold boxes on the picture, want one box and one crowd", gold, len(ex.Images[0].Gold))
	}
}
