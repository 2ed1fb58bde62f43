// Package dfol answers questions in first-order logic about a picture's objects: the executor ∇-FOL
// of Amizadeh, Palangi, Polozov, Huang and Koishida, "Neuro-Symbolic Visual Reasoning:
// Disentangling Visual from Reasoning", ICML 2020, with the conventions of the authors' code
// (microsoft/DFOL-VQA). It has no parameters: wrong answers are the fault of the oracle ([Scene])
// or the program.
//
// A set is an attention, a log probability per object. Filter multiplies by an attribute's
// likelihood (eq. 9), Neg takes 1 - α (eq. 7), Relate joins two variables by a relation and
// quantifies one away (eq. 11, 12). Quantifiers: A_∀ = Πα, A_∃ = 1 - Π(1-α), A_∄ = Π(1-α) (eq. 5
// and 6). GQA's operators are compositions (Table 4); compare, two-different and all-different are
// only in the code.
//
// CLEVR's unique passes its set on, because the question vouches for one object. count, which the
// logic lacks, returns the distribution of a set's size, objects being independent; equal, less and
// greater compare two of these.
//
//   - No object is related to itself, which eq. 12 does not say: with one object every relation is
//     false.
//   - A likelihood, and what a quantifier or a negation returns, is at least 1e-20; a product of
//     attentions may be less.
//   - The released configuration divides the likelihoods of a question's options by their sum, per
//     object; the paper does not, nor do we unless [Settings] says so.
//   - verify with several attributes multiplies the attention in once per attribute, like the code.
//     GQA's "and" of two verifications of one variable is such a verify.
//   - Yes is a likelihood over one half; an open question's answers are all options that tie for
//     the greatest likelihood, in float32.
//   - In hard mode a final quantifier takes the minimum or the maximum; query and negations stay
//     soft, like in the code.
package dfol
