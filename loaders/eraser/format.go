package eraser

import (
	"context"
	"path/filepath"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const (
	resultsName     = "eraser"
	annotationsName = "eraser-annotations"
)

// Results reads a model's results.
var Results = loaders.Format{
	Name:   resultsName,
	About:  "ERASER results: rationales, classification and its scores, with annotations and documents",
	Sign:   "the keys annotation_id and rationales or classification, without evidences",
	Keys:   []string{"annotation_id", "rationales"},
	Detect: isResults,
	Open:   openResults,
}

// Annotations reads annotations without a model.
var Annotations = loaders.Format{
	Name:   annotationsName,
	About:  "ERASER annotations (train.jsonl, val.jsonl, test.jsonl) with their documents, no model",
	Sign:   "the keys annotation_id and evidences",
	Keys:   []string{"annotation_id", "evidences"},
	Detect: isAnnotations,
	Open:   openAnnotations,
}

func isResults(head []byte) bool {
	keys := record.Keys(head)
	return keys["annotation_id"] != 0 && keys["evidences"] == 0 && (keys["rationales"] == '[' || keys["classification"] != 0)
}

func isAnnotations(head []byte) bool {
	keys := record.Keys(head)
	return keys["annotation_id"] != 0 && keys["evidences"] == '['
}

func openAnnotations(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, annotationsName, 0, j.annotation)
	if err != nil {
		return nil, err
	}
	run.Gold, run.Dataset = "in the file", "ERASER"
	return run, j.docs.open(ctx, run, src, filepath.Dir(src.Path))
}

func openResults(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, resultsName, 0, j.result)
	if err != nil {
		return nil, err
	}
	return run, j.open(ctx, run, src, o)
}

// annotationFiles are those that travel with results. A benchmark's folder
// holds three, each with other examples.
var annotationFiles = record.Companion{
	What: "annotations", Flag: "--gold", Missing: "annotations (.jsonl with evidences)", Without: "gold",
	Name: func(name string) bool { return strings.HasSuffix(name, ".jsonl") }, Is: isAnnotations,
}

// open opens the annotations and the documents of results.
func (j *join) open(ctx context.Context, run *loaders.Run, src *loaders.Source, o loaders.Options) error {
	run.Dataset = "ERASER"
	files := annotationFiles
	files.Fits = record.AskedBy(ctx, src, "", record.TextOfKey("annotation_id")).
		Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "", record.KeyOf("annotation_id") })
	path, err := files.Find(src, run, o.Gold)
	if err != nil {
		return err
	}
	if path == "" {
		return j.docs.open(ctx, run, src, filepath.Dir(src.Path))
	}
	table, err := files.Table(ctx, src, run, path, "", "annotation", record.KeyOf("annotation_id"))
	if err != nil {
		return err
	}
	run.Gold, j.annotations = path, table
	return j.docs.open(ctx, run, src, filepath.Dir(path), filepath.Dir(src.Path))
}
