package coco

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Writer writes detections as COCO's results: a list of
// {image_id, category_id, bbox, score}, bbox being left, top, width, height in
// pixels, an object a line. What a run calls a module's output are detections
// here: the proposals over a threshold with their probabilities.
//
// image_id is the number that a picture's file name ends with, as in COCO's
// own (COCO_val2014_000000391895.jpg), else the example's id where that is a
// number, else the file name itself. category_id is that of the categories
// given, by the text argument of the module; without categories all are 1.
type Writer struct {
	Threshold  float64        // proposals over it are written
	Modules    []string       // the ops of those that are, nil for all
	Categories map[string]int // nil for the one category 1

	w     io.Writer
	open  bool
	Boxes int // written so far
}

// NewWriter returns a writer to w, which must be closed.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// result is a detection, with its keys in the order of COCO's files.
type result struct {
	ImageID    any        `json:"image_id"`
	CategoryID int        `json:"category_id"`
	BBox       [4]float64 `json:"bbox"`
	Score      float64    `json:"score"`
}

// Write writes the detections of an example. It fails, and writes nothing, for
// what the format has no place for: boxes in fractions of a picture of unknown
// size, an example of several pictures that have no name, a category that is
// not among Categories.
func (w *Writer) Write(ex *loaders.Example) error {
	var list []result
	for node := range ex.Program {
		m := &ex.Program[node]
		if m.Output.Boxes == nil || w.Modules != nil && !slices.Contains(w.Modules, m.Op) {
			continue
		}
		found, err := w.results(ex, m)
		if err != nil {
			return fmt.Errorf("example %.80q, module %d %s: %w", ex.ID, node, m.Op, err)
		}
		list = append(list, found...)
	}
	for _, r := range list {
		b, err := json.Marshal(r)
		if err != nil {
			return err
		}
		before := ",\n"
		if !w.open {
			before = "[\n"
		}
		if _, err := w.w.Write(append([]byte(before), b...)); err != nil {
			return err
		}
		w.open = true
		w.Boxes++
	}
	return nil
}

func (w *Writer) results(ex *loaders.Example, m *loaders.Module) (list []result, err error) {
	category := 1
	if w.Categories != nil {
		var ok bool
		if category, ok = w.Categories[m.Text]; !ok {
			return nil, fmt.Errorf("the category %.80q is not among the categories", m.Text)
		}
	}
	for i, probabilities := range m.Output.Boxes {
		if i >= len(ex.Images) {
			return nil, errors.New("an output for a picture that the example does not have")
		}
		im := &ex.Images[i]
		id, err := imageID(ex, im)
		if err != nil {
			return nil, err
		}
		for k, p := range probabilities[:min(len(probabilities), len(im.Proposals))] {
			if !(p > w.Threshold) || im.Proposals[k] == (loaders.Box{}) { // padding
				continue
			}
			b, ok := pixelsOf(im, im.Proposals[k])
			if !ok {
				return nil, fmt.Errorf("boxes are fractions of picture %d, whose size in pixels the run does not say", i)
			}
			list = append(list, result{id, category, [4]float64{b.X0, b.Y0, b.X1 - b.X0, b.Y1 - b.Y0}, p})
		}
	}
	slices.SortStableFunc(list, func(a, b result) int { return cmp.Compare(b.Score, a.Score) })
	return list, nil
}

// pixelsOf returns b in pixels; ok is false where nobody knows the picture's
// size.
func pixelsOf(im *loaders.Image, b loaders.Box) (_ loaders.Box, ok bool) {
	if im.Units == loaders.Pixels {
		return b, true
	}
	if im.Width <= 0 || im.Height <= 0 {
		return b, false
	}
	w, h := float64(im.Width), float64(im.Height)
	return loaders.Box{X0: b.X0 * w, Y0: b.Y0 * h, X1: b.X1 * w, Y1: b.Y1 * h}, true
}

// imageID names a picture.
func imageID(ex *loaders.Example, im *loaders.Image) (any, error) {
	stem := strings.TrimSuffix(path.Base(im.Path), path.Ext(im.Path))
	digits := stem[len(strings.TrimRight(stem, "0123456789")):]
	// Of a name such as dev-12-0-1 the last number is not the picture's own.
	if before := strings.TrimSuffix(stem, digits); before == "" || strings.HasPrefix(before, "COCO_") {
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return n, nil
		}
	}
	if n, err := strconv.ParseInt(ex.ID, 10, 64); err == nil && len(ex.Images) == 1 {
		return n, nil
	}
	switch {
	case im.Path != "":
		return im.Path, nil
	case len(ex.Images) == 1:
		return ex.ID, nil
	}
	return nil, errors.New("of several pictures one has no name, so that detections cannot say which they are of")
}

// Close ends the list.
func (w *Writer) Close() error {
	end := "\n]\n"
	if !w.open {
		end = "[]\n"
	}
	_, err := io.WriteString(w.w, end)
	return err
}
