package evidence

import (
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
)

// heldModule returns the module of the reference, nil for none and for the subject's own.
func (s *Subject) heldModule() *loaders.Module {
	if r := s.Against; r != nil && (r.Example != s.Example || r.Node != s.Node) {
		return moduleOf(r.Example, r.Node)
	}
	return nil
}

// WhyIncomparable returns why the subject cannot be compared with its reference, "" if it
// can, or if there is none.
func (s *Subject) WhyIncomparable() string {
	m, held := s.module(), s.heldModule()
	switch {
	case held == nil:
		return ""
	case m == nil:
		return "no module is selected"
	case m.Output.Boxes != nil && held.Output.Boxes != nil:
		if !slices.EqualFunc(s.Example.Images, s.Against.Example.Images, func(a, b loaders.Image) bool {
			return a.Path == b.Path && slices.Equal(a.Proposals, b.Proposals)
		}) {
			return "the two have different proposals"
		}
		return ""
	case m.Output.Tokens != nil && held.Output.Tokens != nil:
		p, q := s.Example.Passage, s.Against.Example.Passage
		if p == nil || q == nil || !slices.Equal(p.Tokens, q.Tokens) {
			return "the two passages have different tokens"
		}
		return ""
	}
	return "the two do not both select boxes, or attend to the passage"
}

// reference is the module with which the subject is compared; nil if there is none.
func (s *Subject) reference() *loaders.Module {
	if held := s.heldModule(); held != nil && s.WhyIncomparable() == "" {
		return held
	}
	return nil
}

// together is the subject as it is shown: where two modules attend to one
// passage, an example with both and their difference as rows over it.
func (s *Subject) together() Subject {
	held := s.reference()
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

// rows are the attention of the subject's module and of the reference, their difference,
// and the gold of the subject's module.
func (s *Subject) rows(held *loaders.Module) *loaders.Example {
	m := s.module()
	here, there := m.Output.Tokens, held.Output.Tokens
	difference := loaders.Fill(max(len(here), len(there)), func(i int) float64 { return at(here, i) - at(there, i) })
	ex := &loaders.Example{
		ID: s.Example.ID, Question: s.Example.Question, Tokens: s.Example.Tokens, Passage: s.Example.Passage,
		Attributions: []loaders.Attribution{
			{Name: "here", Over: loaders.OverPassage, Scores: here}, {Name: "held", Over: loaders.OverPassage, Scores: there},
			differenceRow: {Name: "difference", Over: loaders.OverPassage, Scores: difference, Signed: true},
		},
	}
	if m.Gold != nil && m.Gold.Spans != nil {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: loaders.OverPassage, Spans: m.Gold.Spans}}
	}
	return ex
}

// boxesAgainst marks the boxes that a module and the reference predict and, if below is
// set, those that neither predicts.
func boxesAgainst(of *Subject, held *loaders.Module, below bool) *boxed {
	b := boxedOf(of, &against)
	if of.Against.Before {
		b.mode = &changed
	}
	b.below = below
	here, there := of.module().Output.Boxes, held.Output.Boxes
	for i := range b.images {
		im := &b.images[i]
		for k, box := range goldBoxes(of.module(), i) {
			// With the proposal that overlaps it best, as far as that is known.
			mark := boxMark{image: i, kind: goldMark, label: "gold", p: -1, here: -1, held: -1, gold: k, proposal: -1}
			if score := of.imageScore(i); score != nil && k < len(score.Gold) {
				mark.proposal = score.Gold[k].Best.Proposal
			}
			b.add(mark, box)
		}
		counts := map[markKind]int{}
		for k := range im.Proposals {
			mark := boxMark{image: i, kind: bothMark, proposal: k, label: "=", here: at(at(here, i), k), held: at(at(there, i), k), gold: -1}
			switch over := of.Settings.Threshold; {
			case at(at(of.Against.Away, i), k):
				mark.kind, mark.label = thereMark, "-"
			case mark.here <= over && mark.held <= over:
				if !below || im.Proposals[k] == (loaders.Box{}) {
					continue
				}
				mark.kind, mark.label = belowMark, "#"
			case mark.held <= over:
				mark.kind, mark.label = hereMark, "+"
			case mark.here <= over:
				mark.kind, mark.label = thereMark, "-"
			}
			counts[mark.kind]++
			mark.label += strconv.Itoa(k)
			mark.p = max(mark.here, mark.held)
			b.propose(mark)
		}
		im.words = imageName(i) + fmt.Sprintf(b.counts, counts[bothMark], counts[hereMark], counts[thereMark])
	}
	return b
}
