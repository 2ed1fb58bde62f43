// Package boxes implements "module-boxes" of Subramanian et al., "Obtaining Faithful
// Interpretations from Compositional Neural Networks", ACL 2020, section 3.1 and appendix B, with
// the conventions of the authors' code (allenai/faithful-nmn, ClassificationModuleScore).
//
// Per module and image, a proposal is predicted if its probability is over the threshold, and
// aligned with a gold box if their IoU is over the positive threshold (all strict). Precision is
// predicted and aligned proposals over predicted ones, recall is gold boxes with a predicted and
// aligned proposal over gold boxes: the numerators differ on purpose (appendix B.1).
//
// Conventions, all from the code:
//
//   - A predicted proposal counts against precision only if its best IoU is below the negative
//     threshold, so between the two, and at exactly one half under the papers' settings, it doesn't
//     count. Settings.Inclusive takes the paper's reading: at the negative threshold it counts.
//   - Precision is 1 if no proposal counts, recall is 1 without gold, F1 is 0 if both are 0.
//   - An image without gold has IoU 0 everywhere.
//   - Padding (zero boxes) has IoU 0 with gold boxes with an area. Two boxes without area have IoU
//     0/0: such a proposal doesn't count.
//   - A proposal that aligns with several gold boxes finds all of them.
//   - The upper bound predicts exactly the aligned proposals.
//
// A module is scored if it has one of the [Types], gold boxes (loaders.Gold.Boxes not nil, empty
// for an image without marks) and an output of boxes. Without output it is undefined and counted as
// "unscored".
//
// Averages (scoring.Average) and counts:
//
//   - example: a type's counts are pooled over an example's modules and images; the mean over the
//     examples with the type, which are the count.
//   - cumulative: pooled over all examples; the count is the examples with the type.
//   - occurrence: the mean over all pairs of a module and an image, which are the count.
//
// "overall" pools the types. A type that no example has is undefined, where the code computes 1
// (cumulative) or NaN with an F1 of 0; an example without scored modules isn't in overall, where
// the code counts it as 1.
//
// With a negative IoU, "bce" is the mean binary cross-entropy of proposals over all modules: those with
// IoU of at least the positive one have label 1, those below the negative one 0, and the others none
// (section 4.2: .75 and .25; lib/dataset_readers/gqa_reader.py:579-594, train_configs/gqa_experiment.jsonnet:11).
// The code (lib/models/gqa_end_to_end_module_network.py:435-448) labels the others .5, lets a later gold box
// undo an earlier one's label, and leaves out modules without a 1.
//
// IoU is float64, the authors' float32; the vectors mark cases within 1e-7 of a threshold, where
// this matters, as precision_sensitive.
package boxes
