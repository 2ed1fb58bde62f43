// Package spans scores modules that attend to the tokens of a passage against the spans an
// annotator marked: module-wise faithfulness of text, Subramanian et al. 2020, section 3.2.
//
// The loss of a module is I = −Σ ln Σ p(t), where the outer sum is over the gold spans and the
// inner one over the tokens of a span. Lower is better. The conventions are the authors' released
// code's:
//
//   - a span ends before its End, as in [loaders.Span];
//   - a span's mass is floored at 1e-20, which costs 46.05;
//   - a mass over 1, which rounding can produce, makes a loss below 0;
//   - a module with an empty list of gold spans has a loss of 0;
//   - the loss isn't divided by the number of spans;
//   - outputs that jointly answer one gold list are merged by elementwise maximum first, and count
//     as one module.
//
// # Scores
//
// The metric is "loss". What each "of" is, and what its count counts:
//
//   - overall: mean over examples of the example's loss, which is the sum of its modules' losses.
//     Counts examples.
//   - find, filter, relocate, find-num, find-date, find-max-num, find-min-num, and any other
//     operator with gold spans: mean over occurrences. Counts gold lists.
//   - min-max: find-max-num and find-min-num pooled; find-arg: find-num and find-date pooled. These
//     are the columns of the paper's Table 2.
//   - micro: mean over all occurrences of all operators.
//   - micro-as-printed: the same with find-num and find-date counted twice, as in the output of the
//     authors' script (once by themselves, once as find-arg).
//
// A gold list that no output answers enters no mean. The metric "unscored" counts such lists, if
// there are any.
//
// # Faithful examples
//
// A module's faithfulness is the sum of its attention on gold tokens ([massOnGold]), and an
// example's is the mean over its gold lists; the example is called faithful if that reaches
// [scoring.Settings.FaithfulMass]. That is our reading: the paper draws no such line. The loss
// stays the metric. (The geometric mean of the spans' masses, exp of minus the loss per span, would
// put the loss on a scale of 0..1; but with k disjoint spans it is at most 1/k, so most modules of
// DROP could not reach one half.)
//
// For the reasons why a module is below the bar, see [scoring.Cause].
package spans
