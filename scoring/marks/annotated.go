package marks

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Annotation returns what is said of a module of an example, [Whole] for the example; the zero
// value if nothing is, or what is kept cannot be read.
func (b *Book) Annotation(id string, module int) Annotation {
	a, _ := parseAnnotation(b.Module(id, module).Gold)
	return a
}

// Annotated reports whether an annotation says anything of an example or a module of it; false for
// a nil book.
func (b *Book) Annotated(id string) bool {
	return b.anyEntry(id, func(e Entry) bool { return e.Gold != "" })
}

// MarksOf returns the tags of an example and of its modules, and whether any of them is marked or annotated.
func (b *Book) MarksOf(id string) (tags []string, marked, annotated bool) {
	return b.TagsOf(id), b.Marked(id), b.Annotated(id)
}

// HasGold reports whether anything in the book is an annotation; false for a nil book.
func (b *Book) HasGold() bool {
	return whileHeld(b, func() bool {
		for _, e := range b.entries {
			if e.Gold != "" {
				return true
			}
		}
		return false
	})
}

// Over returns the tokens among which a person marks those of a module, of the passage where there
// is one, or those that mattered in an example as a whole, for node [Whole], and what
// [loaders.Rationale] calls them: those of the first rationale or attribution with tokens, but not
// sentences, else of the passage, else of the question.
func Over(ex *loaders.Example, node int) (over loaders.Over, tokens []string) {
	if node >= 0 && ex.Passage != nil {
		return loaders.OverPassage, ex.Passage.Tokens
	}
	for _, r := range ex.Rationales {
		if r.Tokens != nil && r.Over != loaders.OverSentences {
			return r.Over, r.Tokens
		}
	}
	for _, a := range ex.Attributions {
		if a.Tokens != nil && a.Over != loaders.OverSentences {
			return a.Over, a.Tokens
		}
	}
	if ex.Passage != nil {
		return loaders.OverPassage, ex.Passage.Tokens
	}
	return loaders.OverTokens, ex.Tokens
}

// Gild returns a copy of an example with what the book's annotations say as the gold of its modules
// and images and as its only rationale, with by as source. It replaces all gold of modules and
// images in the files, also where nothing is said; rationales only if tokens were annotated.
// Modules merged in the file share the annotation of the first. Spans that do not lie within the
// text are problems, and left out.
func (b *Book) Gild(ex *loaders.Example, by string, problems *loaders.Problems) *loaders.Example {
	own := *ex
	own.Program, own.Images = slices.Clone(ex.Program), slices.Clone(ex.Images)
	for i := range own.Program {
		a := b.annotationWithin(ex, i, problems)
		m, was := &own.Program[i], ex.Program[i].Gold
		if was == nil || len(was.Merged) == 0 {
			m.Gold = a.asGold(by, len(ex.Images))
			continue
		}
		if was.Merged[0] != i { // says it already
			continue
		}
		g := a.asGold(by, len(ex.Images))
		if g != nil {
			g.Merged = was.Merged
		}
		for _, k := range was.Merged {
			own.Program[k].Gold = g
		}
	}
	whole := b.annotationWithin(ex, Whole, problems)
	for i := range own.Images {
		if own.Images[i].Gold = nil; i < len(whole.Boxes) {
			own.Images[i].Gold = whole.Boxes[i]
		}
	}
	if whole.Spans != nil {
		over, tokens := Over(ex, Whole)
		own.Rationales = []loaders.Rationale{{Name: by, Over: over, Tokens: tokens, Spans: whole.Spans}}
	}
	return &own
}

// annotationWithin is [Book.Annotation] without the spans that do not lie within the text of ex,
// each of which is a problem; where none is left, nothing is said of spans.
func (b *Book) annotationWithin(ex *loaders.Example, module int, problems *loaders.Problems) Annotation {
	a := b.Annotation(ex.ID, module)
	_, tokens := Over(ex, module)
	kept := loaders.Filter(a.Spans, func(s loaders.Span) bool {
		if s.End > len(tokens) {
			problems.Add(loaders.Problem{File: b.FileName(), Example: ex.ID}.Worded(
				"the annotated span %d to %d is not within %d tokens; left out", s.Start, s.End, len(tokens)))
		}
		return s.End <= len(tokens)
	})
	if len(kept) < len(a.Spans) {
		a.Spans = kept
	}
	return a
}

// People returns who but the owner has marks at a place: the name by which each was shown last, or
// else what their book is kept under, by the latter. Files that cannot be read are skipped.
func People(at Location) map[string]string {
	names := map[string]string{}
	for _, f := range at.filesAt() {
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

// Annotate writes that an annotation says this of a module of an example; one that says nothing
// removes what is there. It writes as [Book.Apply] does.
func (b *Book) Annotate(ctx context.Context, id string, module int, a Annotation) error {
	return b.Apply(ctx, Change{ID: id, Module: module, Kind: Gold, Text: a.Text(), Off: !a.IsSaid()})
}
