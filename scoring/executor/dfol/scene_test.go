package dfol

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

func TestWrongScenesAreErrors(t *testing.T) {
	const of = `{"imageId": "a", "objects": [[1, 2, 3, 4]], `
	for line, want := range map[string]string{
		`{"imageId": "a", "objects": [[1, 2, 3]]}`: "object 0 needs 4 numbers, not 3",
		of + `"gold": [0, 1]}`:                     "gold has the wrong number of entries: 2, expected 1",
		of + `"attributes": {"red": []}}`:          `"red" has the wrong number of likelihoods: 0, expected 1`,
		of + `"attributes": {"red": [1.5]}}`:       "1.5 is not a likelihood",
		of + `"attributes": {"red": [NaN]}}`:       "NaN is not a likelihood",
		of + `"attributes": {"red": ["much"]}}`:    "NaN is not a likelihood",
		of + `"relations": {"on": []}}`:            "has the wrong number of rows: 0, expected 1",
		of + `"relations": {"on": [[0, 1]]}}`:      `"on" has the wrong number of likelihoods: 2, expected 1`,
		`{"imageId": "a", "objects": [` + strings.Repeat("[0,0,1,1],", mostObjects) + `[0,0,1,1]]}`: "objects exceed the limit",
	} {
		_, err := ReadScene(&record.Record{Bytes: []byte(line)})
		check.Error(t, "error", err, want, line[:min(len(line), 80)])
	}
}

func TestScenesKeepTheirObjects(t *testing.T) {
	s, err := ReadScene(&record.Record{Bytes: []byte(`{"imageId": "a", "width": 10, "height": 10, "objects": [[1, 2, 3, 5]]}`)})
	if want := (loaders.Box{X0: 1, Y0: 2, X1: 4, Y1: 7}); err != nil || s.Boxes[0] != want {
		t.Errorf("%v, %v, want %v", s, err, want)
	}
}

func FuzzReadScene(f *testing.F) {
	f.Add(
		`{"imageId": "a", "width": 9, "height": -1, "objects": [[1, 2, 3, 4]], "gold": [-1], "attributes": {"red": [0.5]}, "relations": ` +
			`{"on": [[0]]}}`)
	f.Add(`{"imageId": 3, "objects": null, "attributes": {"": []}, "relations": {"on": null}}`)
	p := compiled(f, parsed(f, "exist(relate[red,on,s](find[red]))"), nil)
	f.Fuzz(func(t *testing.T, line string) {
		s, err := ReadScene(&record.Record{Bytes: []byte(line)})
		if err != nil {
			return
		}
		if l, err := NewRunner(Settings{}).Likelihood(p, s); err == nil && !(l[0] >= 0 && l[0] <= 1) {
			t.Errorf("%q: likelihood %v", line, l)
		}
		check.Equal(t, "proposals of objects", len(s.Image("x").Proposals), s.Len(), line)
	})
}
