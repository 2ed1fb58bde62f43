// Package nmn runs programs of neural module networks: Subramanian et al.,
// "Obtaining Faithful Interpretations from Compositional Neural Networks",
// ACL 2020, Table 3, with the conventions of the authors' released code
// (allenai/faithful-nmn).
//
// # Modules
//
// A set of objects is a probability per proposal, a number a normal
// distribution over 0..72 (twice 36 boxes, or more where there are more), an
// answer a probability. Modules without parameters are computed: intersect,
// discard, the image macros, count, exist, the arithmetic and the comparisons.
//
//   - A constant and a count have the spread 0.25, which the code takes for the
//     standard deviation and the paper for the variance ([Spread]).
//   - exist is a count of at least 1, so for nothing it is .0445, not 0.
//   - in-each-image and in-at-least-one-image run what is below them for each
//     image and join the answers; in-one-other-image does so for both assignments
//     of the one and the other image. in-one-image by itself changes nothing.
//   - The answer is True where its probability, plus the 1e-6 that the authors
//     add before they round it, is over one half.
//
// # What networks returned
//
// find, filter, with-relation, relocate, and count where it is a network, were
// learned, and only their outputs are in a run. Those of filter, relocate and
// with-relation are products of what the network says with the modules'
// arguments: dividing by these gives what it said, and another argument can be
// put in. with-relation and relocate look at each box together with the one
// other box that has the highest probability; where that box changes, and
// wherever a network would have to see something new, the module keeps the
// output that the run logged, as [executor.Outcome] reports.
//
// # Counting
//
// A run counts by the sum of probabilities, by the [Counter], or by a network;
// [For] finds which by the logged counts. The Counter is the module of Zhang,
// Hare and Prügel-Bennett, "Learning to Count Objects in Natural Images for
// Visual Question Answering", ICLR 2018: proposals are nodes of a graph,
// weighted by attention, and edges between overlapping boxes, and between
// similar ones, are scaled down before the graph's edges are counted.
//
//   - Attention is in 0..1 already; nothing is squashed. What is outside is clamped, and NaN becomes 0.
//   - Only the Counter's number of objects with the highest attention count,
//     the first where they are equal.
//   - The module's confidence, which the paper multiplies by, is computed by
//     the code and not used; we leave it out.
//   - Padding takes part: a box without an area and with attention 0 is a node
//     like any other, and similar to other such nodes.
//
// # Passages
//
// [Passage] runs programs over a passage: Gupta, Lin, Roth, Singh and Gardner, "Neural
// Module Networks for Reasoning over Text", ICLR 2020. find, filter, relocate, count,
// span, find-num and find-date are learned, and keep what the run logged where their
// argument changes. The rest is computed from the attention of find-num and find-date,
// which is taken as a distribution over the tokens that are numbers, or over the passage's
// dates:
//
//   - find-max-num and find-min-num are the distribution of the extreme of three numbers
//     drawn from it; the released code's default is five. Under a change they return this
//     and no attention, which would need the network's alignment of tokens with numbers; a
//     find-num above them returns the same.
//   - sum and difference are of two independent numbers, time-diff of the years of two
//     dates; what is below 0 has no place in them, as in the code.
//   - A comparison weighs the attention of each event with the probability that its number
//     or date is less than the other's, or greater. Where both are equal, neither gets it,
//     as in the code; the paper gives it to the second.
//   - The answer is the likeliest number. Of other programs it is the run's, as only
//     networks know it.
//
// It computes nothing for which a network would have to look again, unless a model can be asked.
package nmn
