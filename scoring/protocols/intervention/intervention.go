// Package intervention scores whether a model depends on what an attribution points at, by its
// answers in the run ([loaders.Interventions]) while parts of its input are removed.
//
// Attributions are scored by name; "overall" is the first of each example, and "random orders" the
// mean over each example's. f is the probability of the attribution's class, k = ceil(share · n) of
// the n parts for the shares of the setting bins.
//
//   - aopc_comprehensiveness is the mean over the bins of f(all) - f(without the first k),
//     aopc_sufficiency of f(all) - f(only the first k), like in ERASER's code (DeYoung et al.
//     2020); the paper divides by one bin more.
//   - deletion_area and insertion_area: the areas below f without, and with only, the first k
//     parts, by trapezoids over k/n.
//   - flip_share: the share of examples whose most probable label changes on the way to no part;
//     flip_fraction: the mean k/n of the first change.
//   - occlusion_spearman: the mean rank correlation with the example's attribution "occlusion". A
//     part without a score ranks like 0.
//   - faithful_by_intervention: the share of examples whose AOPC comprehensiveness is among the
//     highest k of it and those of the n random orders, ties counting against it; k is 1 -
//     random_share of n + 1, at least 1: above all of 20 orders.
//   - faithful_by_chance: the mean of k / (n + 1), the share of random orders.
package intervention

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/stats"
)

const protocol = "intervention"

// Random names the scores of random orders.
const Random = "random orders"

// Protocol is "intervention".
var Protocol = scoring.Protocol{
	Name:      protocol,
	Source:    source,
	Settings:  []string{"bins", "random_share"},
	Prepare:   prepareErasures,
	Metrics:   scoring.MetricsOf(columnsOf("", 0)),
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   2,
}

const source = "DeYoung et al. 2020 (ERASER), Samek et al. 2017; computed by asking the model again"

// evidence is one example.
type evidence struct {
	Rows   []erasureCurves // of its attributions
	Random []erasureCurves // of its random orders
}

type erasureCurves struct {
	Name                string    // "" for a random order
	Deletion, Insertion []float64 // of the target, for k = 0..n
	Flip                int       // the least k without which another label is the most probable, 0 for none
	Related             bool      // Spearman is defined
	Spearman            float64
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	for _, r := range slices.Concat(e.Rows, e.Random) {
		n := len(r.Deletion) - 1
		c.Check(n > 0 && len(r.Insertion) == n+1 && 0 <= r.Flip && r.Flip <= n, "invalid order of %d parts: the label changes at %d", n, r.Flip)
	}
}

// prepareErasures takes random orders once, because all attributions of an example are compared with
// the same. The first attribution of a name counts, if its interventions fit, for its class or the
// predicted answer; nil for none.
func prepareErasures(ex *loaders.Example) scoring.Evidence {
	e := &evidence{}
	for i := range ex.Attributions {
		a := &ex.Attributions[i]
		v := a.Interventions
		target := slices.IndexFunc(ex.Answer.Classes, func(o loaders.Option) bool { return o.Name == cmp.Or(a.Class, ex.Answer.Predicted) })
		known := a.Name == Random || slices.ContainsFunc(e.Rows, func(r erasureCurves) bool { return r.Name == a.Name })
		isUnusable := v == nil || known || target < 0 || !fitsExample(v.Erasure, len(v.Order), len(ex.Answer.Classes))
		if isUnusable {
			continue
		}
		r := rowOf(v.Erasure, target)
		r.Name = a.Name
		r.relateToOcclusion(ex, a)
		e.Rows = append(e.Rows, r)
		if e.Random == nil { // the others' are the same
			fitting := loaders.Filter(v.Random, func(r loaders.Erasure) bool { return fitsExample(r, len(v.Order), len(ex.Answer.Classes)) })
			e.Random = loaders.Map(fitting, func(r loaders.Erasure) erasureCurves { return rowOf(r, target) })
		}
	}
	if e.Rows == nil {
		return nil
	}
	return e
}

func fitsExample(v loaders.Erasure, n, labelCount int) bool {
	good := func(rows [][]float64) bool {
		return len(rows) == n+1 && !slices.ContainsFunc(rows, func(p []float64) bool {
			return len(p) != labelCount || slices.ContainsFunc(p, func(x float64) bool { return !(x >= 0 && x <= 1) })
		})
	}
	return n > 0 && len(v.Order) == n && good(v.Deletion) && good(v.Insertion)
}

func rowOf(v loaders.Erasure, targetLabel int) erasureCurves {
	of := func(p []float64) float64 { return p[targetLabel] }
	r := erasureCurves{Deletion: loaders.Map(v.Deletion, of), Insertion: loaders.Map(v.Insertion, of)}
	first := floats.MaxIdx(v.Deletion[0])
	r.Flip = max(0, slices.IndexFunc(v.Deletion, func(p []float64) bool { return floats.MaxIdx(p) != first }))
	return r
}

// relateToOcclusion counts missing scores as 0, because the order in which parts go does too, and
// leaves out special tokens. The first "occlusion" over the same input with as many scores counts.
func (r *erasureCurves) relateToOcclusion(ex *loaders.Example, a *loaders.Attribution) {
	for i := range ex.Attributions {
		o := &ex.Attributions[i]
		isUnrelated := o.Name != "occlusion" || o.Over != a.Over || len(o.Scores) != len(a.Scores) ||
			len(a.Tokens) != 0 && len(a.Tokens) != len(a.Scores)
		if isUnrelated {
			continue
		}
		var one, other []float64
		for k, x := range a.Scores {
			if math.IsNaN(x) {
				x = 0
			}
			if a.Tokens == nil || !alignment.IsSpecial(a.Tokens[k]) {
				one, other = append(one, x), append(other, o.Scores[k])
			}
		}
		if !slices.ContainsFunc(other, math.IsNaN) {
			r.Spearman, r.Related = stats.Spearman(one, other).Float()
		}
		return
	}
}

