package heat

import (
	"slices"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

const differenceRow = 2

func joinModules(l, comparedVersion *evidence.ExampleVersion) *loaders.Example {
	here, there := l.ShownModule().Output.Tokens, comparedVersion.ShownModule().Output.Tokens
	difference := loaders.Fill(max(len(here), len(there)), func(i int) float64 {
		return loaders.ElementAt(here, i) - loaders.ElementAt(there, i)
	})
	ex := &loaders.Example{
		ID: l.Example.ID, Question: l.Example.Question, Tokens: l.Example.Tokens, Passage: l.Example.Passage,
		Attributions: []loaders.Attribution{
			{Name: "here", Over: loaders.OverPassage, Scores: here}, {Name: "there", Over: loaders.OverPassage, Scores: there},
			differenceRow: {Name: "difference", Over: loaders.OverPassage, Scores: difference, Signed: true},
		},
	}
	for _, of := range [...]*evidence.ExampleVersion{l, comparedVersion} {
		if gold := of.ShownModule().Gold; gold.Kind() == loaders.TokenKind {
			name := loaders.IfElse(of == l, "gold", "gold there")
			ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: name, Over: loaders.OverPassage, Spans: gold.Spans})
		}
	}
	ex.Rationales = slices.CompactFunc(ex.Rationales, func(a, b loaders.Rationale) bool { return slices.Equal(a.Spans, b.Spans) })
	return ex
}
