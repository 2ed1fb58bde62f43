package counting

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
