// Package inspect reads the logs of inspect_ai: .eval archives and .json files, which
// their first bytes distinguish.
//
// # Archives
//
// A ZIP with an entry per sample, samples/{id}_epoch_{n}.json, or a folder per sample in
// chunks, samples/{id}_epoch_{n}/sample.json with attachments/ beside it; both may be in
// one log. Entries are stored, deflated, or packed with zstd (method 93) in one frame or
// several. The header is header.json, or _journal/start.json while the evaluation runs.
// Samples are listed by the names of the entries and read when they are needed;
// summaries.json, or the journal's, gives the rows of the list before that. An archive
// whose table of contents is missing (one that is being written, or was cut off) is read
// from its start up to where it ends.
//
// # Samples
//
// The question is the input: its text, or the last message of the user. The gold answer
// is the target, the predicted one the answer of the first scorer, or else the model's
// output. Right and wrong are the first score that says so: C and I, yes and no, true and
// false, 1 and 0; no answer (N) is wrong, while P (partial) and other numbers are
// neither, and so is a score in parts. All scores that are numbers, or that inspect reads
// as numbers (C 1, P 0.5, I and N 0), are in Answer.Scores, parts of a score under
// "scorer.part". The scorers' explanation is the example's, and the single values of
// metadata are in Meta, under "scorer.key" for those of a score. Texts and pictures that
// the log keeps as attachments are looked up.
//
// With several epochs an example is called "id (epoch n)", and a sample's
// epochs are one group: their answers should agree.
//
// It does not score a sample again: what its scorers said is kept.
package inspect
