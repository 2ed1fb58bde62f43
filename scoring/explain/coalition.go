package explain

import (
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"faithscope/loaders"
)

// Coalition marks present parts with '1', others with '0'.
type Coalition string

func allParts(n int) Coalition { return Coalition(strings.Repeat("1", n)) }

func noParts(n int) Coalition { return Coalition(strings.Repeat("0", n)) }

func (c Coalition) withParts(partMark byte, partIndices ...int) Coalition {
	b := []byte(c)
	for _, i := range partIndices {
		b[i] = partMark
	}
	return Coalition(b)
}

func drawFirst(places []int, drawCount int, r *rand.Rand) []int {
	for k := range drawCount {
		other := k + r.IntN(len(places)-k)
		places[k], places[other] = places[other], places[k]
	}
	return places[:drawCount]
}

func (c Coalition) complement() Coalition {
	b := []byte(c)
	for i := range b {
		b[i] ^= '0' ^ '1'
	}
	return Coalition(b)
}

func (c Coalition) countParts() int { return strings.Count(string(c), "1") }

func (c Coalition) eachChanged(oldMark, newMark byte) (list []Coalition) {
	for i := range len(c) {
		if c[i] == oldMark {
			list = append(list, c.withParts(newMark, i))
		}
	}
	return list
}

func coalitionsOf(n, partCount int) []Coalition {
	return loaders.Map(combin.Combinations(n, partCount), func(there []int) Coalition { return noParts(n).withParts('1', there...) })
}
