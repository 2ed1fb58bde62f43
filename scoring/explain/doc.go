// Package explain explains a model's answers by asking it again: which parts of an input
// matter ([Explainers]), and what happens without them ([loaders.Interventions]).
//
// The parts of an input are its words, the sentences of its passage or, for a program run
// by an executor ([Executed]), the objects in its picture. A [Coalition] says which of
// them are present; the others are deleted, or replaced by vectors of zeros or an unknown
// word. Explained is the probability of one label, the target; greater scores speak for it.
//
// Names mean what the reference packages do (marcotcr/lime fd7eb2e, shap/shap df974a1,
// captum), with their conventions:
//
//   - occlusion: f(all) - f(all without the part);
//   - shapley: exact, all 2^n coalitions, so up to [MostShapley] parts;
//   - kernelshap: the package's default, whose l1_reg chooses the first 10 parts of a
//     least angle regression: beyond 10 parts these are not Shapley values, and the other
//     parts get exactly 0; kernelshap-all chooses none;
//   - lime: the package's default: different words at \W+, case counts, all occurrences
//     go and score together; 10 words get a weight, the others have none, which is not 0;
//   - lime-tokens: every part is a feature of its own;
//   - saliency: the gradient summed over the dimensions, saliency-l1 of absolute values,
//     saliency-l2 its norm; gradient-input: the gradient times the vector;
//   - ig: integrated gradients from vectors of zeros at midpoints; smoothgrad: the mean
//     gradient under noise of .15 times the range of the vectors, summed;
//   - flip: 1 for the parts of the smallest removal that changes the answer, 0 for the
//     others; up to [MostProven] parts provably the smallest, beyond found greedily;
//   - random: the control.
//
// LIME's kernel is sqrt(exp(-d²/25²)) with d = 100 times the cosine distance; the number
// of removed parts is uniform on 1..n, and every different coalition is asked once,
// weighted by how often it was drawn, which has the same solution.
//
// KernelSHAP's value of no part is the model's on the empty text, not 0 and not a mean
// over data.
package explain
