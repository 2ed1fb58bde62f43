package coco

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// setOf writes ground truth of pictures with the ids first to last and a size,
// each with one annotation; with score it is results in that form.
func setOf(first, last, size int, score string) string {
	var images, annotations []string
	for id := first; id <= last; id++ {
		images = append(images, fmt.Sprintf(`{"id":%d,"file_name":"%d.jpg","width":%d,"height":%d}`, id, id, size, size))
		annotations = append(annotations, fmt.Sprintf(`{"id":%d,"image_id":%d,"category_id":7,"bbox":[%d,1,9,9]%s}`, id, id, size-20, score))
	}
	return `{"images":[` + strings.Join(images, ",") + `],"annotations":[` + strings.Join(annotations,
		",") + `],"categories":[{"id":7,"name":"cat"}]}`
}

// Results in the form of a data set are results, however they are written.
func TestResultsAsDataset(t *testing.T) {
	compact := setOf(1, 3, 100, `,"score":0.9`)
	var value any
	if err := json.Unmarshal([]byte(compact), &value); err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(value, "", "  ") // keys in another order
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"compact": compact, "indented": string(indented)} {
		fsys := fstest.MapFS{"r/run.json": {Data: []byte(text)}, "gt.json": {Data: []byte(setOf(1, 3, 100, ""))}}
		run := all.Open(t, fsys, "r/run.json", loaders.Options{Gold: "gt.json"})
		ex := run.Example(0)
		if run.Gold != "gt.json" || len(ex.Images[0].Proposals) != 1 || len(ex.Images[0].Gold) != 1 {
			t.Errorf("%s: gold %q, %d detections and %d gold boxes, want one each", name, run.Gold, len(ex.Images[0].Proposals),
				len(ex.Images[0].Gold))
		}
	}
}

// Of several files of ground truth the one that fits is joined: by ids, and
// where those are small numbers by the sizes of the pictures.
func TestRightGold(t *testing.T) {
	results := `[{"image_id":2,"category_id":7,"bbox":[400,1,40,9],"score":0.9},{"image_id":3,"category_id":7,"bbox":[380,1,40,9],"score":0.9}]`
	for _, c := range []struct {
		why  string
		gold map[string]string // the truth beside the results
		want string
		says string
	}{
		{"ids of one", map[string]string{"a.json": setOf(10, 30, 500, ""), "b.json": setOf(1, 5, 500, "")}, "r/b.json", ""},
		{"sizes of one", map[string]string{"a.json": setOf(1, 30, 50, ""), "b.json": setOf(1, 5, 500, "")}, "r/b.json", ""},
		{"results beside results", map[string]string{"a.json": setOf(1, 5, 500, `,"score":0.5`), "b.json": setOf(1, 5, 500, "")}, "r/b.json", ""},
		{"two alike", map[string]string{"a.json": setOf(1, 5, 500, ""), "b.json": setOf(1, 5, 500, "")}, "r/a.json", "2 files of ground truth"},
		{"ids by chance", map[string]string{"a.json": setOf(1, 30, 50, "")}, "r/a.json", "fit 40 %"},
		{"ids of none", map[string]string{"a.json": setOf(10, 30, 500, "")}, "", "answer none of its records"},
	} {
		fsys := fstest.MapFS{"r/run.json": {Data: []byte(results)}}
		for name, text := range c.gold {
			fsys["r/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
		run := all.Open(t, fsys, "r/run.json", loaders.Options{})
		if run.Gold != c.want {
			t.Errorf("%s: joined with %q, want %q", c.why, run.Gold, c.want)
		}
		loadertest.Problem(t, run, c.says)
	}
}

// A file that the user names as gold and that is none is an error.
func TestNamedGold(t *testing.T) {
	for why, c := range map[string][3]string{
		"ids of none": {`[{"image_id":2,"category_id":7,"bbox":[1,1,4,9],"score":0.9}]`, setOf(10, 30, 500, ""),
			"answers none of the run's records"},
		"not gold":         {`[{"image_id":2,"category_id":7,"bbox":[1,1,4,9],"score":0.9}]`, `{"a":1}`, "it does not hold ground truth"},
		"gold with a gold": {setOf(1, 2, 50, ""), setOf(1, 2, 50, ""), "is not used"},
	} {
		fsys := fstest.MapFS{"r/run.json": {Data: []byte(c[0])}, "gold.json": {Data: []byte(c[1])}}
		if err := all.Err(t, fsys, "r/run.json", loaders.Options{Gold: "gold.json"}); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v, want %q", why, err, c[2])
		}
	}
}

// LVIS writes its categories first, with more than the beginning that a format
// sees; captions have pictures and no boxes, and are not ground truth.
func TestLargeCategories(t *testing.T) {
	var categories []string
	for id := range 2000 {
		categories = append(categories, fmt.Sprintf(`{"id":%d,"name":"category %d","synonyms":["%s"]}`, id, id, strings.Repeat("x", 60)))
	}
	lvis := `{"info":{},"categories":[` + strings.Join(categories,
		",") + `],"images":[{"id":5,"coco_url":"http://x/5.jpg","width":9,"height":9}],"annotations":[{"id":1,"image_id":5,"category_id":7,"bbox":[1,1,2,2]}]}`
	run := all.Text(t, "lvis.json", lvis)
	if ex := run.Example(0); run.Len() != 1 || len(ex.Program) != 2 || ex.Program[1].Text != "category 7" {
		t.Errorf("%d pictures, %+v", run.Len(), ex.Program)
	}
	captions := `{"images":[` + strings.TrimSuffix(strings.Repeat(`{"id":1,"file_name":"`+strings.Repeat("x", 60)+`"},`, 2000),
		",") + `],"annotations":[{"id":1,"image_id":1,"caption":"A dog."}]}`
	if err := all.Err(t, fstest.MapFS{"run": {Data: []byte(captions)}}, "run", loaders.Options{}); err == nil {
		t.Error("captions open as ground truth")
	}
}
