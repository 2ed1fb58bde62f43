// Package dfol answers questions in first-order logic about the objects of a
// picture: the differentiable executor ∇-FOL of Amizadeh, Palangi, Polozov,
// Huang and Koishida, "Neuro-Symbolic Visual Reasoning: Disentangling Visual
// from Reasoning", ICML 2020, with the conventions of the authors' released
// code (microsoft/DFOL-VQA). It has no parameters: likelihoods come from an
// oracle ([Scene]), so a wrong answer is the fault of the oracle or the program.
//
// # Operators
//
// A set of objects is an attention: per object the log probability that it
// belongs to the set. Filter multiplies by the likelihood of an attribute
// (eq. 9), Neg takes 1 - α (eq. 7), Relate joins two variables by a relation and
// quantifies one away (eq. 11, 12). A quantifier turns a set into a truth:
// A_∀ = Πα, A_∃ = 1 - Π(1-α), A_∄ = Π(1-α) (eq. 5 and 6). The operators of GQA
// are compositions of these (Table 4); compare, two-different and all-different
// are only in the code.
//
// Of CLEVR's functions, unique passes its set on, because the question vouches
// that it has one object. count, which the logic lacks, returns the distribution
// of the number of objects in a set, each independent of the others; equal, less
// and greater compare two of these, and equal compares two queries of one
// category like two-same. All are exact on a golden oracle.
//
// # Conventions
//
//   - No object is related to itself, which eq. 12 does not say: in a picture
//     of one object every relation is false.
//   - A likelihood, and what a quantifier or a negation returns, is at least
//     1e-20; a product of attentions may be less.
//   - The released configuration divides the likelihoods of a question's options
//     by their sum, per object; the paper does not, nor do we unless [Settings]
//     says so.
//   - verify with several attributes multiplies the attention in once per
//     attribute, like the code. GQA's "and" of two verifications of one variable
//     is such a verify.
//   - Yes is a likelihood over one half; the answers to an open question are all
//     options that tie for the greatest likelihood, in float32.
//   - In hard mode a final quantifier takes the minimum or the maximum; query and
//     whatever negates another operator stay soft, like in the code.
package dfol
