// Package alignment scores how well a human's explanation names the words behind a model's
// decision: Prasad et al., "To what extent do human explanations of model behavior align with
// actual model behavior?", 2021. The authors released no code; where the paper is silent,
// conventions are our own.
//
// A token's importance is the absolute value of its attribution. Oracles:
//
//   - hard: 1 for a token of the explanation that isn't one of NLTK's 179 English stop words, else
//     0. Tokens are the model's, without special ones and the mark of a preceding space, compared
//     without case. With Settings.DropPunctuation tokens of only ASCII punctuation are 0; the paper
//     counts them.
//   - soft: the attribution "soft" of a model that has read the explanation.
//   - expert: the share of experts who marked the token, a rationale "expert" or the mean of
//     several ("expert-1", ...).
//
// C is arctanh r, with Pearson's r between importance and oracle over the tokens of an example. C_R
// is the same with the hard oracle from another example's explanation. ΔA = tanh(mean(C - C_R)),
// and a paired t-test compares C with C_R.
//
// r is undefined for a constant importance or oracle, and C is infinite if |r| is 1 (within 1e-12),
// always so with two tokens. The paper doesn't cover this. scoring.Omit leaves such pairs out and
// counts them; scoring.Zero reads an undefined C as 0 and clips |r| to 1 - 1e-6. Examples without
// explanation or with an unreadable attribution are always left out.
//
// Settings.Seed draws partners among all others or, with Settings.Derangement, each once. Copies of
// an example share theirs, and order doesn't matter.
//
// Explanations without tokens in the file are split like by BERT's basic tokeniser, at white space
// and around every punctuation mark and ideograph (don't: don ' t).
//
// # Scores
//
//   - delta_a, t, p (two-sided) and p_greater (one-sided, C greater) of overall: over pairs with
//     both finite; counts are pairs.
//   - c and c_random of overall: mean C and mean C_R, each over its finite examples.
//   - dropped of overall: examples in no pair. Counts all.
//   - c and c_random of soft and of expert: the same with those oracles. delta_a and p_greater of
//     soft contrast it with the importance for a model that has read another example's explanation,
//     an attribution named "soft_random"; if a run has any, pairs without are dropped. Without any,
//     and for expert, our reading takes the other example's oracle: a token has the score of the
//     same word there, else 0.
//   - spearman of hard-soft, hard-expert and soft-expert: the rank correlation over examples of C
//     with either oracle. Counts are examples with both defined, infinite ones included. spearman_p
//     is its two-sided p. oracle_spearman has none, because an example's tokens aren't independent.
//   - oracle_spearman of the same: the rank correlation of the two oracles over all tokens that
//     have both. Counts are tokens. It describes the data.
package alignment
