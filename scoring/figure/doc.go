// Package figure computes the papers' figures as data: panels with axes, and series of points with
// their numbers of examples.
//
// The figures are from Subramanian et al. 2020 (f1-thresholds), Dancette et al. 2020
// (accuracy-per-count; accuracy-over-p, with the expectation over all draws: package counting;
// accuracy-over-training, Figure 5; label-histograms), Prasad et al. 2021 (alignment-accuracy), Guo
// et al. 2017 (reliability; on the diagonal an answer is as often right as its probability says)
// and Rychener et al. 2020 (methods). Our own are faithfulness-accuracy, likelihoods, histograms,
// [Scores] and [Scatter].
package figure
