package coco

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// Results that are read and written again are the same detections.
func TestResultsComeBack(t *testing.T) {
	run := all.Open(t, nil, "testdata/results.json", loaders.Options{})
	src, err := files.OpenSource(files.DiskFiles{}, "testdata/instances.json")
	check.NoError(t, err)
	categories, err := ReadCategories(t.Context(), src)
	check.NoError(t, err)
	var b bytes.Buffer
	w := NewWriter(&b)
	w.IDs, w.Categories = true, categories
	for i := range run.Len() {
		check.NoError(t, w.Write(run.Example(i)))
	}
	check.NoError(t, w.Close())
	original, err := os.ReadFile("testdata/results.json")
	check.NoError(t, err)
	got, want := sorted(t, b.Bytes()), sorted(t, original)
	if !slices.Equal(got, want) || w.Boxes != len(want) {
		t.Errorf("%d detections\n%s\nwant\n%s", w.Boxes, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// sorted returns the detections of a file, in one order.
func sorted(t *testing.T, data []byte) []string {
	t.Helper()
	var list []struct {
		ImageID    int        `json:"image_id"`
		CategoryID int        `json:"category_id"`
		BBox       [4]float64 `json:"bbox"`
		Score      float64    `json:"score"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	var lines []string
	for _, r := range list {
		lines = append(lines, fmt.Sprint(r))
	}
	slices.Sort(lines)
	return lines
}

func TestWhatResultsHold(t *testing.T) {
	unit := loaders.Box{X1: 0.5, Y1: 1}
	module := func(op string, boxes ...[]float64) loaders.Module {
		return loaders.Module{Op: op, Text: "dog", Output: loaders.Output{Boxes: boxes}}
	}
	proposals := []loaders.Box{unit, {}, {X0: 1, Y0: 2, X1: 3, Y1: 5}}
	pixels := func(path string) loaders.Image {
		return loaders.Image{Path: path, Units: loaders.Pixels, Proposals: proposals}
	}
	fractions := func(width int) loaders.Image { return loaders.Image{Width: width, Height: width, Proposals: proposals} }
	find := module("find", []float64{0.6, 0.9, 0.5})
	found := func(id string, images ...loaders.Image) loaders.Example {
		return loaders.Example{ID: id, Images: images, Program: []loaders.Module{find}}
	}
	for _, c := range []struct {
		why  string
		w    ResultsWriter
		ex   loaders.Example
		want string // of the detections, or of the error
	}{
		{"a name of COCO's", ResultsWriter{}, found("7", pixels("val/COCO_val2014_000000391895.jpg")),
			`{"image_id":391895,"category_id":1,"bbox":[0,0,0.5,1],"score":0.6} {"image_id":391895,"category_id":1,"bbox":[1,2,2,3],"score":0.5}`},
		{"a name that is a number", ResultsWriter{Threshold: 0.5}, found("", pixels("12.png")),
			`{"image_id":12,"category_id":1,"bbox":[0,0,0.5,1],"score":0.6}`},
		{"a question's number is not a picture's, nor is one at the end of another name", ResultsWriter{Threshold: 0.5},
			found("7", pixels("dev-1-0.png")),
			`{"image_id":"dev-1-0.png","category_id":1,"bbox":[0,0,0.5,1],"score":0.6}`},
		{"examples that are pictures", ResultsWriter{Threshold: 0.5, IDs: true}, found("7", pixels("a.png")),
			`{"image_id":7,"category_id":1,"bbox":[0,0,0.5,1],"score":0.6}`},
		{"fractions become pixels", ResultsWriter{Threshold: 0.5}, found("a", fractions(200)),
			`{"image_id":"a","category_id":1,"bbox":[0,0,100,200],"score":0.6}`},
		{"one module of two, one category", ResultsWriter{Threshold: 0.5, Modules: []string{"filter"}, Categories: map[string]int64{"dog": 18}},
			loaders.Example{ID: "a", Images: []loaders.Image{pixels("")},
				Program: []loaders.Module{find, module("filter", []float64{0.8})}},
			`{"image_id":"a","category_id":18,"bbox":[0,0,0.5,1],"score":0.8}`},
		{"modules without boxes", ResultsWriter{}, loaders.Example{Program: []loaders.Module{{Op: "count"}}}, ""},
		{"fractions of nobody knows what", ResultsWriter{}, found("a", fractions(0)),
			"error: example \"a\", module 0 find: boxes are fractions of picture 0, whose size is unknown: name its folder with --images"},
		{"two pictures without names", ResultsWriter{}, found("a", pixels(""), pixels("")),
			"error: example \"a\", module 0 find: one of several pictures has no name, so detections can't refer to it"},
		{"an unknown category", ResultsWriter{Categories: map[string]int64{"cat": 17}}, found("a", pixels("")),
			"error: example \"a\", module 0 find: \"dog\" is not in the list of categories"},
		{"an output without its picture", ResultsWriter{}, found("a"),
			"error: example \"a\", module 0 find: the output is for a picture that the example doesn't have"},
	} {
		var b bytes.Buffer
		c.w.w = &b
		got := ""
		if err := c.w.Write(&c.ex); err != nil {
			got = "error: " + err.Error()
			if b.Len() > 0 {
				t.Errorf("%s: %q was written before the error", c.why, b.String())
			}
		} else {
			check.NoError(t, c.w.Close())
			got = strings.ReplaceAll(strings.Trim(b.String(), "[]\n"), ",\n", " ")
		}
		check.Equal(t, c.why, got, c.want)
	}
}

func TestCategoriesThatAreNone(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"no categories", `{"images":[]}`, "no categories found"},
		{"no name", `{"categories":[{"id":1}]}`, "lacks a numeric id or a name"},
		{"two of one name", `{"categories":[{"id":1,"name":"a"},{"id":2,"name":"a"}]}`, `duplicate category name "a"`},
		{"an id that is not a number", `{"categories":[{"id":"x","name":"a"}]}`, "lacks a numeric id or a name"},
	} {
		src, err := files.OpenSource(fstest.MapFS{"gt.json": {Data: []byte(c.text)}}, "gt.json")
		check.NoError(t, err)
		if _, err := ReadCategories(t.Context(), src); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), "gt.json") {
			t.Errorf("%s: the error %v, want %q", c.why, err, c.want)
		}
	}
}
