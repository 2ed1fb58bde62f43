package alignment

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// stream tells the draw of partners from others with the same seed.
const stream = 0xa119

// Partners draws another one for each of 0..n-1: independently, with
// replacement, or as a derangement, in which each is drawn once. It returns
// nil for fewer than two.
func Partners(n int, seed uint64, derangement bool) []int {
	if n < 2 {
		return nil
	}
	r := rand.New(rand.NewPCG(seed, stream))
	partners := make([]int, n)
	if !derangement {
		for i := range partners {
			partners[i] = r.IntN(n - 1)
			if partners[i] >= i {
				partners[i]++
			}
		}
		return partners
	}
	for i := range partners {
		partners[i] = i
	}
	// One permutation in e is a derangement, so a few tries find one, and all
	// are equally likely.
	for deranged := false; !deranged; deranged = isDerangement(partners) {
		r.Shuffle(n, func(i, j int) { partners[i], partners[j] = partners[j], partners[i] })
	}
	return partners
}

func isDerangement(partners []int) bool {
	for i, p := range partners {
		if i == p {
			return false
		}
	}
	return true
}

// draw returns the words of the partner's explanation by key, empty where no
// other example has an explanation.
func draw(list []*evidence, seed uint64, derangement bool) map[string]words {
	lenders := map[string]*evidence{}
	for _, e := range list {
		if e.Words != nil {
			lenders[e.Key] = e
		}
	}
	keys := slices.Sorted(maps.Keys(lenders))
	partner := make(map[string]words, len(keys))
	for i, k := range Partners(len(keys), seed, derangement) {
		partner[keys[i]] = lenders[keys[k]].Words
	}
	return partner
}
