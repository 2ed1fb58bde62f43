package dfol

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// LikelihoodNoise moves likelihoods of 0 or 1 towards the other by random amounts of mean Mean, 0 ≤ Mean < 1:
// powers of uniform numbers in 0..1; one half is uninformative. Draws depend only on the seed, the
// picture, the concept and the objects.
type LikelihoodNoise struct {
	Mean float64
	Seed uint64
}

func (n LikelihoodNoise) spoilLikelihoods(pictureName, conceptName string, p []float64) {
	if n.Mean <= 0 {
		return
	}
	h := fnv.New64a()
	h.Write([]byte(pictureName + "\x00" + conceptName))
	r := rand.New(rand.NewPCG(n.Seed, h.Sum64()))
	power := (1 - n.Mean) / n.Mean
	for i := range p {
		p[i] = math.Abs(p[i] - math.Pow(r.Float64(), power))
	}
}
