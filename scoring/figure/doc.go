// Package figure has the papers' figures of runs as data: panels with axes, and
// series of points that each say how many examples they rest on. What draws them
// is package views/results.
//
//   - f1-thresholds: F1 of all modules over the probability of a predicted box,
//     and over the IoU of an aligned one (Subramanian et al. 2020).
//   - accuracy-per-count: accuracy by gold count (Dancette et al. 2020).
//   - accuracy-over-p: accuracy on the odd-even and even-odd slices of p percent
//     (the same, with the expectation over all draws: package counting).
//   - accuracy-over-training: accuracy of models on the slice of the p that each was
//     trained with (the same, Figure 5).
//   - alignment-accuracy: ΔA against accuracy, a point per run (Prasad et al. 2021).
//   - faithfulness-accuracy: the share of faithful examples against accuracy, a
//     point a run.
//   - likelihoods: for every word and relation, the share of objects of which it is true
//     in each tenth of its likelihood, against the mean likelihood there. From an oracle.
//   - reliability: the share of right answers in each tenth of confidence, against the
//     mean confidence there (Guo et al. 2017); on the diagonal an answer is as often
//     right as its probability says.
//   - methods: a metric of runs, by method, aggregation and model (Rychener et al. 2020).
//   - label-histograms: how many examples of a run have each gold count, behind them those
//     of the slices without 90 % of a parity (Dancette et al. 2020).
//   - histograms: how the scores of examples are spread, of one run, for every
//     type of module.
//
// Beside these, [Scores] draws F1, precision and recall over one threshold, and
// [Scatter] two numbers of the examples of a run against each other.
//
// It draws nothing: package results does.
package figure
