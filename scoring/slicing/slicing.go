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
// Every candidate is tested against the rest of the examples: what is 0 or 1 everywhere, like accuracy, by
// Fisher's exact test with Newcombe's interval ([stats.Shares]), other numbers by
// Welch's test and interval ([stats.Welch]). Examples of one cluster depend on each
// other and therefore weigh less: the numbers of either side are divided by its design
// effect, 1 + (Σm² / Σm - 1) ρ for clusters of m examples, as in Donner and Donald,
// "The statistical analysis of multiple binary measurements", 1988, where ρ is the
// intraclass correlation of the outcome by analysis of variance over all examples.
// If there are several ways to form clusters, the one with the greatest effect over
// all examples counts. Pictures, passages or sets that weigh less than two of equal size,
// (Σm)²/Σm² < 2, cannot show how alike their examples are: ρ is then 1.
//
// All p-values of an outcome, including those of candidates that are not reported, are
// corrected by the method of Benjamini and Hochberg, 1995 ([stats.BenjaminiHochberg]):
// those of single values at [singly] of the false share, and those of pairs, which are
// far more numerous, at the rest. The expected share of false ones among the reported
// slices is then at most [Options.FalseShare]. Slices overlap, so their tests depend on
// each other; the correction holds under positive dependence.
package slicing

import (
	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/scoring/stats"
)

// Options say what to look for.
type Options struct {
	Least      int     // the fewest examples of a slice, and of the rest
	FalseShare float64 // accepted share of false discoveries
	// Candidates bounds the values that are combined into pairs, the most frequent first.
	Candidates int
}

// Defaults returns at least ten examples, 5 % false discoveries, and pairs of 150 values.
func Defaults() Options { return Options{Least: 10, FalseShare: 0.05, Candidates: 150} }

// DifferingSubset is a subset that differs from the rest.
type DifferingSubset struct {
	Where      string // the query that lists it
	N, Rest    int    // examples in it and outside it
	Mean       float64
	RestMean   float64
	Difference stats.MeanDifference // Mean - RestMean
	P          float64              // uncorrected
	Adjusted   float64              // corrected for all tests

	parts [2]int // combined candidates; the second is -1 for a single one
}

// SliceFindings holds the findings for one outcome.
type SliceFindings struct {
	N      int               // examples with the outcome
	Tested int               // slices, each once
	Slices []DifferingSubset // the largest absolute difference first
	// Clusters is the way in which examples depend on each other; zero if they do not.
	Clusters RowClusters
}

// FacetRows holds rows of a source, and the fields that may be facets.
type FacetRows struct {
	Source query.Source
	Fields query.Fields
	Of     []int
}

// RowOutcomes is a number per row in which slices may differ.
type RowOutcomes struct {
	Values []float64 // NaN for a row without one; 0 or 1 if Shares
	Shares bool      // the values mean wrong or right
	// Clusters are the ways in which rows may depend on each other.
	Clusters []RowClusters
	// Implied reports whether a field follows from the outcome, so that its slices would be
	// uninformative.
	Implied func(f query.Field) bool
}

// RowClusters are rows that depend on each other.
type RowClusters struct {
	Name string  // of one: "set"
	Of   []int   // each row's cluster, from 0, below the number of rows
	N    int     // clusters with a row that has the outcome
	R    float64 // intraclass correlation of the outcome, from 0 to 1
	// Effective is how many clusters of equal size weigh as much, like in [stats.EffectiveUnits].
	Effective int
}

// String says over what was tested, "tested over 40 sets", and whether these are too few.
func (c *RowClusters) String() string {
	return "tested over " + loaders.Count(c.N, c.Name) +
		loaders.IfElse(c.Effective < 2, ", effectively 1: too few to tell any part from the rest", "")
}

const (
	gain   = 0.05 // in units of the outcome
	alike  = 0.8  // of the examples in either of two slices
	singly = 0.9  // of the false share
)
