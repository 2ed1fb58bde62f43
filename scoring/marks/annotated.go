package marks

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Annotation is the zero value if missing or unreadable.
func (b *Book) Annotation(id string, module int) Annotation {
	a, _ := parseAnnotation(b.Module(id, module).Gold)
	return a
}

// Annotated includes modules; false for a nil book.
func (b *Book) Annotated(id string) bool {
	return b.anyEntry(id, func(e Entry) bool { return e.Gold != "" })
}

// MarksOf includes modules.
func (b *Book) MarksOf(id string) (tags []string, marked, annotated bool) {
	return b.TagsOf(id), b.Marked(id), b.Annotated(id)
}

// HasGold reports any annotation; false for a nil book.
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

// Over returns a module's tokens, the passage's if there is one, or for [Whole] those of the first
// rationale or attribution with tokens that aren't sentences, else of the passage or question.
func Over(ex *loaders.Example, node int) (over loaders.ScoredText, tokens []string) {
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

// Gild returns a copy with the annotations as the gold of modules and images and as only rationale,
// with source as their source. They replace the files' gold even if missing, rationales only if
// tokens were annotated. Merged modules share the first's. Spans outside the text are problems and
// left out.
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
		if was.Merged[0] != i {
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

// The text may have changed since.
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

// People returns last shown names, or else keys, of others' books by key. Unreadable files are
// skipped.
func People(location Location) map[string]string {
	names := map[string]string{}
	for _, f := range location.filesAt() {
		lines, _, err := f.readNew()
		if err != nil {
			continue
		}
		for _, l := range lines {
			if id, ok := strings.CutPrefix(l.Run, f.run+"\n"); ok {
				names[id] = cmp.Or(l.Who, names[id], id)
			}
		}
	}
	return names
}

// Annotate writes like [Book.Apply]; an empty one removes it.
func (b *Book) Annotate(ctx context.Context, id string, module int, a Annotation) error {
	return b.Apply(ctx, Change{ID: id, Module: module, Kind: Gold, Text: a.Text(), Off: !a.IsSaid()})
}
