// Package stats says how far scores and differences can be trusted: paired permutation tests,
// bootstrap intervals over examples, and the paired t-test.
//
// If it made no difference which run was which, all 2ⁿ ways to swap the two results of n examples
// would be equally likely. p is the share of ways whose difference is at least as extreme
// (Subramanian et al. 2020, appendix D; their significance_test.py). Swapping rows of terms tests
// all functions of sums at once: means ([PermutationTest.Means], the authors' methods 2 and 3) and metrics of
// pooled counts ([PermutationTest.Sums], method 1). [Test.Swaps] computes other scores from the examples.
//
//   - With up to [ExactExamples] examples all ways are counted and p is exact; otherwise trials are
//     drawn from a seed.
//   - Differences equal within 1e-12 are ties and count as extreme; the authors' code misses some.
//   - p, and what counts as extreme, follow a [ExtremenessConvention].
//   - The result doesn't depend on the number of cores.
//   - A way under which either side's score is undefined isn't counted; Result.Trials says how many
//     remain.
//
// [Bootstrap] draws as many examples as there are, with replacement, and returns the middle 95 % of
// the trials (Efron's percentile interval).
package stats
