package loaders

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Map returns f of each element, in order; nil for a nil list, empty for an empty one.
func Map[A, B any](elements []A, f func(A) B) []B {
	if elements == nil {
		return nil
	}
	return Fill(len(elements), func(i int) B { return f(elements[i]) })
}

// Distinct returns the nonempty texts, each once, by first occurrence; nil for none.
func Distinct(texts []string) (distinct []string) {
	for _, text := range texts {
		if text != "" && !slices.Contains(distinct, text) {
			distinct = append(distinct, text)
		}
	}
	return distinct
}

// Fill returns f(0) to f(n-1).
func Fill[T any](n int, f func(i int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

// Indices returns 0 to n-1.
func Indices(n int) []int { return Fill(n, func(i int) int { return i }) }

// Filter returns a new list of the wanted elements, in order; nil for none.
func Filter[T any](elements []T, isWanted func(T) bool) (some []T) {
	for _, x := range elements {
		if isWanted(x) {
			some = append(some, x)
		}
	}
	return some
}

// NonEmpty returns the texts that aren't "", or nil.
func NonEmpty(texts []string) []string {
	return Filter(texts, func(text string) bool { return text != "" })
}

// Shared returns the texts that others has too, or nil.
func Shared(texts, others []string) []string {
	return Filter(texts, func(text string) bool { return slices.Contains(others, text) })
}

// Without returns the elements that others lacks, or nil.
func Without[T comparable](list, others []T) []T {
	return Filter(list, func(element T) bool { return !slices.Contains(others, element) })
}

// ElementAt returns element i; the zero value outside.
func ElementAt[T any](elements []T, i int) (x T) {
	if i >= 0 && i < len(elements) {
		x = elements[i]
	}
	return x
}

// CountFunc counts elements for which is returns true.
func CountFunc[T any](elements []T, isCounted func(T) bool) (n int) {
	for _, x := range elements {
		if isCounted(x) {
			n++
		}
	}
	return n
}

// IfElse returns valueIfTrue if condition is true, otherwise valueIfFalse. Both are evaluated.
func IfElse[T any](condition bool, valueIfTrue, valueIfFalse T) T {
	if condition {
		return valueIfTrue
	}
	return valueIfFalse
}

// ByCount returns the keys by descending count, equal counts alphabetically.
func ByCount(countsByKey map[string]int) []string {
	return slices.SortedFunc(maps.Keys(countsByKey), func(a, b string) int { return cmp.Or(countsByKey[b]-countsByKey[a], cmp.Compare(a, b)) })
}

// IsFinite reports whether x is neither NaN nor infinite.
func IsFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// FormatNumber returns x in the fewest digits that identify it.
func FormatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// SortBy sorts a list in place by ascending key, stably.
func SortBy[T any, K cmp.Ordered](elements []T, keyOf func(T) K) {
	slices.SortStableFunc(elements, func(a, b T) int { return cmp.Compare(keyOf(a), keyOf(b)) })
}

// SortedKeys returns the keys in ascending order.
func SortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// Sum adds the numbers in order; 0 for none.
func Sum[T ~int | ~float32 | ~float64](numbers []T) (sum T) {
	for _, x := range numbers {
		sum += x
	}
	return sum
}
