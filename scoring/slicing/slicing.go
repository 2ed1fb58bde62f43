// Package slicing finds the subsets of a run whose accuracy or faithfulness
// differs most from the rest.
//
// The candidates are the values of facets (a type of module, a word of an
// argument, the shape of the program, an answer) and the pairs of two facets'
// values, as in Slice Finder (Chung et al., "Automated Data Slicing for Model
// Validation", 2020), of whose lattice of conjunctions these are the first two
// levels. A candidate has at least [Options.Least] examples, and so has the rest.
// Candidates with the same examples are one, under the shortest name. A pair is
// reported only if it differs more than either of its parts, by [gain], and a slice
// only if it does not share [alike] of its examples with one that differs more.
//
// Every candidate is tested against the rest of the examples: accuracy by
// Fisher's exact test with Newcombe's interval ([stats.Shares]), faithfulness by
// Welch's test and interval ([stats.Welch]). Examples of one cluster depend on each
// other and therefore weigh less: the numbers of either side are divided by its design
// effect, 1 + (Σm² / Σm - 1) ρ for clusters of m examples, as in Donner and Donald,
// "The statistical analysis of multiple binary measurements", 1988, where ρ is the
// intraclass correlation of the outcome by analysis of variance over all examples.
// If there are several ways to form clusters, the one with the greatest effect over
// all examples counts.
//
// All p-values of an outcome, including those of candidates that are not reported, are
// corrected by the method of Benjamini and Hochberg, 1995 ([stats.FalseDiscovery]):
// those of single values at [singly] of the false share, and those of pairs, which are
// far more numerous, at the rest. The expected share of false ones among the reported
// slices is then at most [Options.FalseShare]. Slices overlap, so their tests depend on
// each other; the correction holds under positive dependence.
package slicing

import (
	"cmp"
	"context"
	"hash/maphash"
	"math"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/stats"
)

// Options say what to look for.
type Options struct {
	Least      int     // the fewest examples of a slice, and of the rest
	FalseShare float64 // the accepted share of false discoveries
	// Candidates bounds how many values of facets are combined into pairs, the most
	// frequent first.
	Candidates int
}

// Defaults are at least ten examples, 5 % false discoveries, and pairs of 150 values.
func Defaults() Options { return Options{Least: 10, FalseShare: 0.05, Candidates: 150} }

// Slice is a subset that differs from the rest.
type Slice struct {
	Where      string // the query that lists it
	N, Rest    int    // how many examples are in it, and how many are not
	Mean       float64
	RestMean   float64
	Difference stats.Difference // Mean - RestMean
	P          float64          // uncorrected
	Adjusted   float64          // corrected for all tests

	parts [2]int // the candidates that it combines; the second is -1 if there is only one
}

const (
	gain   = 0.05 // in units of the outcome
	alike  = 0.8  // of the examples in either of two slices
	singly = 0.9  // of the false share
)

// Result is what was found for one outcome.
type Result struct {
	N      int     // how many examples have the outcome
	Tested int     // how many slices, each once
	Slices []Slice // the largest difference, in either direction, first
	// Clusters is the way in which examples were found to depend on each other; zero if
	// they were not.
	Clusters Clusters
}

// Outcome is a number per row in which slices may differ.
type Outcome struct {
	Values []float64 // NaN for a row without one; 0 or 1 if Shares
	Shares bool      // the values mean wrong or right
	// Clusters are the ways in which rows may depend on each other.
	Clusters []Clusters
	// Implied reports whether a field follows from the outcome, so that slices by it would
	// be uninformative.
	Implied func(f query.Field) bool
}

// Find looks for slices among rows of a source with the given fields. Its error is the
// context's.
func Find(ctx context.Context, src query.Source, fields query.Fields, rows []int, of Outcome, o Options) (Result, error) {
	f := newFinder(of)
	f.options = o
	if err := f.testSingles(ctx, src, fields, rows); err != nil {
		return Result{}, err
	}
	if err := f.pairs(ctx); err != nil {
		return Result{}, err
	}
	return f.result(), nil
}

