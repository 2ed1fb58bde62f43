package evidence

import "faithscope/loaders"

// differenceRow is the place of the difference among the rows of two layers.
const differenceRow = 2

// joinModules returns an example of the same texts with three attributions over the passage, the
// module of l here, that of held there, and the difference of the two, and the gold spans of the
// first as its rationale.
func joinModules(l, held *Layer) *loaders.Example {
	m := l.moduleOf()
	here, there := m.Output.Tokens, held.moduleOf().Output.Tokens
	difference := loaders.Fill(max(len(here), len(there)), func(i int) float64 { return elementAt(here, i) - elementAt(there, i) })
	ex := &loaders.Example{
		ID: l.Example.ID, Question: l.Example.Question, Tokens: l.Example.Tokens, Passage: l.Example.Passage,
		Attributions: []loaders.Attribution{
			{Name: "here", Over: loaders.OverPassage, Scores: here}, {Name: "there", Over: loaders.OverPassage, Scores: there},
			differenceRow: {Name: "difference", Over: loaders.OverPassage, Scores: difference, Signed: true},
		},
	}
	if m.Gold != nil && m.Gold.Spans != nil {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: loaders.OverPassage, Spans: m.Gold.Spans}}
	}
	return ex
}

// besideText returns a title: the module against the layer that it is compared with, or that there
// are attributions and rationales.
func (s *Subject) besideText() string {
	if held := s.comparedLayer(); held != nil {
		return s.currentLayer().moduleOf().Label() + " against " + held.Name
	}
	return "attributions and rationales"
}
