package report

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/session"
)

// mostDecoded bounds the pairs whose gold beside the answer is compared, at even distances, because rows don't have it.
const mostDecoded = 500

// findForeignMarks returns the ids of pairs whose modules, sentences or words have other gold in B.
func findForeignMarks(a, b *session.ScoredRun, pairs [][2]pairableExample) (ids []string) {
	n := min(len(pairs), mostDecoded)
	for k := range n {
		pair := pairs[k*len(pairs)/n]
		inA, errA := a.Run.Decode(pair[0].at)
		inB, errB := b.Run.Decode(pair[1].at)
		if errA == nil && errB == nil && !haveSameMarks(inA, inB) {
			ids = append(ids, pair[0].key.id)
		}
	}
	return ids
}

// haveSameMarks compares the gold that both have: of modules at one place with one label, and of rationales of one name.
func haveSameMarks(x, y *loaders.Example) bool {
	for i := range min(len(x.Program), len(y.Program)) {
		m, n := &x.Program[i], &y.Program[i]
		if m.Gold != nil && n.Gold != nil && m.Label() == n.Label() && !m.Gold.IsSame(n.Gold) {
			return false
		}
	}
	for _, r := range x.Rationales {
		others := loaders.Filter(y.Rationales, func(o loaders.Rationale) bool {
			return o.Name == r.Name && o.Over == r.Over && o.Answer == r.Answer && slices.Equal(o.Tokens, r.Tokens)
		})
		isSame := func(o loaders.Rationale) bool {
			return loaders.AreNear(o.Scores, r.Scores) && slices.Equal(o.Spans, r.Spans) && loaders.EqualValues(o.Sentence, r.Sentence)
		}
		if len(others) > 0 && !slices.ContainsFunc(others, isSame) {
			return false
		}
	}
	return true
}
