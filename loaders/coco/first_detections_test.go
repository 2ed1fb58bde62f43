package coco

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
)

// Boxes, categories and scores of which COCO's AP makes 0, or an accident, are problems.
func TestResultsThatCOCOMeansOtherwiseAreProblems(t *testing.T) {
	const truth = `{"images": [{"id": 1, "file_name": "a.jpg", "width": 100, "height": 100}], "categories": [{"id": 1, "name": "dog"}],
"annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 30, 30]}]}`
	for want, c := range map[string][4]string{
		"":                           {"1", "30", "0.5", "0.25"},
		"smaller than a pixel":       {"1", "0.3", "0.5", "0.25"},
		"category_id 7 is not":       {"7", "30", "0.5", "0.25"},
		"the first 2 scores are all": {"1", "30", "0.5", "0.50"},
	} {
		detection := `{"image_id": 1, "category_id": %s, "bbox": [10, 10, %s, 0.4], "score": %s}`
		results := "[" + fmt.Sprintf(detection, c[0], c[1], c[2]) + ",\n" + fmt.Sprintf(detection, c[0], c[1], c[3]) + "]"
		run := all.Open(t, fstest.MapFS{"results.json": {Data: []byte(results)}, "truth.json": {Data: []byte(truth)}}, "results.json",
			loaders.Options{})
		for i := range run.Len() {
			run.Example(i)
		}
		list, n := run.Problems.All()
		said := strings.Join(loaders.Map(list, func(p loaders.Problem) string { return p.What.String() }), "; ")
		if n != min(len(want), 1) || !strings.Contains(said, want) {
			t.Errorf("%q: %d problems: %s", want, n, said)
		}
	}
}
