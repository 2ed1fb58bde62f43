package counting

// Questions are summed in groups of one kind and one label. The labels over top are one per parity.
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
	right            // rounded right, of known
	clamped          // right after clamping, of known
	absolute         // sum of absolute errors
	square           // sum of squared errors
	regions          // questions with region scores
	threshold        // right by the number of scores over the threshold, of regions
	summed           // questions whose count is a sum of region scores
	entropy          // of summed, the mean entropy of a region's score
	distance         // and the distance of the sum from a whole number
	total            // Σ of the scores
	between          // Σ of the scores between .1 and .9
	objects          // gold objects of these questions
	twice            // objects counted twice
	missed           // objects missed
	terms
)

// sums are the terms of questions, summed.
type sums [terms]float64
