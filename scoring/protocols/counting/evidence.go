package counting

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// Scores are in descending order, nil without region scores.
type evidence struct {
	Count  int
	Group  int
	Known  bool
	Terms  countSums
	Scores []float32
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Group >= 0 && e.Group < groups && e.Group%labels == labelOf(e.Count), "invalid count %d in group %d", e.Count, e.Group)
	c.Check(slices.IsSortedFunc(e.Scores, compareDown), "the scores are not in descending order")
}

func compareDown(a, b float32) int { return cmp.Compare(b, a) }

// prepareCount returns evidence without terms if there is no prediction, so that the question still
// counts as one.
func prepareCount(ex *loaders.Example) scoring.Evidence {
	q, ok := Question(ex)
	if !ok {
		return nil
	}
	e := &evidence{Count: q.Count, Group: slices.Index(kinds[:], q.Kind)*labels + labelOf(q.Count)}
	prediction, ok := Prediction(ex)
	if !ok {
		return e
	}
	e.Known, e.Terms[known] = true, 1
	gold, rounded := float64(q.Count), Rounded(prediction)
	if rounded == gold {
		e.Terms[right] = 1
	}
	if min(max(rounded, 0), top) == gold {
		e.Terms[clamped] = 1
	}
	e.Terms[absolute] = math.Abs(prediction - gold)
	e.Terms[square] = e.Terms[absolute] * e.Terms[absolute]
	if boxes := ex.Program[0].Output.Boxes; boxes != nil {
		e.Terms[regions] = 1
		scores := slices.Concat(boxes...)
		e.Scores = loaders.Map(scores, func(s float64) float32 { return float32(s) })
		slices.SortFunc(e.Scores, compareDown)
		e.Terms.addFractional(ex, scores, prediction)
	}
	return e
}

func (e *evidence) termsUnder(s *scoring.Settings) countSums {
	t := e.Terms
	over := loaders.CountFunc(e.Scores, func(score float32) bool { return score > float32(s.Threshold) })
	if t[regions] > 0 && over == e.Count {
		t[threshold] = 1
	}
	return t
}
