package report

import (
	"math"
	"slices"
	"strings"

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
		if m.Gold != nil && n.Gold != nil && m.Label() == n.Label() && !isSameGold(m.Gold, n.Gold) {
			return false
		}
	}
	for _, r := range x.Rationales {
		others := loaders.Filter(y.Rationales, func(o loaders.Rationale) bool {
			return o.Name == r.Name && o.Over == r.Over && o.Answer == r.Answer && slices.Equal(o.Tokens, r.Tokens)
		})
		isSame := func(o loaders.Rationale) bool {
			return areNear(o.Scores, r.Scores) && slices.Equal(o.Spans, r.Spans) && equalValues(o.Sentence, r.Sentence)
		}
		if len(others) > 0 && !slices.ContainsFunc(others, isSame) {
			return false
		}
	}
	return true
}

func isSameGold(g, h *loaders.Gold) bool {
	boxes := func(x *loaders.Gold) (numbers []float64) {
		for _, image := range x.Boxes {
			numbers = append(numbers, float64(len(image)))
			for _, b := range image {
				numbers = append(numbers, b.X0, b.Y0, b.X1, b.Y1)
			}
		}
		return numbers
	}
	verdict := func(x *loaders.Gold) loaders.Verdict {
		if x.Verdict == nil {
			return loaders.Unknown
		}
		return x.Verdict.Verdict
	}
	return g.Kind() != h.Kind() || areNear(boxes(g), boxes(h)) && slices.Equal(g.Spans, h.Spans) && equalValues(g.Value, h.Value) &&
		equalValues(g.Text, h.Text) && verdict(g) == verdict(h)
}

// areNear allows for the digits that a format writes.
func areNear(numbers, others []float64) bool {
	return slices.EqualFunc(numbers, others, func(x, y float64) bool { return math.Abs(x-y) <= 1e-4*max(1, math.Abs(x)) })
}

func equalValues[T comparable](x, y *T) bool { return x == nil || y == nil || *x == *y }

// asksOther reports whether two rows have different questions, none within the other, as in a prompt. Cut ones may go on.
func asksOther(question, other string) bool {
	q, o := strings.ToLower(strings.TrimSpace(question)), strings.ToLower(strings.TrimSpace(other))
	return !strings.HasSuffix(q, "…") && !strings.HasSuffix(o, "…") && !strings.Contains(q, o) && !strings.Contains(o, q)
}
