// Package nmn computes what the parameter-free modules of a program
// return, given the outputs of the learned ones: Subramanian et al.,
// "Obtaining Faithful Interpretations from Compositional Neural Networks",
// ACL 2020, Table 3, with the conventions of the authors' released code
// (allenai/faithful-nmn).
//
// # graph-count
//
// [Counter] is the module of Zhang, Hare and Prügel-Bennett, "Learning to
// Count Objects in Natural Images for Visual Question Answering", ICLR 2018:
// proposals are nodes of a graph, weighted by attention, and edges between
// overlapping boxes, and between similar ones, are scaled down before the
// graph's edges are counted.
//
//   - Attention is in 0..1 already; nothing is squashed. What is outside is
//     clamped, and no number is 0.
//   - Only the Counter's number of objects with the highest attention count,
//     the first where they are equal.
//   - The module's confidence, which the paper multiplies by, is computed by
//     the code and not used; we leave it out.
//   - Padding takes part: a box without an area and with attention 0 is a node
//     like any other, and similar to other such nodes.
package nmn
