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

const (
	known = iota
	right
	clamped
	absolute
	square
	regions
	threshold
	summed
	entropy  // of summed: mean entropy of a region's score
	distance // of the sum from a whole number
	total
	between // Σ of the scores between .1 and .9
	objects
	twice
	missed // objects missed
	terms
)

type countSums [terms]float64
