// Package boxes scores modules that choose among proposals against gold boxes: the protocol
// "module-boxes" of Subramanian et al., "Obtaining Faithful Interpretations from Compositional
// Neural Networks", ACL 2020, section 3.1 and appendix B, with the conventions of the authors'
// released code (allenai/faithful-nmn, ClassificationModuleScore).
//
// Per module and image: a proposal is predicted if its probability is over the threshold, aligned
// with a gold box if their IoU is over the positive threshold; all comparisons are strict. A gold
// box is found if a predicted proposal is aligned with it. Precision is predicted and aligned
// proposals over predicted ones, recall is gold boxes found over gold boxes: the numerators differ
// on purpose (appendix B.1).
//
// Conventions, all of them the code's:
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
// A module is scored if it has one of the four [Types], gold boxes (loaders.Gold.Boxes not nil) and
// an output of boxes. An image in which the annotator marked nothing is scored with empty gold; a
// module without annotation isn't scored; one with annotation but without output is undefined,
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
// 1 (cumulative) or NaN with an F1 of 0; an example without any scored module isn't part of
// overall, where the code's mean over examples counts it as 1.
//
// IoU is computed in float64; the authors' is float32. The two differ only if an IoU is within some
// 1e-7 of a threshold; the vectors mark such cases as precision_sensitive, and they are tested with
// the same kernel in float32.
package boxes