func (r *erasureCurves) meanLoss(binShares []float64) (comprehensiveness, sufficiency float64) {
	n := float64(len(r.Deletion) - 1)
	for _, percent := range binShares {
		k := int(math.Ceil(percent * n / 100))
		comprehensiveness += r.Deletion[0] - r.Deletion[k]
		sufficiency += r.Deletion[0] - r.Insertion[k]
	}
	return comprehensiveness / float64(len(binShares)), sufficiency / float64(len(binShares))
}

func areaUnder(f []float64) (sum float64) {
	for k := 1; k < len(f); k++ {
		sum += (f[k-1] + f[k]) / 2
	}
	return sum / float64(len(f)-1)
}

const (
	examples = iota
	comprehensiveness
	sufficiency
	deletion
	insertion
	flips
	fraction
	flipping // examples
	relatives
	spearman
	compared // with random orders
	faithful
	chance
	width
)

// addTerms adds the correlation in full, because it has a count of its own.
func (r *erasureCurves) addTerms(termBlock, binShares []float64, exampleWeight float64) {
	c, s := r.meanLoss(binShares)
	for i, x := range []float64{1, c, s, areaUnder(r.Deletion), areaUnder(r.Insertion)} { // from examples on
		termBlock[i] += exampleWeight * x
	}
	if r.Flip > 0 {
		termBlock[flips] += exampleWeight
		termBlock[fraction] += exampleWeight * float64(r.Flip) / float64(len(r.Deletion)-1)
	}
	if r.Related {
		termBlock[relatives]++
		termBlock[spearman] += r.Spearman
	}
}

func passesRandom(observedLoss float64, randomCurves []erasureCurves, s *scoring.Settings, binShares []float64) (ok bool, chance float64) {
	n := len(randomCurves) + 1
	k := max(1, int(float64(n)*(1-s.RandomShare)+1e-9))
	reach := loaders.CountFunc(randomCurves, func(r erasureCurves) bool {
		c, _ := r.meanLoss(binShares)
		return c >= observedLoss
	})
	return reach < k, float64(k) / float64(n)
}

// Each of an example's n random orders weighs 1/n. They lack the last three columns, because they
// aren't compared with themselves.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	bins := s.Bins.Percent()
	return scoring.NewParted(protocol, s, width, func(x *evidence, whole []float64, part scoring.BlockLookup) {
		for i, r := range x.Rows {
			for _, block := range [][]float64{part(r.Name), whole}[:2-min(i, 1)] {
				r.addTerms(block, bins, 1)
				block[flipping] += min(float64(r.Flip), 1)
				if x.Random != nil {
					block[compared]++
					c, _ := r.meanLoss(bins)
					ok, expected := passesRandom(c, x.Random, &s, bins)
					block[chance] += expected
					if ok {
						block[faithful]++
					}
				}
			}
		}
		flipped := 0.
		for _, r := range x.Random {
			r.addTerms(part(Random), bins, 1/float64(len(x.Random)))
			flipped = max(flipped, min(float64(r.Flip), 1))
		}
		if x.Random != nil {
			part(Random)[flipping] += flipped
		}
	}, func(parts []string, sums []float64) (columns []scoring.Column) {
		columns = columnsOf("overall", 0)
		for i, of := range parts {
			if i := (1 + i) * width; sums[i+examples] > 0 {
				list := columnsOf(of, i)
				if of == Random {
					list = list[:len(list)-3]
				}
				columns = append(columns, list...)
			}
		}
		return columns
	})
}

var higher, lower = scoring.Higher.Metric, scoring.Lower.Metric

// The attribution's terms begin at i. The last three columns compare it with occlusion and random
// orders.
func columnsOf(methodName string, i int) []scoring.Column {
	mean := func(m scoring.Metric, sum, over int, reason string) scoring.Column {
		return m.AsColumn().Ratio(methodName, i+sum, i+over, reason)
	}
	const none, noOrders = "no example has interventions", "the run has no random orders"
	fractions := mean(lower("flip_fraction", source, "mean share k/n of parts removed when the label changes, over examples where it does"),
		fraction, flips, "no example's label changes")
	fractions.Count = func(sums []float64) int { return int(sums[i+flipping]) }
	return []scoring.Column{
		mean(higher("aopc_comprehensiveness", source, "mean over bins of p(label | all) - p(label | without the first k parts)").AsHeadline(),
			comprehensiveness, examples, none),
		mean(lower("aopc_sufficiency", source, "mean over bins of p(label | all) - p(label | only the first k parts)").AsHeadline(),
			sufficiency, examples, none),
		mean(lower("deletion_area", source, "area under p(label | without the first k parts), over k/n"), deletion, examples, none),
		mean(higher("insertion_area", source, "area under p(label | only the first k parts), over k/n"), insertion, examples, none),
		mean(higher("flip_share", source, "share of examples whose label changes as parts are removed").AsShare(), flips, examples, none),
		fractions,
		mean(higher("occlusion_spearman", source, "mean rank correlation with the same example's occlusion attribution"),
			spearman, relatives, "no example has an occlusion attribution over the same parts"),
		mean(higher("faithful_by_intervention", "faithscope",
			"share of examples whose AOPC comprehensiveness is in the top k when ranked among n random orders; k = (1 - random_share) (n + 1)").
			AsShare(), faithful, compared, noOrders),
		scoring.Neither.Metric("faithful_by_chance", "faithscope", "mean of k / (n + 1): the share expected for random orders").
			Ratio(methodName, i+chance, i+compared, noOrders),
	}
}
