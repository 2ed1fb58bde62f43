// Package boxes implements "module-boxes" of Subramanian et al., "Obtaining Faithful
// Interpretations from Compositional Neural Networks", ACL 2020, section 3.1 and appendix B, with
// the conventions of the authors' code (allenai/faithful-nmn, ClassificationModuleScore).
//
// Per module and image, a proposal is predicted if its probability is over the threshold, and
// aligned with a gold box if their IoU is over the positive threshold (all strict). A gold box is
// found if a predicted proposal is aligned with it. Precision is predicted and aligned proposals
// over predicted ones, recall is gold boxes found over gold boxes: the numerators differ on purpose
// (appendix B.1).
//
// Conventions, all from the code:
//
//   - A predicted proposal counts against precision only if its best IoU is below the negative
//     threshold; between the two, and at exactly one half under the papers' settings, it is in
//     neither count. Settings.Inclusive takes the paper's reading: at the negative threshold it
//     counts.
//   - Precision is 1 if no proposal counts, recall is 1 without gold, F1 is 0 if both are 0.
//   - An image without gold has IoU 0 everywhere: whatever is predicted there counts against
//     precision.
//   - Padding (zero boxes) has IoU 0 with any gold box that has an area. Two boxes without area
//     have IoU 0/0: such a proposal is in neither count.
//   - A proposal that aligns with several gold boxes finds all of them.
//   - The upper bound predicts exactly the proposals that are aligned.
//
// A module is scored if it has one of the [Types], gold boxes (loaders.Gold.Boxes not nil) and an
// output of boxes. An image without marks has empty gold; an annotated module without output is undefined,
// affects no mean and is counted as "unscored".
//
// Averages (scoring.Average), and what [scoring.Score.Count] counts:
//
//   - example: the counts of a type are pooled over an example's modules and images; the mean over
//     the examples in which the type occurs, which are the count.
//   - cumulative: the counts are pooled over all examples. The count is the examples in which the
//     type occurs.
//   - occurrence: the mean over all pairs of a module and an image, which are the count.
//
// "overall" pools the four types. A type that no example has is undefined, where the code computes
// 1 (cumulative) or NaN with an F1 of 0; an example without scored modules isn't in overall, where
// the code counts it as 1.
//
// IoU is float64, the authors' float32: the two differ only within some 1e-7 of a threshold. The
// vectors mark such cases as precision_sensitive and are tested in float32.
package boxes
