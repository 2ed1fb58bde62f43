// Package stats says how far a score, or the difference of two, can be trusted: paired permutation
// tests, bootstrap intervals over examples, and the paired t-test. It works on numbers and knows
// nothing of protocols.
//
// # Permutation tests
//
// Two runs answered the same examples. If it made no difference which run was which, then swapping
// an example's two results would change the difference only by chance: every one of the 2ⁿ ways to
// swap is as likely as the observed one. p is the share of ways whose difference is at least as
// extreme (Subramanian et al. 2020, appendix D; their significance_test.py). The test swaps rows of
// terms, so that one test does for all scores that are functions of sums over examples: means
// ([Test.Means], the authors' methods 2 and 3) and metrics of pooled counts ([Test.Sums], method
// 1). For any other score, [Test.Swaps] computes the score from the examples.
//
// Conventions:
//
//   - With up to [ExactExamples] examples, every way to swap is counted and p is exact; otherwise
//     the trials are drawn at random from a seed.
//   - Differences that are equal except for rounding, within 1e-12, are ties and count as extreme;
//     the authors' code misses some.
//   - p, and what counts as extreme, follow a [Convention].
//   - The result depends on the seed but not on the number of cores.
//   - A way to swap under which the score of either side is undefined is left out of the count and
//     of the total; Result.Trials says how many remain.
//
// # Intervals
//
// [Bootstrap] draws as many examples as there are, with replacement, computes the scores again, and
// returns the range that holds the middle 95 % of the trials (Efron's percentile interval).
package stats