// Against returns, for each of groups, how far the mean outcome of its rows lies above that
// of the rest, tested over clusters as slices are. A group lists indices into the values.
func Against(of Outcome, groups [][]int) (Clusters, []Gap) {
	f, gaps := newFinder(of), make([]Gap, len(groups))
	for g, places := range groups {
		rows := newSet(len(of.Values))
		for _, i := range places {
			if f.all.has(i) {
				rows.add(i)
			}
		}
		in := f.moments(rows)
		out := f.total.Less(in)
		gaps[g] = Gap{scoring.Undefined("there is nothing to compare it with"), f.differ(in, out, rows).P}
		if in.N > 0 && out.N > 0 {
			gaps[g].Value = scoring.Defined(in.Sum/in.N - out.Sum/out.N)
		}
	}
	return f.clusters, gaps
}

// Gap is how far the mean of some rows lies above that of the rest, and the p-value of that;
// undefined if there are no such rows or no others.
type Gap struct{ Value, P scoring.Value }

// newFinder returns a finder that has determined how the rows depend on each other.
func newFinder(of Outcome) *finder {
	f := &finder{outcome: of, seen: map[uint64]bool{}, seed: maphash.MakeSeed(), all: newSet(len(of.Values))}
	for i, x := range of.Values {
		if x == x {
			f.all.add(i)
		}
	}
	f.total = f.moments(f.all)
	f.depend()
	return f
}

// differ tests the moments in, of rows, against the moments out, of all others.
func (f *finder) differ(in, out stats.Moments, rows set) stats.Difference {
	differ := stats.Welch
	if f.outcome.Shares {
		differ = stats.Shares
	}
	if in.N == 0 || out.N == 0 {
		return differ(in, out)
	}
	return differ(in.Worth(f.effect(f.clusters, rows)), out.Worth(f.effect(f.clusters, f.all.without(rows))))
}

// finder gathers candidates.
type finder struct {
	outcome Outcome
	options Options
	all     set // the rows with the outcome
	total   stats.Moments
	values  []candidate
	found   []Slice
	single  int // how many of found, at its beginning, have one value
	ps      []float64
	seen    map[uint64]bool // by the hash of the rows
	seed    maphash.Seed

	clusters Clusters
	sizes    []float64 // of the clusters; all 0 except during effect
}

// candidate is a facet's value.
type candidate struct {
	field string
	where string
	rows  set
	n     int
	apart float64 // the size of its difference from the rest
}

// testSingles collects and tests the candidates that are a single value.
func (f *finder) testSingles(ctx context.Context, src query.Source, fields query.Fields, rows []int) error {
	for _, field := range fields {
		if !field.Facet || f.outcome.Implied(field) {
			continue
		}
		e, err := query.ParseExpression(query.Reference(field.Name), fields)
		if err != nil {
			continue // a name that no query can contain
		}
		values, err := e.Values(ctx, src, rows)
		if err != nil {
			return err
		}
		f.add(field, values)
	}
	slices.SortStableFunc(f.values, func(a, b candidate) int { return cmp.Compare(b.n, a.n) })
	for i := range f.values {
		c := &f.values[i]
		c.apart = f.test(c.where, c.rows, [2]int{i, -1})
	}
	f.single = len(f.found)
	return nil
}

// add adds those values of a field that are frequent enough.
func (f *finder) add(field query.Field, values []any) {
	sets := map[any]set{}
	var order []any
	put := func(v any, i int) {
		if sets[v] == nil {
			sets[v] = newSet(len(values))
			order = append(order, v)
		}
		sets[v].add(i)
	}
	counts := tally(values, f.all)
	for i, v := range values {
		if !f.all.has(i) {
			continue
		}
		each(v, func(v any) {
			if counts[v] >= f.options.Least {
				put(v, i)
			}
		})
	}
	if f.outcome.Shares && f.follows(sets) {
		return
	}
	for _, v := range order {
		if n := sets[v].count(); n >= f.options.Least && int(f.total.N)-n >= f.options.Least {
			f.values = append(f.values, candidate{field: field.Name, where: query.Equal(field, v), rows: sets[v], n: n})
		}
	}
}

// follows reports whether the values of a field determine whether an example is right, as
// the tags easy and hard do for the run from which they were made: some values have only
// right examples, some only wrong ones, and together they cover all examples with a value.
func (f *finder) follows(sets map[any]set) bool {
	some, pure := newSet(64*len(f.all)), newSet(64*len(f.all))
	right, wrong := false, false
	for _, s := range sets {
		some.join(s)
		switch m := f.moments(s); m.Sum {
		case 0:
			wrong = true
			pure.join(s)
		case m.N:
			right = true
			pure.join(s)
		}
	}
	return right && wrong && pure.count() == some.count()
}

