package marks

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"faithscope/loaders"
)

// Annotation holds what a module should have returned, or what mattered in an example. A nil list says
// nothing; an empty one says that there is nothing to find.
type Annotation struct {
	Boxes  [][]loaders.Box `json:"boxes,omitzero"`  // per image, in its units
	Spans  []loaders.Span  `json:"spans,omitzero"`  // over tokens
	Counts []int           `json:"counts,omitzero"` // per image
}

// IsSaid reports whether the annotation says anything.
func (a *Annotation) IsSaid() bool { return a.Boxes != nil || a.Spans != nil || a.Counts != nil }

// Text is for a [Change], "" for one that says nothing.
func (a *Annotation) Text() string {
	if !a.IsSaid() {
		return ""
	}
	text, _ := json.Marshal(a)
	return string(text)
}

// A file may come from anyone.
func parseAnnotation(text string) (a Annotation, err error) {
	if err = json.Unmarshal([]byte(text), &a); err != nil {
		return Annotation{}, err
	}
	for _, span := range a.Spans {
		if span.Start < 0 || span.End <= span.Start {
			return Annotation{}, fmt.Errorf("[%d, %d] is not a span of tokens", span.Start, span.End)
		}
	}
	for _, b := range slices.Concat(a.Boxes...) {
		if !(b.X0 <= b.X1 && b.Y0 <= b.Y1) {
			return Annotation{}, fmt.Errorf("%v is not a box", b.Corners())
		}
	}
	if slices.ContainsFunc(a.Counts, func(n int) bool { return n < 0 || n > 1e9 }) {
		return Annotation{}, fmt.Errorf("%v are not counts", a.Counts)
	}
	if !a.IsSaid() {
		return a, errors.New("an annotation that says nothing")
	}
	return a, nil
}

// AnnotationOf starts from gold; ok is false without, and for gold that no annotation can say: a
// text, or a count of no image or of either of two.
func AnnotationOf(g *loaders.Gold, images []loaders.Image) (a Annotation, ok bool) {
	switch g.Kind() {
	case loaders.BoxKind:
		a.Boxes = loaders.Map(g.Boxes, func(boxes []loaders.Box) []loaders.Box { return append([]loaders.Box{}, boxes...) })
	case loaders.TokenKind:
		a.Spans = slices.Clone(g.Spans)
	case loaders.NumberKind:
		shown := loaders.CountFunc(images, func(im loaders.Image) bool { return im.Path != "" })
		isFirstAlone := shown == 1 && images[0].Path != ""
		if n := int(*g.Value); len(images) > 0 && float64(n) == *g.Value && (isFirstAlone || n == 0) {
			a.Counts = make([]int, len(images))
			a.Counts[0] = n
		}
	}
	return a, a.IsSaid()
}

func (a *Annotation) asGold(by string, images int) *loaders.Gold {
	g := &loaders.Gold{Source: by}
	switch {
	case a.Boxes != nil:
		g.Boxes = append(slices.Clip(a.Boxes), make([][]loaders.Box, images)...)[:images]
	case a.Spans != nil:
		g.Spans = a.Spans
	case a.Counts != nil:
		g.Value = new(float64(loaders.Sum(a.Counts)))
	default:
		return nil
	}
	return g
}
