// Package agreement measures how well rows of numbers over the tokens of one example agree: a
// model's attribution with an oracle or a rationale, and several attributions with one another.
//
// The importance of the tokens, the absolute value of the attribution, is compared with a
// reference. Tokens that a model's tokeniser adds ([CLS], </s>) take no part.
//
//   - r is Pearson's, as in Prasad et al. 2021. It is undefined if one side is the same for every
//     token.
//   - AUC is the area under the receiver's curve: the probability that a marked token has a higher
//     importance than an unmarked one, ties counting half. It is undefined if all tokens or none
//     are marked.
//   - IoU is that of the marked tokens with as many tokens of the highest importance; all that tie
//     with the last are selected, like QUACKIE's authors (Rychener et al. 2020) select sentences.
//
// A reference marks tokens if it is a rationale: those with at least [Half]: a mark of 1, or a
// share of at least half the annotators. An attribution marks none, so it has only r.
//
// The baseline is the same importance on tokens drawn at random: the mean of each number over all
// orders of the row's own scores. It is exact: 0 for r, a half for AUC, and for IoU the mean over
// the hypergeometric distribution of how many of the selected tokens are marked.
//
// # Words
//
// Wordpieces are joined to words by the marks of three vocabularies: ## before a piece that
// continues a word (WordPiece), and Ġ or ▁ before one that begins a word (GPT-2 and RoBERTa,
// SentencePiece). A word's attribution is the sum of its pieces', and it is marked like its most
// marked piece.
package agreement
