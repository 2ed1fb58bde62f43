package eraser

import (
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Results reads a model's results.
var Results = record.NewFormat(loaders.Format{
	Name:   "eraser",
	About:  "ERASER results: rationales, classification and its scores, with annotations and documents",
	Sign:   "the keys annotation_id and rationales or classification, without evidences",
	Keys:   []string{"annotation_id", "rationales"},
	Detect: isResults,
}, record.Codec{Dataset: "ERASER", Open: openResults})

// Annotations reads annotations without a model.
var Annotations = record.NewFormat(loaders.Format{
	Name:   "eraser-annotations",
	About:  "ERASER annotations (train.jsonl, val.jsonl, test.jsonl) with their documents, no model",
	Sign:   "the keys annotation_id and evidences",
	Keys:   []string{"annotation_id", "evidences"},
	Detect: isAnnotations,
}, record.Codec{Dataset: "ERASER", Gold: "in the file", Open: openAnnotations})

var isResults = record.Keyed("", "annotation_id, !evidences, rationales:[|classification")

var isAnnotations = record.Keyed("", "annotation_id, evidences:[")

func openAnnotations(o *record.Opening) error {
	j := &join{}
	if err := o.Lines(0, record.As(j.annotation)); err != nil {
		return err
	}
	return j.docs.open(o, filepath.Dir(o.Source.Path))
}

// annotationFiles are those that travel with results.
var annotationFiles = record.Companion{
	What: "annotations", Flag: "--gold", Missing: "annotations (.jsonl with evidences)", Without: "gold",
	Name: func(name string) bool { return strings.HasSuffix(name, ".jsonl") }, Is: isAnnotations,
	Entries: record.At("", record.KeyOf("annotation_id")), Asks: record.KeyOf("annotation_id"),
	Left: "annotation", Blank: record.BlankOf("annotation_id"), Official: "; ERASER's metrics refuse such a file",
}

// openResults joins the annotations, and the documents beside them or beside the
// run.
func openResults(o *record.Opening) (err error) {
	j := &join{}
	if err = o.Lines(0, record.As(j.result)); err != nil {
		return err
	}
	if j.annotations, err = o.Join(annotationFiles); err != nil {
		return err
	}
	dirs := []string{filepath.Dir(o.Source.Path)}
	if j.annotations != nil {
		dirs = slices.Insert(dirs, 0, filepath.Dir(j.annotations.Path))
	}
	return j.docs.open(o, dirs...)
}
