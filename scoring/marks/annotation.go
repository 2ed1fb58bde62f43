package marks

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Annotation is what a person says that a module should have returned or, of an example
// as a whole, what mattered. A nil list says nothing; an empty one says that there is
// nothing to find.
type Annotation struct {
	Boxes  [][][4]float64 `json:"boxes,omitzero"`  // per image: left, top, right, bottom, in the image's units
	Spans  [][2]int       `json:"spans,omitzero"`  // over tokens, the end excluded
	Counts []int          `json:"counts,omitzero"` // per image
}

// IsSaid reports whether the annotation says anything.
func (a *Annotation) IsSaid() bool { return a.Boxes != nil || a.Spans != nil || a.Counts != nil }

// Text is the annotation as a [Change] has it, "" for one that says nothing.
func (a *Annotation) Text() string {
	if !a.IsSaid() {
		return ""
	}
	text, err := json.Marshal(a)
	if err != nil {
		return "" // a number that is not finite, which nothing here makes
	}
	return string(text)
}

// parseAnnotation reads a text that [Annotation.Text] returned.
func parseAnnotation(text string) (a Annotation, err error) {
	if err = json.Unmarshal([]byte(text), &a); err != nil {
		return Annotation{}, err
	}
	for _, span := range a.Spans {
		if span[0] < 0 || span[1] <= span[0] {
			return Annotation{}, fmt.Errorf("[%d, %d] is not a span of tokens", span[0], span[1])
		}
	}
	for _, b := range slices.Concat(a.Boxes...) {
		if !(b[0] <= b[2] && b[1] <= b[3]) {
			return Annotation{}, fmt.Errorf("%v is not a box", b)
		}
	}
	if !a.IsSaid() {
		return a, errors.New("an annotation that says nothing")
	}
	return a, nil
}

// AnnotationOf is what gold says, for a person to start from; ok is false for gold that
// no annotation can say: a text, or a count that may be of either of two images.
func AnnotationOf(g *loaders.Gold, images []loaders.Image) (a Annotation, ok bool) {
	switch {
	case g == nil:
		return a, false
	case g.Boxes != nil:
		a.Boxes = loaders.Map(g.Boxes, func(boxes []loaders.Box) [][4]float64 {
			return append([][4]float64{}, loaders.Map(boxes, func(b loaders.Box) [4]float64 { return [4]float64{b.X0, b.Y0, b.X1, b.Y1} })...)
		})
	case g.Spans != nil:
		a.Spans = append([][2]int{}, loaders.Map(g.Spans, func(s loaders.Span) [2]int { return [2]int{s.Start, s.End} })...)
	case g.Value != nil:
		shown := loaders.CountFunc(images, func(im loaders.Image) bool { return im.Path != "" })
		if n := int(*g.Value); float64(n) == *g.Value && (shown == 1 && images[0].Path != "" || n == 0) {
			a.Counts = make([]int, len(images))
			a.Counts[0] = n
		}
	}
	return a, a.IsSaid()
}

// GoldBoxes returns the boxes per image.
func (a *Annotation) GoldBoxes() [][]loaders.Box {
	return loaders.Map(a.Boxes, func(list [][4]float64) []loaders.Box {
		return loaders.Map(list, func(b [4]float64) loaders.Box { return loaders.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]} })
	})
}

// GoldSpans returns the spans, not nil where any list was said.
func (a *Annotation) GoldSpans() []loaders.Span {
	if a.Spans == nil {
		return nil
	}
	return append([]loaders.Span{}, loaders.Map(a.Spans, func(s [2]int) loaders.Span { return loaders.Span{Start: s[0], End: s[1]} })...)
}

// gold is the annotation as a module's gold, nil for one that says nothing.
func (a *Annotation) gold(by string, images int) *loaders.Gold {
	g := &loaders.Gold{Source: by}
	switch {
	case a.Boxes != nil:
		g.Boxes = a.GoldBoxes()
		g.Boxes = append(g.Boxes, make([][]loaders.Box, max(0, images-len(g.Boxes)))...)
	case a.Spans != nil:
		g.Spans = a.GoldSpans()
	case a.Counts != nil:
		g.Value = new(float64(loaders.Sum(a.Counts)))
	default:
		return nil
	}
	return g
}

// Annotation returns what is said of a module of an example, [Whole] for the example.
func (b *Book) Annotation(id string, module int) Annotation {
	a, _ := parseAnnotation(b.Module(id, module).Gold)
	return a
}

// Annotated reports whether anything is said of an example or a module of it.
func (b *Book) Annotated(id string) bool {
	return b.any(id, func(e Entry) bool { return e.Gold != "" })
}

// HasGold reports whether anything in the book is an annotation.
func (b *Book) HasGold() bool {
	return held(b, func() bool {
		for _, e := range b.entries {
			if e.Gold != "" {
				return true
			}
		}
		return false
	})
}

// Over returns the tokens of which a person marks those that mattered, where the example
// has no program, and what [loaders.Rationale] calls them.
func Over(ex *loaders.Example) (over string, tokens []string) {
	for _, r := range ex.Rationales {
		if r.Tokens != nil && r.Over != "sentences" {
			return r.Over, r.Tokens
		}
	}
	for _, a := range ex.Attributions {
		if a.Tokens != nil && a.Over != "sentences" {
			return a.Over, a.Tokens
		}
	}
	if ex.Passage != nil {
		return "passage", ex.Passage.Tokens
	}
	return "tokens", ex.Tokens
}

// Gild returns an example with what the book's annotations say as the gold of its
// modules, of its images and as its rationale, under a name, in the place of what the
// files say.
func (b *Book) Gild(ex *loaders.Example, by string) *loaders.Example {
	own := *ex
	own.Program, own.Images = slices.Clone(ex.Program), slices.Clone(ex.Images)
	for i := range own.Program {
		a := b.Annotation(ex.ID, i)
		m, was := &own.Program[i], ex.Program[i].Gold
		if was == nil || len(was.Merged) == 0 {
			m.Gold = a.gold(by, len(ex.Images))
			continue
		}
		if was.Merged[0] != i { // says it already
			continue
		}
		g := a.gold(by, len(ex.Images))
		if g != nil {
			g.Merged = was.Merged
		}
		for _, k := range was.Merged {
			own.Program[k].Gold = g
		}
	}
	whole := b.Annotation(ex.ID, Whole)
	boxes := whole.GoldBoxes()
	for i := range own.Images {
		if own.Images[i].Gold = nil; i < len(boxes) {
			own.Images[i].Gold = boxes[i]
		}
	}
	if whole.Spans != nil {
		over, tokens := Over(ex)
		own.Rationales = []loaders.Rationale{{Name: by, Over: over, Tokens: tokens, Spans: whole.GoldSpans()}}
	}
	return &own
}

// People returns who but the owner has marks at a place: the name by which each was shown
// last, by what their book is kept under.
func People(at Location) map[string]string {
	names := map[string]string{}
	for _, f := range at.files() {
		lines, _, err := f.readNew()
		if err != nil {
			continue // [Open] says so
		}
		for _, l := range lines {
			if id, ok := strings.CutPrefix(l.Run, f.run+"\n"); ok {
				names[id] = cmp.Or(l.Who, names[id], id)
			}
		}
	}
	return names
}

// Annotate says of a module of an example what an annotation says, or nothing any more.
func (b *Book) Annotate(ctx context.Context, id string, module int, a Annotation) error {
	return b.Apply(ctx, Change{ID: id, Module: module, Kind: Gold, Text: a.Text(), Off: !a.IsSaid()})
}
