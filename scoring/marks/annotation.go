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
	// of a step: right, neutral or wrong, and why
	Verdict *loaders.StepOpinion `json:"verdict,omitempty"`
}

// IsSaid reports whether the annotation says anything.
func (a *Annotation) IsSaid() bool {
	return a.Boxes != nil || a.Spans != nil || a.Counts != nil || a.Verdict != nil
}

// Text is for a [Change], "" for one that says nothing.
func (a *Annotation) Text() string {
	if !a.IsSaid() {
		return ""
	}
	text, _ := json.Marshal(a)
	return string(text)
}

// parseAnnotation checks every number, because a file may come from anyone.
func parseAnnotation(annotationJSON string) (a Annotation, err error) {
	if err = json.Unmarshal([]byte(annotationJSON), &a); err != nil {
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
	if v := a.Verdict; v != nil && v.Verdict != loaders.Right && v.Verdict != loaders.Neutral && v.Verdict != loaders.Wrong {
		return Annotation{}, fmt.Errorf("%s is not a verdict", v.Verdict)
	}
	if !a.IsSaid() {
		return a, errors.New("the annotation is empty")
	}
	return a, nil
}

// AnnotationOf starts from gold; ok is false without, and for gold that no annotation can say: a
// text, a verdict, or a count of no image or of either of two.
func AnnotationOf(g *loaders.Gold, exampleImages []loaders.Image) (a Annotation, ok bool) {
	switch g.Kind() {
	case loaders.BoxKind:
		a.Boxes = loaders.Map(g.Boxes, func(boxes []loaders.Box) []loaders.Box { return append([]loaders.Box{}, boxes...) })
	case loaders.TokenKind:
		a.Spans = slices.Clone(g.Spans)
	case loaders.NumberKind:
		shown := loaders.CountFunc(exampleImages, func(im loaders.Image) bool { return im.Path != "" })
		isFirstAlone := shown == 1 && exampleImages[0].Path != ""
		if n := int(*g.Value); len(exampleImages) > 0 && float64(n) == *g.Value && (isFirstAlone || n == 0) {
			a.Counts = make([]int, len(exampleImages))
			a.Counts[0] = n
		}
	}
	return a, a.IsSaid()
}

func (a *Annotation) asGold(annotatorName string, imageCount int) *loaders.Gold {
	g := &loaders.Gold{Source: annotatorName}
	switch {
	case a.Boxes != nil:
		g.Boxes = append(slices.Clip(a.Boxes), make([][]loaders.Box, imageCount)...)[:imageCount]
	case a.Spans != nil:
		g.Spans = a.Spans
	case a.Counts != nil:
		g.Value = new(float64(loaders.Sum(a.Counts)))
	case a.Verdict != nil:
		g.Verdict = &loaders.StepOpinion{Verdict: a.Verdict.Verdict, Reason: a.Verdict.Reason, Category: a.Verdict.Category, By: annotatorName}
	default:
		return nil
	}
	return g
}
