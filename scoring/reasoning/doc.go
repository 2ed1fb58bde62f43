// Package reasoning scores answers to questions that follow from each other,
// on the questions that a base model finds hard and on those it finds easy:
// Amizadeh et al., "Neuro-Symbolic Visual Reasoning: Disentangling Visual from
// Reasoning", ICML 2020, section 4, with accuracy and consistency as GQA's
// eval.py computes them (Hudson and Manning, CVPR 2019).
//
// # Sets
//
// The easy set are the questions that a base model answers right, the hard set
// the others. They come from another run ([Split], [With]), or else from
// the tags "easy" and "hard". A base model may return several tied answers:
// one right answer among n is a match of 1/n, and only a match of 1 is easy.
// Right is the exact answer; with Settings.Substring, an answer that contains
// the gold one, as in the authors' trainer ("man" is then answered by
// "woman"). The option moves the sets, not accuracy.
//
// # What is right
//
// The file's own verdict where it has one, else the exact answer; a model that
// ties n answers gets 1/n for a right one, and its answer is not right for
// consistency. Tied answers are an answer that is a JSON list of strings, one
// that joins as many by " | " as Meta["tied"] counts, or the root's options
// that share the greatest probability in float32.
//
// # Scores
//
// "of" is overall, open (structural type query) or binary (the other types of
// GQA: verify, logical, choose, compare), by Example.Kind. Questions with the
// tag "unbalanced" are left out of everything but the answers that others
// entail, as in eval.py. Counts are questions.
//
//   - accuracy: also of each structural type, and of each semantic type (global,
//     obj, attr, rel, cat) where the run tells them, in Meta["semantic type"].
//   - acc_hard: accuracy on the hard set; err_easy: 1 - accuracy on the easy set.
//   - consistency: over the questions answered right that entail another one,
//     the mean accuracy on those entailed. Unbalanced ones among them count,
//     an id that is listed twice counts twice, one that the run does not have
//     does not count. consistency_hard and consistency_easy are over
//     the questions of a set. With Settings.EntailedInSubset entailed questions
//     are looked up among the balanced ones of the scored set alone.
//   - consistency_groups, of overall: the share of groups (Example.Groups: a
//     statement shown with several pairs of pictures, equivalent questions,
//     repetitions) all of whose answers are right, as NLVR2 defines consistency
//     for a unique sentence (Suhr et al., ACL 2019). Any example may be in a
//     group, questions of GQA or not, balanced or not; those without a verdict
//     are passed over. Counts are groups with at least two verdicts: one
//     answer alone is neither consistent nor inconsistent. Its
//     intervals draw examples, each of which carries its share of its groups.
//   - unknown, of overall: questions without verdict, unbalanced ones included;
//     they are in no other score. Counts all.
//   - not_in_base, of overall, where there are any: examples of which the base
//     model's run does not say whether it answers right, and which are
//     therefore in neither set. Counts all.
//
// Examples that are only in groups have no other score here than consistency_groups.
// Where no question counts for consistency it is undefined; eval.py gives 0.
package reasoning
