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
// The metric is "loss". By "of":
//
//   - overall: mean over examples of the sum of their modules' losses. Counts examples.
//   - find, filter, relocate, find-num, find-date, find-max-num, find-min-num, and other operators
//     with gold spans: mean over occurrences. Counts gold lists.
//   - min-max: find-max-num and find-min-num pooled; find-arg: find-num and find-date pooled (Table
//     2).
//   - micro: mean over all occurrences; micro-as-printed: with find-num and find-date counted
//     twice, like in the authors' output.
//
// A gold list without output counts as "unscored".
//
// A module's faithfulness is its attention on gold tokens ([massOnGold]), an example's the mean
// over its gold lists, faithful from [scoring.Settings.FaithfulMass] on (our reading). The
// geometric mean of the spans' masses, exp of minus the loss per span, is at most 1/k for k
// disjoint spans, so most modules of DROP could not reach one half.
package spans
