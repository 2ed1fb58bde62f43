// Package stats says how far a score, or the difference of two, can be
// trusted: paired permutation tests, bootstrap intervals over examples, and
// the paired t-test. It knows numbers and no protocol.
//
// # Permutation tests
//
// Two runs answered the same examples. If it made no difference which run was
// which, then swapping an example's two results would change nothing but
// chance: every one of the 2ⁿ ways to swap is as likely as the one that was
// observed. p is the share of them whose difference is at least as extreme
// (Subramanian et al. 2020, appendix D; their significance_test.py). What is
// swapped are rows of terms, so that one test does for all scores that are
// functions of sums over examples: means ([Test.Means], the authors' methods
// 2 and 3) and metrics of pooled counts ([Test.Sums], method 1). [Test.Swaps]
// asks for any other score by the examples themselves.
//
// Conventions:
//
//   - Up to [ExactExamples] examples every way to swap is counted and p is a
//     share without chance; else the trials are drawn at random from a seed.
//   - Differences that are equal but for rounding, within 1e-12, are ties and
//     count as extreme; the authors' code loses some of them.
//   - p and who counts as extreme follow a [Convention].
//   - The result depends on the seed alone, not on the number of cores.
//   - A way to swap in which the score of either side is undefined is left out
//     of both sides of the share; Result.Trials says how many remain.
//
// # Intervals
//
// [Bootstrap] draws as many examples as there are, with replacement, computes
// the scores again, and gives the range that holds the middle 95 % of the
// trials (Efron's percentile interval).
package stats
