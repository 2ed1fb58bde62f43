// Package alignment scores how well a human's explanation names the words that a model's decision
// rested on: Prasad et al., "To what extent do human explanations of model behavior align with
// actual model behavior?", 2021. The authors released no code; the conventions are the paper's and,
// where it is silent, our own, as noted here.
//
// A model's importance of a token is the absolute value of its attribution. An oracle says what it
// should be:
//
//   - hard: 1 for a token that occurs in the explanation and isn't a stop word, else 0. Tokens are
//     the model's, without special ones ([CLS], </s>, ...) and without the mark of a preceding
//     space that some models put before them. They are compared without case and otherwise exactly.
//     The stop words are NLTK's 179 English ones. Punctuation counts like any token, as in the
//     paper; with Settings.DropPunctuation tokens of only ASCII punctuation are 0.
//   - soft: the importance for a model that has read the explanation, an attribution named "soft".
//   - expert: the share of experts who marked the token, a rationale named "expert"; or the mean of
//     several of that name, or of "expert-1", "expert-2" and so on. Package annotators says how
//     well they agree.
//
// C is arctanh r, with Pearson's r between importance and oracle over the tokens of an example. C_R
// is the same with the hard oracle from another example's explanation. ΔA = tanh(mean(C - C_R)),
// and a paired t-test compares C with C_R.
//
// # What is not finite
//
// r is undefined if importance or oracle is the same for all tokens, such as an explanation that
// shares no word with the example, and C is infinite if |r| is 1 (within 1e-12, which is rounding),
// as always with two tokens. The paper doesn't cover this. By default (scoring.Omit) a pair in
// which C or C_R isn't finite is left out and counted; scoring.Zero reads an undefined C as 0 and
// clips |r| to 1 - 1e-6. An example without explanation or with an unreadable attribution is left
// out under both.
//
// # Partners
//
// The example that lends the other explanation is drawn by Settings.Seed: for every example
// independently among all others, or, with Settings.Derangement, such that each explanation is used
// once. The draw depends on the examples' ids and explanations, not on their order, and copies of
// an example count as one, so that they have the same partner.
//
// # The explanation's tokens
//
// They come from the file if it has them; the model's own are best. Else the text is split like
// BERT's basic tokeniser does, at white space and around every punctuation mark and ideograph
// (don't: don ' t).
//
// # Scores
//
//   - delta_a, t, p (two-sided) and p_greater (one-sided, C being greater) of overall rest on the
//     pairs in which both are finite; counts are pairs.
//   - c and c_random of overall: mean C and mean C_R, each over the examples in which it is finite
//     by itself, which are the counts.
//   - dropped of overall: how many examples are in no pair. Counts all.
//   - c and c_random of soft and of expert: the same with those oracles, if an example has them.
//     delta_a and p_greater of soft contrast it, as the paper does, with the importance for a model
//     that has read another example's explanation, an attribution named "soft_random"; if a run has
//     any, pairs without are dropped. Without any, and for expert, where the paper is silent, our
//     own reading takes the other example's oracle: a token has the score of the same word there, 0
//     if the word doesn't occur.
//   - spearman of hard-soft, hard-expert and soft-expert: the rank correlation over examples
//     between C with one oracle and C with the other. Counts are the examples in which both are
//     defined, infinite ones included, because they have a rank.
//   - oracle_spearman of the same: the rank correlation of the two oracles over the tokens of all
//     examples that have both. Counts are tokens. It describes the data and involves no model.
//
// Package explain computes attributions.
package alignment
