// Package figure computes the papers' figures of runs as data: panels with axes, and series of
// points that each tell how many examples they rest on. Package views/results draws them.
//
// The figures are from Subramanian et al. 2020 (f1-thresholds), Dancette et al. 2020
// (accuracy-per-count; accuracy-over-p, with the expectation over all draws: package counting;
// accuracy-over-training, Figure 5; label-histograms), Prasad et al. 2021 (alignment-accuracy),
// Guo et al. 2017 (reliability; on the diagonal an answer is as often right as its probability
// says) and Rychener et al. 2020 (methods). This program's own are faithfulness-accuracy,
// likelihoods, histograms, [Scores] and [Scatter].
package figure
