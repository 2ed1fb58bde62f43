package counting

import (
	"maps"
	"math"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// The labels of counts that stand for several.
const (
	Under = -1      // predictions below 0
	Over  = top + 1 // counts over 15
)

// Confusion counts questions by their gold count and the predicted one. The zero
// value has none.
type Confusion struct {
	// Known are the questions with a prediction, Right those of them whose
	// prediction is the gold count, and Unknown those without a prediction. Over
	// 15 a prediction can have the gold count's label and be wrong.
	Known, Right, Unknown int

	cells map[[2]int]int // by labels, gold before predicted
}

// Add adds a question, by its gold count and its rounded prediction. A NaN is
// one that there is not: what has no gold count is not a counting question.
func (c *Confusion) Add(gold, predicted float64) {
	switch {
	case math.IsNaN(gold):
		return
	case math.IsNaN(predicted):
		c.Unknown++
		return
	case gold == predicted:
		c.Right++
	}
	c.Known++
	if c.cells == nil {
		c.cells = map[[2]int]int{}
	}
	c.cells[[2]int{clampedLabel(gold), clampedLabel(predicted)}]++
}

// clampedLabel is the row or the column of a count: itself, or one of Under and
// Over.
func clampedLabel(count float64) int { return int(max(Under, min(count, Over))) }

// Labels lists the labels that some gold count has, and those of predictions,
// ascending.
func (c *Confusion) Labels() (gold, predicted []int) {
	for at := range maps.Keys(c.cells) {
		gold, predicted = append(gold, at[0]), append(predicted, at[1])
	}
	slices.Sort(gold)
	slices.Sort(predicted)
	return slices.Compact(gold), slices.Compact(predicted)
}

// Count returns how many questions have these labels.
func (c *Confusion) Count(gold, predicted int) int { return c.cells[[2]int{gold, predicted}] }

// Shifted is the accuracy of a total of this protocol over the test half of a
// slice, in expectation, and over how many questions: as the protocol's score of
// that name, at any share of removed questions.
func Shifted(total scoring.Aggregate, slice mcd.Slice) (accuracy scoring.Value, questions int) {
	a, ok := total.(*aggregate)
	if !ok {
		return scoring.Undefined("the run has no counting questions"), 0
	}
	row := sliceRow(slice)
	t := row.pool(a.sums())
	return ratio(t[right], t[known], "no question "+row.why), int(math.Round(t[known]))
}
