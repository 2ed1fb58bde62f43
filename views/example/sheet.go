package example

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// annotationSheet holds what a person annotates of a module: boxes, tokens or a count.
type annotationSheet struct {
	of    *loaders.Example
	node  int              // -1 for the whole example
	said  string           // the annotations it shows, as text
	shown *loaders.Example // changed in place; nil before the first
	// marked is 1 for each token that the person marked, else 0.
	marked []float64
}

func (s *annotationSheet) kind() loaders.Kind { return marks.KindOf(s.of, s.node) }

// layOut returns an example that shows only annotations: the person's boxes as gold and others' as
// proposals, tokens as output and gold, or a count.
func (s *annotationSheet) layOut(annotation marks.Annotation, annotatorBooks map[string]*marks.MarksBook) *loaders.Example {
	ex := s.of
	shown := &loaders.Example{ID: ex.ID, Question: ex.Question, Tokens: ex.Tokens}
	title := loaders.Module{Op: "relevant parts"}
	if s.node >= 0 {
		title.Op, title.Text = ex.Program[s.node].Op, ex.Program[s.node].Text
	}
	switch s.kind() {
	case loaders.BoxKind:
		shown.Images = slices.Clone(ex.Images)
		for k := range shown.Images {
			s.putBoxes(&shown.Images[k], k, annotation, annotatorBooks)
		}
		return shown
	case loaders.TokenKind:
		shown.Passage = &loaders.Passage{Tokens: s.putTokens(&title, annotation, annotatorBooks)}
	case loaders.NumberKind:
		if annotation.Counts != nil {
			title.Output.Number = &loaders.Number{Mean: float64(loaders.Sum(annotation.Counts))}
		}
	default:
		title.Output.Text = new("nothing to annotate: computed from its inputs")
	}
	shown.Program = []loaders.Module{title}
	return shown
}

func (s *annotationSheet) putBoxes(im *loaders.Image, k int, annotation marks.Annotation, annotatorBooks map[string]*marks.MarksBook) {
	im.Gold, im.Proposals, im.Labels, im.Likelihoods = loaders.ElementAt(annotation.Boxes, k), slices.Clone(im.Proposals), nil, nil
	for _, name := range loaders.SortedKeys(annotatorBooks) {
		im.Labels = append(im.Labels, make([]string, len(im.Proposals)-len(im.Labels))...)
		for _, b := range loaders.ElementAt(annotatorBooks[name].Annotation(s.of.ID, s.node).Boxes, k) {
			im.Proposals, im.Labels = append(im.Proposals, b), append(im.Labels, name)
		}
	}
}

// putTokens sets m's output to the person's tokens and its gold to others'. It returns all tokens
// of the text.
func (s *annotationSheet) putTokens(m *loaders.Module, annotation marks.Annotation,
	annotatorBooks map[string]*marks.MarksBook) (tokens []string) {
	var spans []loaders.Span
	_, tokens = marks.Over(s.of, s.node)
	s.marked = loaders.Within(annotation.Spans, len(tokens))
	m.Output.Tokens = s.marked
	for _, name := range loaders.SortedKeys(annotatorBooks) {
		spans = append(spans, annotatorBooks[name].Annotation(s.of.ID, s.node).Spans...)
	}
	if spans != nil {
		m.Gold = &loaders.Gold{Spans: spans}
	}
	return tokens
}

// blindOf returns a copy of the example whose modules show only how much is annotated, so that
// outputs don't influence the annotator. A step keeps what its tool returned, which it is judged by.
func blindOf(ex *loaders.Example, marksBook *marks.MarksBook) *loaders.Example {
	blind := *ex
	blind.Program = slices.Clone(ex.Program)
	areSteps := marks.KindOf(ex, len(ex.Program)-1) == loaders.VerdictKind
	for i := range blind.Program {
		m := &blind.Program[i]
		m.Output, m.Gold, m.Attention, m.Derived = loaders.IfElse(areSteps, m.Output.Returned(), loaders.Output{}), nil, nil, false
		switch own := marksBook.Annotation(ex.ID, i); {
		case own.Boxes != nil:
			m.Output.Boxes = loaders.Map(own.Boxes, func(list []loaders.Box) []float64 {
				return slices.Repeat([]float64{1}, len(list))
			})
		case own.Spans != nil:
			m.Output.Text = new(loaders.Count(len(own.Spans), "span"))
		case own.Verdict != nil:
			m.Gold = &loaders.Gold{Verdict: own.Verdict}
		case own.Counts != nil:
			m.Output.Number = &loaders.Number{Mean: float64(loaders.Sum(own.Counts))}
		}
	}
	return &blind
}

// judgedBy returns ex without outputs and gold, but with an annotator's verdicts on the steps as a judge's.
func judgedBy(ex *loaders.Example, marksBook *marks.MarksBook) *loaders.Example {
	judged := blindOf(ex, marksBook)
	for i := range judged.Program {
		m := &judged.Program[i]
		m.Output.Verdict, m.Gold = marksBook.Annotation(ex.ID, i).Verdict, nil
	}
	return judged
}

func (s *annotationSheet) scaleOf(imageIndex int) (w, h float64) {
	if im := &s.of.Images[imageIndex]; im.Units == loaders.Pixels {
		return float64(im.Width), float64(im.Height)
	}
	return 1, 1
}

func (s *annotationSheet) middleBox(imageIndex int) loaders.Box {
	w, h := s.scaleOf(imageIndex)
	return loaders.Box{X0: w / 4, Y0: h / 4, X1: 3 * w / 4, Y1: 3 * h / 4}
}
