// Package counting scores counts: the protocol "counting" of Dancette et al., "Overcoming
// Statistical Shortcuts for Open-ended Visual Counting", 2020, with the conventions of the authors'
// released code (cdancette/spatial-counting-network, TallyQAMetrics).
//
// A counting question has a root `count`, a gold whole number of 0 or more, and no passage. The
// prediction is the sum of the root's region scores (Output.Boxes), the mean of its Output.Number,
// or the predicted answer. Region scores are summed in float32 in torch's order ([sumScores]),
// because rounding decides at a half. A question is simple or complex by its Kind or a tag.
//
//   - accuracy: the prediction, rounded half to even and not clamped, is the gold count (the code's
//     tally_acc).
//   - accuracy_clamped: clamped to 0..15, the classes of TallyQA (accuracy_top1).
//   - accuracy_threshold: the number of regions over Settings.Threshold is the gold count
//     (tally_thresh_acc).
//   - l1, l2, rmse: mean absolute and mean squared error of the unrounded prediction, and the root
//     of the latter.
//   - entropy, fractional, distance, counted_twice, missed: whether the sum of scores counts
//     objects or adds up fractions ([Objects]); the last two rest on gold objects.
//
// "of" is:
//
//   - overall, simple, complex, even, odd (by the gold count), 0 to 15, over-15.
//   - m-rel, m-rel-simple, m-rel-complex: the mean over the counts that occur of their accuracies,
//     and of their RMSEs.
//   - harmonic, harmonic-simple, harmonic-complex: their harmonic mean, 0 if any is.
//   - simple-and-complex: the mean of the two accuracies.
//   - odd-even-90%, even-odd-90%: the test half of a slice of package mcd, in expectation: opposite
//     questions of one count and kind are weighted to as many as the slice keeps.
//     Options.CountCurve adds every tenth from 0 to 100 %. (Counts over 15 are one key, where
//     TallyQA has none.)
//   - odd-even-90%-simple and so on: accuracy and rmse of one kind, and random and random_training:
//     the accuracy to expect of counts drawn like the gold counts of the slice, or of its training
//     half, which has the same questions the other way round.
//
// Counts are questions with a prediction; others are "unknown". The code's tally_*.overall-own and
// -opposite are even and odd.
package counting
