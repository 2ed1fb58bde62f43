package slicing

import (
	"fmt"
	"hash/maphash"
	"math/bits"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// Clusters are rows that depend on each other.
type Clusters struct {
	Name string  // what one is called: "set"
	Of   []int   // the cluster of each row, from 0 and less than the number of rows
	N    int     // how many clusters have a row with the outcome
	R    float64 // intraclass correlation of the outcome, from 0 to 1
}

// depend finds the clusters with the greatest design effect.
func (f *finder) depend() {
	most := 1.0
	for _, c := range f.outcome.Clusters {
		f.sizes = make([]float64, len(c.Of))
		f.measure(&c)
		if e := f.effect(c, f.all); e > most {
			most, f.clusters = e, c
		}
	}
}

// measure counts the clusters and measures how alike their rows are, by analysis of
// variance.
func (f *finder) measure(c *Clusters) {
	moments := make([]stats.Moments, len(c.Of))
	f.all.each(func(i int) { moments[c.Of[i]].Add(f.outcome.Values[i]) })
	within, squares := 0.0, 0.0
	for _, m := range moments {
		if m.N > 0 {
			c.N++
			within += max(0, m.Squares-float64(m.Sum*m.Sum)/m.N)
			squares += float64(m.N * m.N)
		}
	}
	n, clusters := f.total.N, float64(c.N)
	if c.N < 2 || n == clusters {
		return
	}
	all := f.total.Squares - float64(f.total.Sum*f.total.Sum)/n
	between, inside := (all-within)/(clusters-1), within/(n-clusters)
	size := (n - squares/n) / (clusters - 1)
	if sum := between + float64((size-1)*inside); sum > 0 {
		c.R = max(0, (between-inside)/sum)
	}
}

// effect is the design effect of clusters on the mean of rows, at least 1.
func (f *finder) effect(c Clusters, rows set) float64 {
	if c.R == 0 {
		return 1
	}
	n, squares := 0.0, 0.0
	rows.each(func(i int) {
		n++
		squares += 2*f.sizes[c.Of[i]] + 1 // the difference between a size's square and the next
		f.sizes[c.Of[i]]++
	})
	rows.each(func(i int) { f.sizes[c.Of[i]] = 0 })
	return 1 + float64((squares/n-1)*c.R)
}

// Sheet lays out the result for an outcome, for people and scripts: the largest difference
// first, at most top rows, or all if top is 0. A row leads to the slice's examples.
func (r *Result) Sheet(outcome string, falseShare float64, top int) *table.Table {
	differ := fmt.Sprintf("%d differ from the rest", len(r.Slices))
	switch len(r.Slices) {
	case 0:
		differ = "none differs from the rest"
	case 1:
		differ = "1 differs from the rest"
	}
	by := loaders.Count(r.N, "example") + " by " + outcome
	if r.Clusters.N > 0 {
		by += fmt.Sprintf(", tested over %s (intraclass correlation %.2f)", loaders.Count(r.Clusters.N, r.Clusters.Name), r.Clusters.R)
	}
	t := &table.Table{
		Name: "slices", Title: "slices by " + outcome,
		Notes: []string{fmt.Sprintf("%s; %s tested, %s; false share %g, Benjamini and Hochberg", by, loaders.Count(r.Tested, "slice"), differ,
			falseShare)},
		Columns: table.Columns("where=slice", table.Number, "value=mean", table.Count, "n", table.Number, "rest", table.Count,
			"rest_n=n of the rest",
			table.Change, "difference", table.Between, "difference=95 %", table.Chance, "p", "p_adjusted=adjusted p"),
	}
	list := r.Slices
	if top > 0 && len(list) > top {
		list = list[:top]
		t.Notes = append(t.Notes, fmt.Sprintf("the %d that differ most; --top shows more", top))
	}
	for _, s := range list {
		difference := scoring.Defined(s.Mean - s.RestMean)
		t.Add(table.Cell{Value: s.Where, Leads: s.Where}, s.Mean, s.N, s.RestMean, s.Rest, difference,
			table.Cell{Value: difference, Interval: s.Difference.Interval}, s.P, s.Adjusted)
	}
	return t
}

// set is a set of rows, a bit each.
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

// and sets s to the rows in both a and b, and returns how many they are.
func (s set) and(a, b set) int {
	n := 0
	for k := range a {
		s[k] = a[k] & b[k]
		n += bits.OnesCount64(s[k])
	}
	return n
}

// join adds the rows of o.
func (s set) join(o set) {
	for k := range s {
		s[k] |= o[k]
	}
}

// without returns the rows of s that are not in o.
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
