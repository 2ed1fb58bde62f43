package slicing

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

type rowSet []uint64

func newSet(n int) rowSet { return make(rowSet, (n+63)/64) }

func (s rowSet) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s rowSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s rowSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s rowSet) and(a, b rowSet) int {
	n := 0
	for k := range a {
		s[k] = a[k] & b[k]
		n += bits.OnesCount64(s[k])
	}
	return n
}

func (s rowSet) addRows(o rowSet) {
	for k := range s {
		s[k] |= o[k]
	}
}

func (s rowSet) without(o rowSet) rowSet {
	left := slices.Clone(s)
	for k := range left {
		left[k] &^= o[k]
	}
	return left
}

func (s rowSet) each(visitRow func(i int)) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			visitRow(64*k + bits.TrailingZeros64(w))
		}
	}
}

func (s rowSet) hash(hashSeed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	for _, w := range s {
		maphash.WriteComparable(&h, w)
	}
	return h.Sum64()
}
