// Package explain explains a model's answers by asking it again: which parts of an input matter
// ([Explainers]), and what happens without them ([loaders.Interventions]).
//
// Parts are words, a passage's sentences or, for an executor ([Executed]), a picture's objects.
// Parts missing from a [Coalition] are deleted, or replaced by vectors of zeros or an unknown word.
// Scores explain the target label's probability.
//
// Conventions are the reference packages' (marcotcr/lime fd7eb2e, shap/shap df974a1, captum):
//
//   - occlusion: f(all) - f(all without the part)
//   - shapley: exact, all 2^n coalitions, up to [MostShapley] parts
//   - kernelshap: the package's default, whose l1_reg chooses the first 10 parts of a least angle
//     regression: beyond 10 parts these are not Shapley values, and the others get exactly 0;
//     kernelshap-all chooses none
//   - lime: the package's default: different words at \W+, case counts, all occurrences go and
//     score together; 10 words get a weight, the others none, which is not 0
//   - lime-tokens: every part is a feature
//   - saliency: the gradient summed over dimensions; saliency-l1 of absolute values, saliency-l2
//     its norm; gradient-input: the gradient times the vector
//   - ig: integrated gradients from zeros at midpoints; smoothgrad: the mean gradient under noise
//     of .15 times the vectors' range, summed
//   - flip: 1 for the parts of the smallest removal that changes the answer, else 0; up to
//     [MostProven] parts provably the smallest, beyond found greedily
//   - random: the control
//
// LIME's kernel is sqrt(exp(-d²/25²)) with d = 100 times the cosine distance; the number of removed
// parts is uniform on 1..n, and every different coalition is asked once, weighted by its draws,
// which has the same solution. KernelSHAP's value of no part is the model's on the empty text.
package explain
