package explain

import (
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"faithscope/loaders"
)

// Coalition marks present parts with '1', others with '0'.
type Coalition string

func allParts(n int) Coalition { return Coalition(strings.Repeat("1", n)) }

func noParts(n int) Coalition { return Coalition(strings.Repeat("0", n)) }

func (c Coalition) withParts(there byte, parts ...int) Coalition {
	b := []byte(c)
	for _, i := range parts {
		b[i] = there
	}
	return Coalition(b)
}

func (c Coalition) complement() Coalition {
	b := []byte(c)
	for i := range b {
		b[i] ^= '0' ^ '1'
	}
	return Coalition(b)
}

func (c Coalition) countParts() int { return strings.Count(string(c), "1") }

func (c Coalition) eachChanged(from, to byte) (list []Coalition) {
	for i := range len(c) {
		if c[i] == from {
			list = append(list, c.withParts(to, i))
		}
	}
	return list
}

func coalitionsOf(n, size int) []Coalition {
	return loaders.Map(combin.Combinations(n, size), func(there []int) Coalition { return noParts(n).withParts('1', there...) })
}
