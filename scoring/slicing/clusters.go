package slicing

import (
	"faithscope/loaders"
	"faithscope/scoring/stats"
)

func (f *sliceFinder) findDependence() {
	most := 1.0
	for _, c := range f.outcome.Clusters {
		f.sizes = make([]float64, len(c.Of))
		f.measureClusters(&c)
		if e := f.designEffect(c, f.all); e > most {
			most, f.clusters = e, c
		}
	}
}

// measureClusters sets c.N, c.Effective and c.R, the intraclass correlation by analysis of
// variance, at least 0. Fewer than two effective clusters cannot show it: R is then 1, or 0 for a
// question, because that may be asked of everything.
func (f *sliceFinder) measureClusters(c *RowClusters) {
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
	c.Effective = int(n * n / max(1, squares))
	switch {
	case n == clusters:
		return
	case c.Effective < 2:
		c.R = loaders.IfElse(c.Name == "question", 0., 1)
		return
	}
	all := f.total.Squares - float64(f.total.Sum*f.total.Sum)/n
	between, inside := (all-within)/(clusters-1), within/(n-clusters)
	size := (n - squares/n) / (clusters - 1)
	if sum := between + float64((size-1)*inside); sum > 0 {
		c.R = max(0, (between-inside)/sum)
	}
}

// designEffect returns the design effect of clusters on the mean of rows, at least 1. It leaves the
// finder's sizes at 0, so that they can be used again.
func (f *sliceFinder) designEffect(c RowClusters, rows rowSet) float64 {
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
