package scoring

import (
	"slices"

	"faithscope/loaders"
)

// Hundredths returns every hundredth from 0 to 1, and x if it lies between two of them, ascending: the
// places at which a threshold is swept.
func Hundredths(x float64) []float64 {
	places := loaders.Fill(101, func(i int) float64 { return float64(i) / 100 })
	if at, found := slices.BinarySearch(places, x); !found && x > 0 && x < 1 {
		places = slices.Insert(places, at, x)
	}
	return places
}
