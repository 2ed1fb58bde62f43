package report

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/session"
)

// mostDecoded bounds the pairs whose gold beside the answer is compared, at even distances, because rows don't have it.
const mostDecoded = 500

// findForeignMarks returns the ids of pairs whose modules, sentences or words have other gold in B.
func findForeignMarks(a, b *session.ScoredRun, pairs []examplePair) (ids []string) {
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
	inX, inY := loaders.ElementAt(x.Images, 0), loaders.ElementAt(y.Images, 0)
	for i := range min(len(x.Program), len(y.Program)) {
		m, n := &x.Program[i], &y.Program[i]
		isComparable := m.Gold != nil && n.Gold != nil && (m.Gold.Kind() != loaders.BoxKind || inX.Units == inY.Units)
		if isComparable && m.Label() == n.Label() && !m.Gold.IsSame(n.Gold, inX.Units) {
			return false
		}
	}
	return !slices.ContainsFunc(x.Rationales, func(r loaders.Rationale) bool { return isForeign(r, y.Rationales) })
}

// isForeign reports whether others have a rationale's name, but none is the same.
func isForeign(r loaders.Rationale, others []loaders.Rationale) bool {
	named := loaders.Filter(others, func(o loaders.Rationale) bool {
		return o.Name == r.Name && o.Over == r.Over && o.Answer == r.Answer && slices.Equal(o.Tokens, r.Tokens)
	})
	return len(named) > 0 && !slices.ContainsFunc(named, func(o loaders.Rationale) bool {
		return loaders.AreNear(o.Scores, r.Scores, 1e-4) && slices.Equal(o.Spans, r.Spans) && loaders.EqualValues(o.Sentence, r.Sentence)
	})
}
