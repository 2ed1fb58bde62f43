package coco

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// LVIS writes its categories first, with more than the beginning that a format
// sees; captions have pictures and no boxes, and are not ground truth.
func TestLargeCategories(t *testing.T) {
	var categories []string
	for id := range 2000 {
		categories = append(categories, fmt.Sprintf(`{"id":%d,"name":"category %d","synonyms":["%s"]}`, id, id, strings.Repeat("x", 60)))
	}
	lvis := `{"info":{},"categories":[` + strings.Join(categories, ",") +
		`],"images":[{"id":5,"coco_url":"http://x/5.jpg","width":9,"height":9}],"annotations":[{"id":1,"image_id":5,"category_id":7,"bbox":[1,` +
		`1,2,2]}]}`
	run := all.Text(t, "lvis.json", lvis)
	if ex := run.Example(0); run.Len() != 1 || len(ex.Program) != 2 || ex.Program[1].Text != "category 7" {
		t.Errorf("%d pictures, %+v", run.Len(), ex.Program)
	}
	captions := `{"images":[` + strings.TrimSuffix(strings.Repeat(`{"id":1,"file_name":"`+strings.Repeat("x", 60)+`"},`, 2000),
		",") + `],"annotations":[{"id":1,"image_id":1,"caption":"A dog."}]}`
	check.Fails(t, "captions open as ground truth", all.Err(t, fstest.MapFS{"run": {Data: []byte(captions)}}, "run", loaders.Options{}))
}
