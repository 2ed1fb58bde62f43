package explain

import (
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"faithscope/loaders"
)

// Coalition says which of n parts are there: '1' at the place of each that is, '0' at the
// others.
type Coalition string

// allParts returns the coalition of all n parts.
func allParts(n int) Coalition { return Coalition(strings.Repeat("1", n)) }

// noParts returns the coalition of none of n parts.
func noParts(n int) Coalition { return Coalition(strings.Repeat("0", n)) }

// withParts returns c with some parts set to there, '1', or away, '0'.
func (c Coalition) withParts(there byte, parts ...int) Coalition {
	b := []byte(c)
	for _, i := range parts {
		b[i] = there
	}
	return Coalition(b)
}

// complement has the parts that c has not.
func (c Coalition) complement() Coalition {
	b := []byte(c)
	for i := range b {
		b[i] ^= '0' ^ '1'
	}
	return Coalition(b)
}

func (c Coalition) countParts() int { return strings.Count(string(c), "1") }

// eachChanged returns the coalitions in which one of the parts that are as from says is as to says.
func (c Coalition) eachChanged(from, to byte) (list []Coalition) {
	for i := range len(c) {
		if c[i] == from {
			list = append(list, c.withParts(to, i))
		}
	}
	return list
}

// coalitionsOf returns the coalitions of size of n parts.
func coalitionsOf(n, size int) []Coalition {
	return loaders.Map(combin.Combinations(n, size), func(there []int) Coalition { return noParts(n).withParts('1', there...) })
}
