package marks

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Annotation is the zero value if missing or unreadable.
func (b *MarksBook) Annotation(exampleID string, moduleIndex int) Annotation {
	a, _ := parseAnnotation(b.Module(exampleID, moduleIndex).Gold)
	return a
}

// Annotated includes modules; false for a nil book.
func (b *MarksBook) Annotated(exampleID string) bool {
	return b.anyEntry(exampleID, func(e MarksEntry) bool { return e.Gold != "" })
}

// Finished reports whether a listed example is annotated, and its steps up to the first wrong one or all.
func (b *MarksBook) Finished(listedExample loaders.ListedExample) bool {
	first, next := -1, 0
	for _, node := range b.Modules(listedExample.ID) {
		verdict := b.Annotation(listedExample.ID, node).Verdict
		if verdict == nil {
			continue
		}
		if first < 0 {
			first, next = node, node // 1 behind a root
		}
		if node != next || first > 1 {
			return false
		}
		if next++; verdict.Verdict == loaders.Wrong {
			return true
		}
	}
	return b.Annotated(listedExample.ID) && (first < 0 || next == listedExample.Modules)
}

// MarksOf includes modules; annotated is [MarksBook.Finished].
func (b *MarksBook) MarksOf(listedExample loaders.ListedExample) (tags []string, marked, annotated bool) {
	return b.TagsOf(listedExample.ID), b.Marked(listedExample.ID), b.Finished(listedExample)
}

// HasGold reports any annotation; false for a nil book.
func (b *MarksBook) HasGold() bool {
	return whileHeld(b, func() bool {
		for _, e := range b.entries {
			if e.Gold != "" {
				return true
			}
		}
		return false
	})
}

// AnnotationProgress is how far somebody is with the steps of an example.
type AnnotationProgress struct {
	Steps, Marked int
	Wrong         int  // the first one marked wrong, from 1; 0 for none
	Next          int  // the first unmarked module, -1 for none
	IsDone        bool // all are marked, or all up to a wrong one
	IsHalf        bool // some are marked, and not done
}

// ProgressOn counts the annotator's verdicts; with a nil book those of the file.
func (b *MarksBook) ProgressOn(ex *loaders.Example) (p AnnotationProgress) {
	p.Next = -1
	for i := range ex.Program {
		if KindOf(ex, i) != loaders.VerdictKind {
			continue
		}
		p.Steps++
		v := b.Annotation(ex.ID, i).Verdict
		if g := ex.Program[i].Gold; b == nil && g != nil {
			v = g.Verdict
		}
		switch {
		case v == nil && p.Next < 0:
			p.Next = i
		case v != nil:
			p.Marked++
		}
		if v != nil && v.Verdict == loaders.Wrong && p.Wrong == 0 {
			p.Wrong, p.IsDone = p.Steps, p.Next < 0
		}
	}
	p.IsDone = p.IsDone || p.Steps > 0 && p.Next < 0
	p.IsHalf = p.Marked > 0 && !p.IsDone
	return p
}

// Gild returns a copy with the annotations as the gold of modules and images and as only rationale,
// with source as their source. They replace the files' gold even if missing, rationales only if
// tokens were annotated. Merged modules share the first's. Spans outside the text and verdicts on
// steps that aren't all judged up to the first wrong one are problems and left out.
func (b *MarksBook) Gild(ex *loaders.Example, annotatorName string, problems *loaders.Problems) *loaders.Example {
	own := *ex
	own.Program, own.Images = slices.Clone(ex.Program), slices.Clone(ex.Images)
	judged := b.ProgressOn(ex)
	if judged.IsHalf {
		problems.Add(loaders.Problem{File: b.FileName(), Example: ex.ID}.Worded(
			"%d of %d steps are annotated; verdicts count only once all steps up to the first wrong one are annotated", judged.Marked, judged.Steps))
	}
	for i := range own.Program {
		a := b.annotationWithin(ex, i, problems)
		if !judged.IsDone {
			a.Verdict = nil
		}
		g, was := a.asGold(annotatorName, len(ex.Images)), ex.Program[i].Gold
		if was == nil || len(was.Merged) == 0 {
			own.Program[i].Gold = g
			continue
		}
		if was.Merged[0] != i {
			continue
		}
		if g != nil {
			g.Merged = was.Merged
		}
		for _, k := range was.Merged {
			own.Program[k].Gold = g
		}
	}
	own.Meta = maps.Clone(ex.Meta)
	delete(own.Meta, loaders.BlamedAgent)
	whole := b.annotationWithin(ex, Whole, problems)
	for i := range own.Images {
		if own.Images[i].Gold = nil; i < len(whole.Boxes) {
			own.Images[i].Gold = whole.Boxes[i]
		}
	}
	if whole.Spans != nil {
		over, tokens := Over(ex, Whole)
		own.Rationales = []loaders.Rationale{{Name: annotatorName, Over: over, Tokens: tokens, Spans: whole.Spans}}
	}
	return &own
}

// annotationWithin leaves out spans outside the example's text, each a problem, because the text may
// have changed since.
func (b *MarksBook) annotationWithin(ex *loaders.Example, moduleIndex int, problems *loaders.Problems) Annotation {
	a := b.Annotation(ex.ID, moduleIndex)
	_, tokens := Over(ex, moduleIndex)
	kept := loaders.Filter(a.Spans, func(s loaders.Span) bool {
		if s.End > len(tokens) {
			problems.Add(loaders.Problem{File: b.FileName(), Example: ex.ID}.Worded(
				"the annotated span %d to %d is outside the text of %d tokens; left out", s.Start, s.End, len(tokens)))
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
func People(location MarksLocation) map[string]string {
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
