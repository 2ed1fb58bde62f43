// Package reasoning scores answers to questions that follow from each other, on the questions that
// a base model finds hard and on those it finds easy: Amizadeh et al., "Neuro-Symbolic Visual
// Reasoning: Disentangling Visual from Reasoning", ICML 2020, section 4, with accuracy and
// consistency as GQA's eval.py computes them (Hudson and Manning, CVPR 2019).
//
// # Sets
//
// The easy set holds the questions that a base model answers right, the hard set the rest. The base
// model's answers come from another run ([Split], [With]); without one, the tags "easy" and "hard"
// decide. A base model may return several tied answers: one right answer among n is a match of 1/n,
// and only a question with a match of 1 is easy. An answer is right if it equals the gold one; with
// Settings.Substring, also if it contains the gold one, as in the authors' trainer (which accepts
// "woman" for "man"). The option changes the sets, not the accuracy.
//
// # What is right
//
// The verdict of the example counts. Package rules has the rule for ties: of n answers that tie,
// none is right, and one that matches has a share of 1/n, which only accuracy_shared counts.
//
// # Scores
//
// "of" is overall, open (structural type query) or binary (the other types of GQA: verify, logical,
// choose, compare), by Example.Kind. Questions with the tag "unbalanced" count only as questions
// that others entail, as in eval.py. Counts are numbers of questions.
//
//   - accuracy: also by structural type, and by semantic type (global, obj, attr, rel, cat) if the
//     run states it in Meta["semantic type"].
//   - accuracy_shared: accuracy with ties shared.
//   - acc_hard: accuracy on the hard set; err_easy: 1 - accuracy on the easy set.
//   - consistency: over the questions answered right that entail another one, the mean accuracy on
//     those entailed. Unbalanced ones among them count, an id that is listed twice counts twice,
//     and one that the run lacks doesn't count. consistency_hard and consistency_easy are over the
//     questions of one set. With Settings.EntailedInSubset, only balanced questions of the scored
//     set count among those entailed.
//   - consistency_groups, of overall: the share of groups (Example.Groups: a statement shown with
//     several pairs of pictures, equivalent questions, repetitions) all of whose answers are right,
//     as NLVR2 defines consistency for a unique sentence (Suhr et al., ACL 2019). Any example may
//     be in a group, whether or not it is a question of GQA and whether or not it is balanced;
//     those without a verdict are skipped. Counts are groups with at least two verdicts, because a
//     single answer is neither consistent nor inconsistent. Its intervals draw examples, each of
//     which carries its share of its groups.
//   - unknown, of overall: questions without a verdict, unbalanced ones included; no other score
//     includes them. Its count is all questions.
//   - not_in_base, of overall, if there are any: examples for which the base run has no verdict,
//     and which are therefore in neither set. Its count is all examples.
//
// Examples that are only in groups have no score here but consistency_groups. If no question counts
// for consistency, it is undefined; eval.py has 0.
package reasoning
