package eraser

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
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
	Detect: isResults,
	Open:   openResults,
}

// Annotations reads annotations without a model.
var Annotations = loaders.Format{
	Name:   annotationsName,
	About:  "ERASER annotations (train.jsonl, val.jsonl, test.jsonl) with their documents, no model",
	Sign:   "the keys annotation_id and evidences",
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

// join is what examples of a run are put together from.
type join struct {
	annotations *record.Table // nil for none
	docs        documents
}

func openAnnotations(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, annotationsName, 0, j.annotation)
	if err != nil {
		return nil, err
	}
	run.Gold, run.Dataset = "in the file", "ERASER"
	if err := j.docs.open(ctx, run, src, filepath.Dir(src.Path)); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

func openResults(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, resultsName, 0, j.result)
	if err != nil {
		return nil, err
	}
	if err := j.open(ctx, run, src, o); err != nil {
		run.Close() // the source with it; closing that twice does no harm
		return nil, err
	}
	return run, nil
}

// open opens the annotations and the documents of results.
func (j *join) open(ctx context.Context, run *loaders.Run, src *loaders.Source, o loaders.Options) error {
	path := o.Gold
	if path == "" {
		path = annotationsOf(ctx, src)
	}
	run.Dataset = "ERASER"
	if path == "" {
		run.Problems.Add(loaders.Problem{File: run.Path, What: "no annotations (.jsonl with evidences) that have its first example in its folder or the two above",
			Done: "shown without gold; --gold names the file"})
		return j.docs.open(ctx, run, src, filepath.Dir(src.Path))
	}
	table, err := record.OpenTable(ctx, src.Files, path, "", &run.Problems, annotationID)
	if err != nil {
		return fmt.Errorf("annotations: %w", err)
	}
	run.Own(table)
	run.Gold, j.annotations = path, table
	table.ReportLeft(ctx, run, "annotation")
	return j.docs.open(ctx, run, src, filepath.Dir(path), filepath.Dir(src.Path))
}

func annotationID(rec *record.Record) string {
	return gjson.GetBytes(rec.Bytes, "annotation_id").String()
}

// annotationsOf finds the annotations beside results that have the first
// result's, "" for none. A benchmark's folder holds three such files; the
// smallest are looked into first.
func annotationsOf(ctx context.Context, src *loaders.Source) string {
	first := gjson.GetBytes(src.Head, "annotation_id").String()
	sizes := map[string]int64{}
	found := files.Beside(src, func(e fs.DirEntry) bool {
		path := strings.ToLower(e.Name())
		return !e.IsDir() && strings.Contains(path, ".jsonl")
	})
	found = slices.DeleteFunc(found, func(path string) bool {
		other, err := files.OpenSource(src.Files, path)
		if err != nil {
			return true
		}
		defer other.Close()
		sizes[path] = other.Size
		return !isAnnotations(other.Head)
	})
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(sizes[a], sizes[b]) })
	for _, path := range found {
		var ignored loaders.Problems // they are reported when the file is read for good
		table, err := record.OpenTable(ctx, src.Files, path, "", &ignored, annotationID)
		if err != nil {
			continue
		}
		found := table.Has(&record.Record{}, first)
		if table.Close() == nil && found {
			return path
		}
	}
	return ""
}
