// Package counting scores counts: the protocol "counting" of Dancette et al., "Overcoming
// Statistical Shortcuts for Open-ended Visual Counting", 2020, with the conventions of the authors'
// released code (cdancette/spatial-counting-network, TallyQAMetrics).
//
// An example is a counting question if its root is a `count`, its gold answer is a whole number of
// 0 or more, and it has no passage. The prediction is the sum of the root's region scores (its
// Output.Boxes); without any, the mean of its Output.Number, or else the predicted answer read as a
// number. Region scores are summed in float32 in the order in which torch sums them ([sumScores]),
// because rounding decides at a half. A question is simple or complex by its Kind or a tag.
//
//   - accuracy: the prediction, rounded half to even and not clamped, is the gold count (the code's
//     tally_acc).
//   - accuracy_clamped: clamped to 0..15, the classes of TallyQA (accuracy_top1).
//   - accuracy_threshold: the number of regions over Settings.Threshold is the gold count
//     (tally_thresh_acc); needs region scores.
//   - l1, l2, rmse: mean absolute and mean squared error of the unrounded prediction, and the root
//     of the latter.
//   - entropy, fractional, distance, counted_twice, missed: whether the sum of region scores counts
//     objects or adds up fractions ([Objects]); for overall, simple and complex. The last two rest
//     on gold objects.
//
// "of" is:
//
//   - overall, simple, complex, even, odd (by the gold count), 0 to 15, over-15.
//   - m-rel, m-rel-simple, m-rel-complex: the mean over the counts that occur of their accuracies,
//     and of their RMSEs.
//   - harmonic, harmonic-simple, harmonic-complex: their harmonic mean, 0 if any is.
//   - simple-and-complex: the mean of the two accuracies.
//   - odd-even-90%, even-odd-90%: the test half of a slice of package mcd, in expectation: opposite
//     questions of one count and kind are weighted to as many as the slice keeps, which is the mean
//     over all possible draws. Options.CountCurve adds every tenth from 0 to 100 %. (Counts over 15
//     are one key to it, where TallyQA has none.)
//   - odd-even-90%-simple and so on: accuracy and rmse of one kind, and the metrics random and
//     random_training: the accuracy to expect of counts drawn like the gold counts of the slice, or
//     of its training half, which has the same questions the other way round.
//
// The count of a score is its questions with a prediction; others count only as "unknown".
//
// The code's tally_*.overall-own and -opposite are even and odd; {simple,complex}-N, positional and
// type are this protocol over a part of the run. GroundP and AP are package grounding's.
package counting
