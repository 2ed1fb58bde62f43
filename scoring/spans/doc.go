// Package spans scores modules that attend to the tokens of a passage
// against the spans an annotator marked: module-wise faithfulness of text,
// Subramanian et al. 2020, section 3.2.
//
// The loss of a module is I = −Σ ln Σ p(t): the outer sum over the gold spans,
// the inner one over the tokens of a span. Lower is better. The conventions
// are those of the authors' released code:
//
//   - a span ends before its End, as in [loaders.Span];
//   - a span's mass is floored at 1e-20, which costs 46.05;
//   - a mass over 1, which rounding gives, makes a loss below 0;
//   - no gold spans: a loss of 0;
//   - the loss is not divided by the number of spans;
//   - outputs that answer one gold together are merged by elementwise maximum
//     first, and count as one module.
//
// # Scores
//
// The metric is "loss". What each `of` is, and what its count counts:
//
//   - overall: mean over examples of the example's loss, which is the sum of
//     its modules' losses. Counts examples.
//   - find, filter, relocate, find-num, find-date, find-max-num, find-min-num,
//     and any other op with gold spans: mean over occurrences. Counts gold
//     lists.
//   - min-max: find-max-num and find-min-num pooled; find-arg: find-num and
//     find-date pooled. These are the columns of the paper's Table 2.
//   - micro: mean over all occurrences of all ops.
//   - micro-as-printed: the same with find-num and find-date counted twice, as
//     the authors' script prints it (once by themselves, once as find-arg).
//
// A gold list that no output answers moves no mean. The metric "unscored"
// counts them where there are any.
//
// # Faithful examples
//
// A module's faithfulness is the sum of its attention on gold tokens
// ([OnGold]), an example's the mean over its scored modules; it is called
// faithful from [scoring.Settings.FaithfulMass] on. That is our reading: the
// paper draws no such line. The loss stays the metric. (The geometric mean of
// the spans' masses, exp of minus the loss per span, would be the loss on a
// scale of 0..1; but with k spans that do not meet it is at most 1/k, so that
// most modules of DROP could not pass a bar of one half.)
//
// Why a module is below the bar: see [scoring.Cause].
package spans
