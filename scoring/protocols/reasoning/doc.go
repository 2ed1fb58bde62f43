// Package reasoning scores answers to questions that follow from each other, on the questions that
// a base model finds hard and easy: Amizadeh et al., "Neuro-Symbolic Visual Reasoning:
// Disentangling Visual from Reasoning", ICML 2020, section 4, with accuracy and consistency as
// GQA's eval.py computes them (Hudson and Manning, CVPR 2019).
//
// The easy set holds the questions that a base model answers right, the hard set the rest. The base
// answers come from another run ([Split], [With]) or else from the tags "easy" and "hard". One
// right answer among n tied ones is a match of 1/n; only a match of 1 is easy. With
// Settings.Substring, an answer that contains the gold one is also right there, like in the
// authors' trainer (which accepts "woman" for "man"). Scores use the example's verdict.
//
// # Scores
//
// "of" is overall, open (structural type query) or binary (verify, logical, choose, compare), by
// Example.Kind. Questions tagged "unbalanced" count only as entailed ones, like in eval.py. Counts
// are questions.
//
//   - accuracy: also by structural and semantic type (global, obj, attr, rel, cat; Meta["semantic
//     type"]).
//   - accuracy_shared: with ties shared (package rules).
//   - acc_hard: accuracy on the hard set; err_easy: 1 - accuracy on the easy set.
//   - consistency: over the questions answered right that entail others, the mean accuracy on
//     those; undefined without any (eval.py: 0). Unbalanced ones count, an id listed twice counts
//     twice, and one that the run lacks doesn't count. consistency_hard and consistency_easy are
//     over one set. With Settings.EntailedInSubset, only balanced questions of the scored set are
//     looked up.
//   - consistency_groups, of overall: the share of groups (Example.Groups: a statement shown with
//     several pairs of pictures, equivalent questions, repetitions) with only right answers, like
//     NLVR2's consistency for a unique sentence (Suhr et al., ACL 2019). Examples without a verdict
//     are skipped. Counts are groups with a verdict; it is undefined if none has two. Intervals draw examples,
//     each with its share of its groups.
//   - unknown, of overall: questions without a verdict, of all questions; no other score includes
//     them.
//   - not_in_base, of overall: examples for which the base run has no verdict, of all.
package reasoning
