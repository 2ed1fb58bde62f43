package slicing

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s set) and(a, b set) int {
	n := 0
	for k := range a {
		s[k] = a[k] & b[k]
		n += bits.OnesCount64(s[k])
	}
	return n
}

func (s set) addRows(o set) {
	for k := range s {
		s[k] |= o[k]
	}
}

func (s set) without(o set) set {
	left := slices.Clone(s)
	for k := range left {
		left[k] &^= o[k]
	}
	return left
}

func (s set) each(yield func(i int)) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			yield(64*k + bits.TrailingZeros64(w))
		}
	}
}

func (s set) hash(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, w := range s {
		maphash.WriteComparable(&h, w)
	}
	return h.Sum64()
}
