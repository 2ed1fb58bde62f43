package counting

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// kinds are those of TallyQA's questions; the last is that of a question of
// which nobody says.
var kinds = [...]string{"simple", "complex", ""}

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
	terms
)

// evidence is one question. Scores are from the highest down, nil without
// region scores.
type evidence struct {
	count  int
	group  int
	known  bool
	terms  sums // but for threshold
	scores []float32
}

func prepare(ex *loaders.Example) scoring.Evidence {
	q, ok := Question(ex)
	if !ok {
		return nil
	}
	e := &evidence{count: q.Count, group: slices.Index(kinds[:], q.Kind)*labels + labelOf(q.Count)}
	prediction, ok := Prediction(ex)
	if !ok {
		return e
	}
	e.known, e.terms[known] = true, 1
	gold, rounded := float64(q.Count), math.RoundToEven(prediction)
	if rounded == gold {
		e.terms[right] = 1
	}
	if min(max(rounded, 0), top) == gold {
		e.terms[clamped] = 1
	}
	e.terms[absolute] = math.Abs(prediction - gold)
	e.terms[square] = e.terms[absolute] * e.terms[absolute]
	if boxes := ex.Program[0].Output.Boxes; boxes != nil {
		e.terms[regions] = 1
		for _, s := range slices.Concat(boxes...) {
			e.scores = append(e.scores, float32(s))
		}
		slices.SortFunc(e.scores, downwards)
	}
	return e
}

// under returns the question's terms under s.
func (e *evidence) under(s *scoring.Settings) sums {
	t := e.terms
	if t[regions] > 0 && e.over(float32(s.Threshold)) == e.count {
		t[threshold] = 1
	}
	return t
}

// over is how many regions score over the threshold.
func (e *evidence) over(threshold float32) int {
	n, _ := slices.BinarySearchFunc(e.scores, threshold, func(score, threshold float32) int {
		if score > threshold {
			return -1
		}
		return 0
	})
	return n
}

// Example returns a score without modules: a count says nothing about
// faithfulness.
func (*evidence) Example(scoring.Settings) scoring.ExampleScore {
	return scoring.ExampleScore{Overall: scoring.Undefined("a count has no faithfulness")}
}
