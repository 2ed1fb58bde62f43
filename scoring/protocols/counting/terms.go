package counting

// Questions are summed by kind and label. The labels over top are one per parity.
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
	known    = iota // questions with a prediction
	right           // rounded right, of known
	clamped         // right after clamping, of known
	absolute        // sum of absolute errors
	square          // sum of squared errors
	regions         // questions with region scores
	threshold
	summed
	entropy  // of summed: mean entropy of a region's score
	distance // of the sum from a whole number
	total    // Σ of the scores
	between  // Σ of the scores between .1 and .9
	objects  // gold objects of these questions
	twice    // objects counted twice
	missed   // objects missed
	terms
)

type sums [terms]float64
