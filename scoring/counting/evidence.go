package counting

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
)

// Questions are summed in groups of one kind and one label. The labels over
// top are one per parity.
const (
	top    = 15
	labels = top + 3
	groups = len(kinds) * labels
)

func labelOf(count int) int {
	if count > top {
		return top + 1 + count%2
	}
	return count
}

// The terms of a group.
const (
	known     = iota // questions with a prediction
	right            // of them, rounded right
	clamped          // of them, right after clamping
	absolute         // sum of absolute errors
	square           // sum of squared errors
	regions          // questions with region scores
	threshold        // of them, right by the number of scores over the threshold
	summed           // questions whose count is a sum of region scores
	entropy          // of them, the mean entropy of a region's score
	distance         // and the distance of the sum from a whole number
	total            // Σ of the scores
	between          // of those between .1 and .9
	objects          // gold objects of these questions
	twice            // of them, those counted twice
	missed           // and those missed
	terms
)

// sums are the terms of questions, summed.
type sums [terms]float64

func (s *sums) add(o *sums, weight float64) {
	for i, x := range o {
		s[i] += float64(weight * x)
	}
}

// evidence is one question. Scores are from the highest down, nil without
// region scores.
type evidence struct {
	Count  int
	Group  int
	Known  bool
	Terms  sums // except the threshold
	Scores []float32
}

// Fields declares the evidence.
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Count >= 0 && e.Group >= 0 && e.Group < groups && e.Group%labels == labelOf(e.Count), "the count %d in group %d", e.Count,
		e.Group)
	c.Check(slices.IsSortedFunc(e.Scores, downwards), "the scores are not in descending order")
}

func downwards(a, b float32) int { return cmp.Compare(b, a) }

func prepare(ex *loaders.Example) scoring.Evidence {
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
		e.Scores = loaders.Map(slices.Concat(boxes...), func(s float64) float32 { return float32(s) })
		slices.SortFunc(e.Scores, downwards)
		e.Terms.fractional(ex, slices.Concat(boxes...), prediction)
	}
	return e
}

// under returns the question's terms under s.
func (e *evidence) under(s *scoring.Settings) sums {
	t := e.Terms
	under := slices.IndexFunc(e.Scores, func(score float32) bool { return !(score > float32(s.Threshold)) })
	if under < 0 {
		under = len(e.Scores)
	}
	if t[regions] > 0 && under == e.Count {
		t[threshold] = 1
	}
	return t
}

// kinds are the kinds of TallyQA's questions; the last is for a question of unknown kind.
var kinds = [...]string{"simple", "complex", ""}

// Question returns what ex asks for, ok false if it is not a counting question.
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

// most bounds what counts as a prediction, so that one wild number does not
// drown the errors of a whole run.
const most = 1 << 31

// Prediction returns the unrounded prediction of a counting question, ok false if the run
// has none, or none within 2^31.
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
// test vectors agree to the bit for 36 scores per image. It is 0 for none.
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

// Steps returns how the sum of region scores builds up, by image, from the highest score
// down; equal ones are in the order of the file. The sums are float64, so the last one
// may differ in the seventh digit from [Sum], which adds in the order and the precision
// of torch.
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