// tally counts the values of the rows of a set.
func tally(values []any, of set) map[any]int {
	counts := map[any]int{}
	for i, v := range values {
		if of.has(i) {
			each(v, func(v any) { counts[v]++ })
		}
	}
	return counts
}

// each calls yield with a value, or with each of several, or not at all.
func each(v any, yield func(v any)) {
	switch v := v.(type) {
	case nil:
	case []string:
		for _, s := range v {
			yield(s)
		}
	case string:
		if v != "" {
			yield(v)
		}
	case float64:
		if v == v {
			yield(v)
		}
	default:
		yield(v)
	}
}

// pairs tests the pairs of values, and reports those that differ more than either value.
func (f *finder) pairs(ctx context.Context) error {
	both := newSet(64 * len(f.all))
	values := f.values[:min(len(f.values), f.options.Candidates)]
	for i := range values {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for k := i + 1; k < len(values); k++ {
			a, b := &values[i], &values[k]
			n := both.and(a.rows, b.rows)
			if a.field == b.field && a.where == b.where || n < f.options.Least || n == a.n || n == b.n {
				continue
			}
			reported := len(f.found)
			apart := f.test(a.where+" "+b.where, both, [2]int{i, k})
			if len(f.found) > reported && apart < max(a.apart, b.apart)+gain {
				f.found[reported].Where = "" // tested, but not worth reporting
			}
		}
	}
	return nil
}

// test tests a candidate and returns the size of its difference from the rest.
func (f *finder) test(where string, rows set, parts [2]int) float64 {
	in := f.moments(rows)
	out := f.total.Less(in)
	if least := float64(f.options.Least); in.N < least || out.N < least {
		return 0
	}
	mean, rest := in.Sum/in.N, out.Sum/out.N
	key := rows.hash(f.seed)
	if f.seen[key] {
		return math.Abs(mean - rest)
	}
	f.seen[key] = true
	d := f.differ(in, out, rows)
	p, ok := d.P.Float()
	if !ok {
		return math.Abs(mean - rest)
	}
	f.found = append(f.found, Slice{Where: where, N: int(in.N), Rest: int(out.N), Mean: mean, RestMean: rest, Difference: d, P: p,
		parts: parts})
	f.ps = append(f.ps, p)
	return math.Abs(mean - rest)
}

// moments returns the moments of the outcome over rows.
func (f *finder) moments(rows set) stats.Moments {
	var m stats.Moments
	rows.each(func(i int) { m.Add(f.outcome.Values[i]) })
	return m
}

// result corrects all p-values together and returns the slices that remain.
func (f *finder) result() Result {
	r := Result{N: int(f.total.N), Tested: len(f.found), Slices: []Slice{}, Clusters: f.clusters}
	adjusted := stats.FalseDiscovery(f.ps[:f.single])
	for i := range adjusted {
		adjusted[i] /= singly
	}
	for _, q := range stats.FalseDiscovery(f.ps[f.single:]) {
		adjusted = append(adjusted, q/(1-singly))
	}
	for i, q := range adjusted {
		if s := f.found[i]; q <= f.options.FalseShare && s.Where != "" {
			s.Adjusted = q
			r.Slices = append(r.Slices, s)
		}
	}
	slices.SortStableFunc(r.Slices, func(a, b Slice) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Mean-b.RestMean), math.Abs(a.Mean-a.RestMean)), cmp.Compare(b.N, a.N))
	})
	r.Slices = f.distinct(r.Slices)
	return r
}

// distinct leaves out the slices that nearly equal an earlier one.
func (f *finder) distinct(list []Slice) []Slice {
	kept, sets, both := []Slice{}, []set{}, newSet(64*len(f.all))
	for _, s := range list {
		rows := f.values[s.parts[0]].rows
		if s.parts[1] >= 0 {
			rows = newSet(64 * len(f.all))
			rows.and(f.values[s.parts[0]].rows, f.values[s.parts[1]].rows)
		}
		n := rows.count()
		if len(kept) < mostReported && !slices.ContainsFunc(sets, func(o set) bool {
			common := both.and(rows, o)
			return float64(common) >= alike*float64(n+o.count()-common)
		}) {
			kept, sets = append(kept, s), append(sets, rows)
		}
	}
	return kept
}

// mostReported bounds how many slices a result has.
const mostReported = 500
