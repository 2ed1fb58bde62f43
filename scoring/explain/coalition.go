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

// withParts returns a copy of c in which the parts at these indices are all present, if there is
// '1', or all absent, if it is '0'.
func (c Coalition) withParts(there byte, parts ...int) Coalition {
	b := []byte(c)
	for _, i := range parts {
		b[i] = there
	}
	return Coalition(b)
}

// complement returns the coalition of the parts that c does not have.
func (c Coalition) complement() Coalition {
	b := []byte(c)
	for i := range b {
		b[i] ^= '0' ^ '1'
	}
	return Coalition(b)
}

// countParts returns how many parts are there.
func (c Coalition) countParts() int { return strings.Count(string(c), "1") }

// eachChanged returns, for each part of c that has the state from, '1' for present or '0' for
// absent, a copy of c in which that part alone has the state to; in the order of the parts.
func (c Coalition) eachChanged(from, to byte) (list []Coalition) {
	for i := range len(c) {
		if c[i] == from {
			list = append(list, c.withParts(to, i))
		}
	}
	return list
}

// coalitionsOf returns all coalitions of n parts that have size of them.
func coalitionsOf(n, size int) []Coalition {
	return loaders.Map(combin.Combinations(n, size), func(there []int) Coalition { return noParts(n).withParts('1', there...) })
}
