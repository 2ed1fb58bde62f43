package coco

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

// ResultsWriter writes the proposals over a threshold of a run's modules as COCO's results: a list of
// {image_id, category_id, bbox, score}, an object a line; bbox is left, top, width, height in
// pixels.
//
// image_id is the number in COCO's own file names (COCO_val2014_000000391895.jpg,
// 000000391895.jpg), or else the file's name. category_id is the id in Categories of the module's
// text; without them all are 1.
type ResultsWriter struct {
	Threshold  float64
	Modules    []string         // operators; nil: all
	Categories map[string]int64 // by name; nil: the one category 1
	// IDs says that the examples' ids are image ids, as [Format] makes them.
	IDs   bool
	Boxes int

	w    io.Writer
	open bool
}

// NewWriter returns a writer to w, which must be closed.
func NewWriter(w io.Writer) *ResultsWriter { return &ResultsWriter{w: w} }

// detectionResult has keys in the order of COCO's files.
type detectionResult struct {
	ImageID    any        `json:"image_id"`
	CategoryID int64      `json:"category_id"`
	BBox       [4]float64 `json:"bbox"`
	Score      float64    `json:"score"`
}

// Write writes an example's detections, the greatest score of each module first, and counts them in
// Boxes. It fails, and writes nothing, for what the format can't hold: boxes in fractions of a
// picture of unknown size, several pictures without names, a category that isn't among Categories.
func (w *ResultsWriter) Write(ex *loaders.Example) error {
	var list []detectionResult
	for node := range ex.Program {
		m := &ex.Program[node]
		if m.Output.Boxes == nil || w.Modules != nil && !slices.Contains(w.Modules, m.Op) {
			continue
		}
		found, err := w.resultsOf(ex, m)
		if err != nil {
			return loaders.Errorf("example %.80q, module %d %s: %w", ex.ID, node, m.Op, err)
		}
		list = append(list, found...)
	}
	for _, r := range list {
		b, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if _, err := w.w.Write(append([]byte(loaders.IfElse(w.open, ",\n", "[\n")), b...)); err != nil {
			return err
		}
		w.open = true
		w.Boxes++
	}
	return nil
}

// resultsOf leaves out padding, which isn't a detection, and proposals at or below the threshold.
// Boxes are in pixels, the most probable first.
func (w *ResultsWriter) resultsOf(ex *loaders.Example, m *loaders.Module) (list []detectionResult, err error) {
	category := int64(1)
	if w.Categories != nil {
		var ok bool
		if category, ok = w.Categories[m.Text]; !ok {
			return nil, loaders.Errorf("%.80q is not in the list of categories", m.Text)
		}
	}
	for i, probabilities := range m.Output.Boxes {
		if i >= len(ex.Images) {
			return nil, errors.New("the output is for a picture that the example doesn't have")
		}
		im := &ex.Images[i]
		for k, p := range probabilities[:min(len(probabilities), len(im.Proposals))] {
			if !(p > w.Threshold) || im.Proposals[k] == (loaders.Box{}) { // padding
				continue
			}
			id, err := w.imageID(ex, im)
			if err != nil {
				return nil, err
			}
			b, ok := im.Pixels(im.Proposals[k])
			if !ok {
				return nil, loaders.Errorf("boxes are fractions of picture %d, whose size is unknown: name its folder with --images", i)
			}
			list = append(list, detectionResult{id, category, [4]float64{b.X0, b.Y0, b.X1 - b.X0, b.Y1 - b.Y0}, p})
		}
	}
	loaders.SortBy(list, func(r detectionResult) float64 { return -r.Score })
	return list, nil
}

// imageID fails for one of several pictures without a name, because they would be mixed up.
func (w *ResultsWriter) imageID(ex *loaders.Example, im *loaders.Image) (any, error) {
	if n, err := strconv.ParseInt(ex.ID, 10, 64); err == nil && w.IDs {
		return n, nil
	}
	stem := strings.TrimSuffix(path.Base(im.Path), path.Ext(im.Path))
	before := strings.TrimRight(stem, "0123456789")
	// The last number of a name such as dev-12-0-1 is not the picture's own.
	if before == "" || strings.HasPrefix(strings.ToLower(before), "coco_") {
		if n, err := strconv.ParseInt(stem[len(before):], 10, 64); err == nil {
			return n, nil
		}
	}
	switch {
	case im.Path != "":
		return im.Path, nil
	case len(ex.Images) == 1:
		return ex.ID, nil
	}
	return nil, errors.New("one of several pictures has no name, so detections can't refer to it")
}

// ReadCategories returns ids by name in src, a file of ground truth, which it closes. It fails for
// none, for repeated or missing names, missing numbers, and a damaged file.
func ReadCategories(ctx context.Context, src *loaders.Source) (map[string]int64, error) {
	var problems loaders.Problems
	list, err := index.FindElements(ctx, src, "categories.*", &problems)
	if err != nil {
		src.Close()
		return nil, loaders.Errorf("%s: %w", src.Path, err)
	}
	defer func() { _ = list.Close() }() // only read
	ids := map[string]int64{}
	if err := record.Each(ctx, list, &problems, func(rec *record.Record) error {
		id, err := strconv.ParseInt(idOf(rec.Bytes, "id"), 10, 64)
		name := gjson.GetBytes(rec.Bytes, "name").String()
		_, twice := ids[name]
		switch {
		case err != nil || name == "":
			return errors.New("a category lacks a numeric id or a name")
		case twice:
			return loaders.Errorf("duplicate category name %.80q", name)
		case len(ids) >= maxCategories:
			return loaders.Errorf("more than %d categories", maxCategories)
		}
		ids[name] = id
		return nil
	}); err != nil {
		return nil, err
	}
	if found, n := problems.All(); n > 0 {
		return nil, errors.New(found[0].String())
	}
	if len(ids) == 0 {
		return nil, loaders.Errorf("%s: no categories found", src.Path)
	}
	return ids, nil
}

// Close ends the list. It does not close the underlying writer.
func (w *ResultsWriter) Close() error {
	_, err := io.WriteString(w.w, loaders.IfElse(w.open, "\n]\n", "[]\n"))
	return err
}
