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

// limits bound the groups of numbers: up to so many different ones get a group each; more are put
// into ranges, of which there are at most so many.
type limits struct{ values, ranges int }

// groupRanges groups rows by the number in values: a group for each number, ascending, or, if there
// are more than most.values, one for each of at most most.ranges ranges of one width, empty ones
// too. Rows whose value is not a finite number are in none; nil if none is one.
func (t *Table) groupRanges(e *query.Expression, rows []int, values []any, most limits) []Group {
	different := map[float64]bool{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
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
	if len(sorted) <= most.values {
		for _, x := range sorted {
			groups = append(groups, Group{Text: textOf(x), Where: whereOf(t.Fields(), e, x)})
		}
	} else {
		edges := Edges(low, high, most.ranges)
		for i := range edges[1:] {
			groups = append(groups, Group{Text: textOf(edges[i]) + " to " + textOf(edges[i+1]), Where: Between(e.String(), edges, i)})
		}
		place = func(x float64) int { return Place(edges, x) }
	}
	for k, v := range values {
		if x := query.Float(v); x-x == 0 {
			t.countRow(&groups[place(x)], rows[k])
		}
	}
	return groups
}

// Edges returns the ends, ascending, of at most most ranges of one width, 1, 2 or 5 times a power
// of ten, that cover low to high; one range of width 1 if high is not above low, and low and high
// themselves if no such ranges are few enough.
func Edges(low, high float64, most int) []float64 {
	if !(high > low) {
		return []float64{low, low + 1}
	}
	width := math.Pow(10, math.Floor(math.Log10((high-low)/float64(most))))
	for _, times := range []float64{1, 2, 5, 10, 20, 50} {
		first, last := math.Floor(low/(width*times)), math.Ceil(high/(width*times))
		if last-first <= float64(most) {
			edges := []float64{}
			for k := first; k <= last; k++ {
				edge, _ := strconv.ParseFloat(strconv.FormatFloat(k*width*times, 'g', 12, 64), 64) // without the rounding error of tenths
				edges = append(edges, edge)
			}
			return edges
		}
	}
	return []float64{low, high}
}

// Place returns the index of the range that x is in; a range includes its lower end, the last one
// also its upper. What lies outside is in the first or the last.
func Place(edges []float64, x float64) int {
	i, exact := slices.BinarySearch(edges, x)
	if !exact {
		i--
	}
	return max(0, min(i, len(edges)-2))
}

// Between returns a query for the examples whose expression text, put in parentheses if it has
// operators, is in range i of edges, without its upper end except in the last range.
func Between(text string, edges []float64, i int) string {
	less := "<"
	if i == len(edges)-2 {
		less = "<="
	}
	if strings.ContainsAny(text, " +-*/()?<>=|&") {
		text = "(" + text + ")"
	}
	return fmt.Sprintf("%s >= %v and %s %s %v", text, edges[i], text, less, edges[i+1])
}
