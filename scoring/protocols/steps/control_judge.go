package steps

import (
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// judgedBy returns e with other verdicts and another blamed agent.
func (e *evidence) judgedBy(agentName string, verdictOf func(step int) loaders.Verdict) *evidence {
	by := *e
	by.IsJudged, by.Named, by.Steps = true, agentName, slices.Clone(e.Steps)
	for i := range by.Steps {
		by.Steps[i].Judged, by.Steps[i].IsScored = verdictOf(i), false
	}
	return &by
}

// judgedWrongAt returns e judged right before step firstWrongIndex, everywhere if that is none, and
// wrong there.
func (e *evidence) judgedWrongAt(firstWrongIndex int) *evidence {
	return e.judgedBy("", func(i int) loaders.Verdict {
		switch {
		case i == firstWrongIndex:
			return loaders.Wrong
		case firstWrongIndex == none || i < firstWrongIndex:
			return loaders.Right
		}
		return loaders.Unknown
	})
}

func judgeAll(judgeExample func(e *evidence) *evidence) func(scoring.Evidence) scoring.Evidence {
	return func(e scoring.Evidence) scoring.Evidence { return judgeExample(e.(*evidence)) }
}

// judgeFolds tells judgeExample in which half of the chains an example is. Examples of one id are in the
// last one's.
func judgeFolds(chains []*evidence, judgeExample func(half int, e *evidence) *evidence) func(scoring.Evidence) scoring.Evidence {
	halves := sync.OnceValue(func() map[string]int {
		halves := make(map[string]int, len(chains))
		for i, e := range chains {
			halves[e.Key] = i % 2
		}
		return halves
	})
	return judgeAll(func(e *evidence) *evidence { return judgeExample(halves()[e.Key], e) })
}
