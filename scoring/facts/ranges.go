package facts

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/query"
)

// groupLimits are the most numbers that get a group each, and otherwise the most ranges.
type groupLimits struct{ values, ranges int }

func (t *Table) groupRanges(e *query.Expression, rowIndices []int, rowValues []any, limits groupLimits) []Group {
	different := map[float64]bool{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range rowValues {
		if x := query.Float(v); x-x == 0 {
			different[x] = true
			low, high = min(low, x), max(high, x)
		}
	}
	if len(different) == 0 {
		return nil
	}
	sorted := loaders.SortedKeys(different)
	groups := []Group{}
	place := func(x float64) int { return slices.Index(sorted, x) }
	if len(sorted) <= limits.values {
		for _, x := range sorted {
			groups = append(groups, Group{Text: textOf(x), Where: whereOf(t.Fields(), e, x)})
		}
	} else {
		edges := Edges(low, high, limits.ranges)
		for i := range edges[1:] {
			groups = append(groups, Group{Text: textOf(edges[i]) + " to " + textOf(edges[i+1]), Where: Between(e.String(), edges, i)})
		}
		place = func(x float64) int { return Place(edges, x) }
	}
	for k, v := range rowValues {
		if x := query.Float(v); x-x == 0 {
			countRow(t, &groups[place(x)], rowIndices[k])
		}
	}
	return groups
}

// Edges returns the ends, ascending, of at most maxRanges equal ranges that cover lowest to highest and
// whose width is 1, 2 or 5 times a power of ten. It returns one range of width 1 if highest isn't
// above lowest, and lowest and highest themselves if no such ranges are few enough.
func Edges(lowest, highest float64, maxRanges int) []float64 {
	if !(highest > lowest) {
		return []float64{lowest, lowest + 1}
	}
	width := math.Pow(10, math.Floor(math.Log10((highest-lowest)/float64(maxRanges))))
	for _, times := range []float64{1, 2, 5, 10, 20, 50} {
		first, last := math.Floor(lowest/(width*times)), math.Ceil(highest/(width*times))
		if last-first <= float64(maxRanges) {
			edges := []float64{}
			for k := first; k <= last; k++ {
				edge, _ := strconv.ParseFloat(strconv.FormatFloat(k*width*times, 'g', 12, 64), 64) // without the rounding error of tenths
				edges = append(edges, edge)
			}
			return edges
		}
	}
	return []float64{lowest, highest}
}

// Place returns the index of the range of x. A range includes its lower end, the last also its
// upper; numbers outside are in the first or last.
func Place(edges []float64, x float64) int {
	i, exact := slices.BinarySearch(edges, x)
	if !exact {
		i--
	}
	return max(0, min(i, len(edges)-2))
}

// Between returns a query for the examples whose expression fieldText is in range i of edges, without
// its upper end except in the last range.
func Between(fieldText string, edges []float64, i int) string {
	less := "<"
	if i == len(edges)-2 {
		less = "<="
	}
	if strings.ContainsAny(fieldText, " +-*/()?<>=|&") {
		fieldText = "(" + fieldText + ")"
	}
	return fmt.Sprintf("%s >= %v and %s %s %v", fieldText, edges[i], fieldText, less, edges[i+1])
}
