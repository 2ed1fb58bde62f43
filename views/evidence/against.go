package evidence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Apart says why the subject cannot be held against its reference, "" where it
// can, or where there is none.
func (s *Subject) Apart() string {
	m, held := s.module(), s.Against.module()
	switch {
	case held == nil || s.Against.is(s):
		return ""
	case m == nil:
		return "no module is selected"
	case m.Output.Boxes != nil && held.Output.Boxes != nil:
		if !slices.EqualFunc(s.Example.Images, s.Against.Example.Images, func(a, b loaders.Image) bool {
			return a.Path == b.Path && slices.Equal(a.Proposals, b.Proposals)
		}) {
			return "the proposals are others"
		}
		return ""
	case m.Output.Tokens != nil && held.Output.Tokens != nil:
		p, q := s.Example.Passage, s.Against.Example.Passage
		if p == nil || q == nil || !slices.Equal(p.Tokens, q.Tokens) {
			return "the passages have other tokens"
		}
		return ""
	}
	return "the two do not both select boxes, or attend to the passage"
}

// held is the module that the subject is held against, nil for none.
func (s *Subject) held() *loaders.Module {
	if m := s.Against.module(); m != nil && !s.Against.is(s) && s.Apart() == "" {
		return m
	}
	return nil
}

// together is the subject as it is shown: where two modules attend to one
// passage, an example that has both and their difference as rows over it.
func (s *Subject) together() Subject {
	held := s.held()
	if held == nil || held.Output.Tokens == nil {
		return *s
	}
	if made := &s.Against.made; made.together == nil || made.of != s.Example || made.node != s.Node {
		made.of, made.node, made.together = s.Example, s.Node, s.rows(held)
	}
	both := *s
	both.Example, both.Node, both.Score, both.Against, both.Others = s.Against.made.together, -1, nil, nil, nil
	both.title = Label(s.module()) + " against " + s.Against.Name
	both.aim = peak(both.Example.Attributions[differenceRow].Scores)
	return both
}

// differenceRow is the place of the difference among the rows.
const differenceRow = 2

// peak is where the number furthest from 0 is.
func peak(numbers []float64) (at int) {
	for i, x := range numbers {
		if math.Abs(x) > math.Abs(numbers[at]) {
			at = i
		}
	}
	return at
}

// rows are the attention of the subject's module and of the one held, their
// difference, and the gold of the subject's.
func (s *Subject) rows(held *loaders.Module) *loaders.Example {
	m := s.module()
	here, there := m.Output.Tokens, held.Output.Tokens
	difference := make([]float64, max(len(here), len(there)))
	for i := range difference {
		if i < len(here) {
			difference[i] += here[i]
		}
		if i < len(there) {
			difference[i] -= there[i]
		}
	}
	ex := &loaders.Example{
		ID: s.Example.ID, Question: s.Example.Question, Tokens: s.Example.Tokens, Passage: s.Example.Passage,
		Attributions: []loaders.Attribution{
			{Name: "here", Over: "passage", Scores: here}, {Name: "held", Over: "passage", Scores: there},
			differenceRow: {Name: "difference", Over: "passage", Scores: difference, Signed: true},
		},
	}
	if m.Gold != nil && m.Gold.Spans != nil {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: "passage", Spans: m.Gold.Spans}}
	}
	return ex
}

// against marks the boxes that a module and the one that it is held against predict.
func against(of *Subject, held *loaders.Module) *boxed {
	b := boxedOf(of)
	b.held = true
	here, there := of.module().Output.Boxes, held.Output.Boxes
	for i := range b.images {
		im := &b.images[i]
		for k, box := range goldBoxes(of.module(), i) {
			b.add(boxMark{image: i, kind: goldMark, label: "gold", p: -1, gold: k}, box, againstRow("gold #"+strconv.Itoa(k), -1, -1))
		}
		counts := map[markKind]int{}
		for k, box := range im.Proposals {
			p, q := probability(here, i, k), probability(there, i, k)
			kind := bothMark
			switch over := of.Settings.Threshold; {
			case p <= over && q <= over:
				continue
			case q <= over:
				kind = hereMark
			case p <= over:
				kind = thereMark
			}
			counts[kind]++
			word := againstWords[kind]
			b.add(boxMark{image: i, kind: kind, proposal: k, label: againstSigns[kind] + strconv.Itoa(k), p: max(p, q), gold: -1}, box,
				againstRow(word+" #"+strconv.Itoa(k), p, q))
		}
		im.words = fmt.Sprintf("%s: %d in both, %d here alone, %d in the held one alone", imageName(i), counts[bothMark], counts[hereMark], counts[thereMark])
	}
	b.nameImages(func(im *boxedImage) bool { return !empty(im.Image) })
	slices.SortStableFunc(b.lines, func(x, y Line) int {
		m, n := &b.marks[x.Of], &b.marks[y.Of]
		return cmp.Or(cmp.Compare(m.image, n.image), cmp.Compare(n.kind, m.kind), cmp.Compare(n.p, m.p))
	})
	return b
}

// Kinds of the boxes of two modules, in words and before their numbers: colour and
// line tell them apart too.
var (
	againstWords = map[markKind]string{bothMark: "both", hereMark: "here", thereMark: "held"}
	againstSigns = map[markKind]string{bothMark: "=", hereMark: "+", thereMark: "-"}
)

// probability is that of proposal k of image i, 0 where the run has none.
func probability(p [][]float64, i, k int) float64 {
	if i < len(p) && k < len(p[i]) {
		return p[i][k]
	}
	return 0
}

// againstRow is a row of the words: what a box is, and both probabilities, below 0
// for none.
func againstRow(what string, p, q float64) []widget.Entry {
	return []widget.Entry{{Text: what}, {Text: probabilityText(p)}, {Text: probabilityText(q)}}
}

// againstColumns are those of the rows of words.
var againstColumns = []widget.Column{{Title: "what", Width: 9}, {Title: "p here", Width: 6, Right: true}, {Title: "p held", Width: 6, Right: true}}
