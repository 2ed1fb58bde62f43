package counting

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/mcd"
)

// The last of TallyQA's kinds is unknown.
var kinds = [...]string{"simple", "complex", ""}

// Question returns a counting question's gold count and kind; ok is false over a passage, and if
// the program's root isn't a count or the correct answer isn't a whole number.
func Question(ex *loaders.Example) (q mcd.Question, ok bool) {
	if len(ex.Program) == 0 || ex.Program[0].Op != "count" || ex.Passage != nil {
		return q, false
	}
	count, err := strconv.ParseUint(strings.TrimSpace(ex.Answer.Gold), 10, 31)
	if err != nil {
		return q, false
	}
	q.Count = int(count)
	k := slices.IndexFunc(kinds[:], func(kind string) bool { return kind == "" || kind == ex.Kind || slices.Contains(ex.Tags, kind) })
	q.Kind = kinds[k]
	return q, true
}

// A wild number would drown the errors of a whole run.
const most = 1 << 31

// Prediction is unrounded: the sum of its region scores, or the root's number, or the answer; ok is
// false if the run has none within 2^31.
func Prediction(ex *loaders.Example) (count float64, ok bool) {
	switch out := &ex.Program[0].Output; {
	case out.Boxes != nil:
		count = float64(sumScores(slices.Concat(out.Boxes...)))
	case out.Number != nil:
		count = out.Number.Mean
	default:
		var err error
		if count, err = strconv.ParseFloat(strings.TrimSpace(ex.Answer.Predicted), 64); err != nil {
			return 0, false
		}
	}
	return count, math.Abs(count) <= most // false for a NaN
}

// sumScores adds up in the order of torch, because float32 sums depend on it: four vectors of eight
// lanes side by side, further whole vectors into the first of them, then the scores left over, and to
// their sum the four vectors' sum, lane after lane.
func sumScores(regionScores []float64) float32 {
	const lanes, unrolled = 8, 4
	var acc [unrolled * lanes]float32
	for len(regionScores) >= len(acc) {
		for i := range acc {
			acc[i] += float32(regionScores[i])
		}
		regionScores = regionScores[len(acc):]
	}
	for len(regionScores) >= lanes {
		for i := range lanes {
			acc[i] += float32(regionScores[i])
		}
		regionScores = regionScores[lanes:]
	}
	var sum float32
	for _, x := range regionScores {
		sum += float32(x)
	}
	for i := range lanes {
		for k := 1; k < unrolled; k++ {
			acc[i] += acc[k*lanes+i]
		}
	}
	for i := range lanes {
		sum += acc[i]
	}
	return sum
}

// Rounded rounds half to even, like torch.
func Rounded(predictedCount float64) float64 { return math.RoundToEven(predictedCount) }
