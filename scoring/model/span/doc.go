// Package span answers whether a passage contains the answer to a question, with the gradient by
// the words' vectors. It is a small span model: a score for each span of up to eight words, the sum
// of its start's and its end's, and one for "no answer" share a softmax.
//
// Attention aligns the question with the passage; a layer mixes both with features of matching
// words; three dilated convolutions follow.
//
// qa.bin.zst's weights were trained on half of the dev set of SQuAD 2.0 (Rajpurkar et al. 2018),
// CC BY-SA 4.0, and are CC BY-SA 4.0. Word vectors are rounded to multiples of 2⁻⁷, other weights
// to 2⁻¹². Zigzag integers are stored as all low bytes, then all high bytes; a line per word
// follows. Rounding moved P(answerable) by at most .0034 on 200 questions, and no decision.
package span
