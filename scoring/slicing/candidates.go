package slicing

import (
	"context"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/scoring/stats"
)

// newFinder returns a finder over the rows with an outcome. It finds the clusters first, because
// every test depends on them.
func newFinder(rowOutcomes RowOutcomes) *sliceFinder {
	f := &sliceFinder{outcome: rowOutcomes, seen: map[uint64]bool{}, seed: maphash.MakeSeed(), all: newSet(len(rowOutcomes.Values)),
		differ: stats.Shares}
	for i, x := range rowOutcomes.Values {
		if x == x {
			f.all.add(i)
		}
		if x == x && x != 0 && x != 1 {
			f.differ = stats.Welch
		}
	}
	f.total = f.momentsOver(f.all)
	f.findDependence()
	return f
}

func (f *sliceFinder) testDifference(insideMoments, outsideMoments stats.Moments, insideRows rowSet) stats.MeanDifference {
	if insideMoments.N == 0 || outsideMoments.N == 0 {
		return f.differ(insideMoments, outsideMoments)
	}
	return f.differ(insideMoments.Worth(f.designEffect(f.clusters, insideRows)), outsideMoments.Worth(f.designEffect(f.clusters,
		f.all.without(insideRows))))
}

func (f *sliceFinder) testSingles(ctx context.Context, rows FacetRows) error {
	for _, field := range rows.Fields {
		if !field.Facet || f.outcome.Implied(field) {
			continue
		}
		e, err := query.ParseExpression(query.Reference(field.Name), rows.Fields)
		if err != nil {
			continue // a name that no query can contain
		}
		values, err := e.Values(ctx, rows.Source, rows.Of)
		if err != nil {
			return err
		}
		f.addValues(field, values)
	}
	loaders.SortBy(f.values, func(c sliceCandidate) int { return -c.n })
	for i := range f.values {
		c := &f.values[i]
		c.apart = f.testCandidate(c.where, c.rows, [2]int{i, -1})
	}
	f.single = len(f.found)
	return nil
}

func (f *sliceFinder) addValues(field query.Field, rowValues []any) {
	sets := map[any]rowSet{}
	var order []any
	counts := tallyValues(rowValues, f.all)
	for i, v := range rowValues {
		if !f.all.has(i) {
			continue
		}
		eachValue(v, func(v any) {
			if counts[v] < f.options.Least {
				return
			}
			if sets[v] == nil {
				sets[v] = newSet(len(rowValues))
				order = append(order, v)
			}
			sets[v].add(i)
		})
	}
	if f.outcome.Shares && f.followsOutcome(sets) {
		return
	}
	for _, v := range order {
		if n := sets[v].count(); n >= f.options.Least && int(f.total.N)-n >= f.options.Least {
			f.values = append(f.values, sliceCandidate{field: field.Name, where: query.Equal(field.Name, v), rows: sets[v], n: n})
		}
	}
}

// verdicts are values that may have been made from the run's own verdicts.
var verdicts = strings.Fields("true false yes no right wrong correct incorrect pass passed fail failed easy hard 0 1 -1")

// followsOutcome reports whether a column is the outcome again, like the tags easy and hard of the run itself: some of
// its verdicts have only right examples, the others only wrong ones. Other values that split a run so are a finding.
func (f *sliceFinder) followsOutcome(rowsByValue map[any]rowSet) bool {
	some, pure := newSet(64*len(f.all)), newSet(64*len(f.all))
	right, wrong := false, false
	for v, s := range rowsByValue {
		if !slices.Contains(verdicts, strings.ToLower(fmt.Sprint(v))) {
			return false
		}
		some.addRows(s)
		switch m := f.momentsOver(s); m.Sum {
		case 0:
			wrong = true
			pure.addRows(s)
		case m.N:
			right = true
			pure.addRows(s)
		}
	}
	return right && wrong && pure.count() == some.count()
}

func tallyValues(rowValues []any, rows rowSet) map[any]int {
	counts := map[any]int{}
	for i, v := range rowValues {
		if rows.has(i) {
			eachValue(v, func(v any) { counts[v]++ })
		}
	}
	return counts
}

func eachValue(v any, visitValue func(v any)) {
	switch v := v.(type) {
	case nil:
	case []string:
		for _, s := range v {
			visitValue(s)
		}
	case string:
		if v != "" {
			visitValue(v)
		}
	case float64:
		if v == v {
			visitValue(v)
		}
	default:
		visitValue(v)
	}
}

// testPairs tests pairs of the first Candidates values. One that gains less than gain over the
// greater of its values stays tested but has its Where emptied, because it must count in the
// correction without being reported.
func (f *sliceFinder) testPairs(ctx context.Context) error {
	both := newSet(64 * len(f.all))
	values := f.values[:min(len(f.values), f.options.Candidates)]
	for i := range values {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for k := i + 1; k < len(values); k++ {
			a, b := &values[i], &values[k]
			n := both.and(a.rows, b.rows)
			isPassedOver := a.field == b.field && a.where == b.where || n < f.options.Least || n == a.n || n == b.n
			if isPassedOver {
				continue
			}
			reported := len(f.found)
			apart := f.testCandidate(a.where+" "+b.where, both, [2]int{i, k})
			if len(f.found) > reported && apart < max(a.apart, b.apart)+gain {
				f.found[reported].Where = "" // tested, but not worth reporting
			}
		}
	}
	return nil
}

// testCandidate returns how far the mean of rows differs from the rest's, in absolute value; 0 if a
// side has fewer than Least rows. It tests equal rows only once, so that the correction does not
// count them twice.
func (f *sliceFinder) testCandidate(whereQuery string, rows rowSet, partIndices [2]int) float64 {
	in := f.momentsOver(rows)
	out := f.total.Less(in)
	if least := float64(f.options.Least); in.N < least || out.N < least {
		return 0
	}
	mean, rest := in.Sum/in.N, out.Sum/out.N
	if key := rows.hash(f.seed); !f.seen[key] {
		f.seen[key] = true
		d := f.testDifference(in, out, rows)
		if p, ok := d.P.Float(); ok {
			f.found = append(f.found, DifferingSubset{Where: whereQuery, N: int(in.N), Rest: int(out.N), Mean: mean, RestMean: rest, Difference: d,
				P:     p,
				parts: partIndices})
			f.ps = append(f.ps, d.P)
		}
	}
	return math.Abs(mean - rest)
}
