// Package nmn runs programs of neural module networks: Subramanian et al., "Obtaining Faithful
// Interpretations from Compositional Neural Networks", ACL 2020, Table 3, with the conventions of
// the authors' code (allenai/faithful-nmn).
//
// A set is a probability per proposal, a number a normal distribution over 0..72 (twice 36 boxes,
// or up to all boxes if there are more), an answer a probability. Modules without parameters are
// computed: intersect, discard, the image macros, count, exist, arithmetic and comparisons.
//
//   - A constant and a count have the spread 0.25: the standard deviation in the code, the variance
//     in the paper ([SpreadMethod]).
//   - exist is a count of at least 1, so for nothing it is .0445, not 0.
//   - in-each-image and in-at-least-one-image run the modules below them for each image and join
//     the answers; in-one-other-image does so for both assignments of the one and the other image.
//     in-one-image by itself changes nothing.
//   - The answer is True if its probability, plus the 1e-6 that the authors add before rounding, is
//     over one half.
//
// find, filter, with-relation, relocate, and a network's count were learned, and a run has only
// their outputs. filter, relocate and with-relation return products with their arguments, so
// division recovers the networks' outputs. with-relation and relocate relate each box to the other
// box with the highest probability; if that changes, or a network would have to see something new,
// the module keeps its logged output ([executor.Outcome]).
//
// A run counts by the sum of probabilities, by the [ObjectCounter], or by a network ([For]). The Counter
// is the module of Zhang, Hare and Prügel-Bennett, "Learning to Count Objects in Natural Images for
// Visual Question Answering", ICLR 2018: proposals are nodes of a graph, weighted by attention, and
// edges between overlapping and between similar boxes are scaled down before the edges are counted.
//
//   - Attention isn't squashed; values outside 0..1 are clamped, and NaN becomes 0.
//   - Only the Counter's number of objects with the highest attention count, the first of equals.
//   - The paper multiplies by the module's confidence; the code doesn't, nor do we.
//   - Padding takes part: a box without an area and with attention 0 is a node like any other.
//
// [PassageExecutor] runs programs over a passage: Gupta, Lin, Roth, Singh and Gardner, "Neural
// Module Networks for Reasoning over Text", ICLR 2020. find, filter, relocate, count, span,
// find-num and find-date are learned; the rest follows from the attention of find-num and
// find-date, distributions over number tokens or dates:
//
//   - find-max-num and find-min-num are the extreme of three draws of a number; the released code's
//     default is five. Changed, they have no attention, which would need the network's alignment of
//     tokens with numbers; a find-num above them returns the same.
//   - sum and difference are of two independent numbers, time-diff of the years of two dates;
//     values below 0 are dropped, like in the code.
//   - A comparison weighs the attention of each event with the probability that its number or date
//     is less (or greater) than the other's. Of equal ones neither gets it, like in the code; the
//     paper gives it to the second.
//   - The answer is the likeliest number. Other programs keep the run's, because only networks know
//     it.
package nmn
