package counting

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/mcd"
)

// kinds are those of TallyQA's questions; the last is that of a question of
// which nobody says.
var kinds = [...]string{"simple", "complex", ""}

// Question returns what ex asks for, ok false where it is not a counting
// question.
func Question(ex *loaders.Example) (q mcd.Question, ok bool) {
	if len(ex.Program) == 0 || ex.Program[0].Op != "count" || ex.Passage != nil {
		return q, false
	}
	count, err := strconv.ParseUint(strings.TrimSpace(ex.Answer.Gold), 10, 31)
	if err != nil {
		return q, false
	}
	q.Count = int(count)
	for _, kind := range kinds {
		if kind != "" && (ex.Kind == kind || slices.Contains(ex.Tags, kind)) {
			q.Kind = kind
			break
		}
	}
	return q, true
}

// most bounds what is taken for a prediction, so that one wild number does not
// drown the errors of a whole run.
const most = 1 << 31

// Prediction returns the unrounded prediction of a counting question, ok false
// where the run has none, or none within 2^31.
func Prediction(ex *loaders.Example) (count float64, ok bool) {
	switch out := &ex.Program[0].Output; {
	case out.Boxes != nil:
		count = float64(Sum(slices.Concat(out.Boxes...)))
	case out.Number != nil:
		count = out.Number.Mean
	default:
		x, err := strconv.ParseFloat(strings.TrimSpace(ex.Answer.Predicted), 64)
		if err != nil {
			return 0, false
		}
		count = x
	}
	return count, math.Abs(count) <= most // false for a NaN
}

// Sum adds scores in float32 as torch does with vectors of eight lanes: four
// vectors side by side, then the four's sum, the tail, lane after lane. The
// vectors hold it to the bit for 36 scores an image. 0 for none.
func Sum(scores []float64) float32 {
	const lanes, unrolled = 8, 4
	var acc [unrolled * lanes]float32
	for len(scores) >= len(acc) {
		for i := range acc {
			acc[i] += float32(scores[i])
		}
		scores = scores[len(acc):]
	}
	for len(scores) >= lanes {
		for i := range lanes {
			acc[i] += float32(scores[i])
		}
		scores = scores[lanes:]
	}
	var sum float32
	for _, x := range scores {
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

// Rounded is the count that a prediction is compared as: rounded half to even,
// as torch rounds.
func Rounded(prediction float64) float64 { return math.RoundToEven(prediction) }

// Step is a region as it is added to the sum of a prediction.
type Step struct {
	Image, Region int     // indices into the root's Output.Boxes
	Score         float64 // the region's, 0..1
	Sum           float64 // of the scores so far, this one included
}

// Steps returns how the sum of region scores builds up, by image, from the highest
// score down; equal ones stand as in the file. The sums are float64, so that the
// last may differ from [Sum], which adds in the order and the precision of torch,
// in the seventh digit.
func Steps(scores [][]float64) []Step {
	var steps []Step
	for i, image := range scores {
		for k, x := range image {
			steps = append(steps, Step{Image: i, Region: k, Score: x})
		}
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return cmp.Compare(b.Score, a.Score) })
	sum := 0.0
	for i := range steps {
		sum += steps[i].Score
		steps[i].Sum = sum
	}
	return steps
}
