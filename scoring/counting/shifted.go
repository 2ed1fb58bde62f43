package counting

import (
	"math"

	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

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
