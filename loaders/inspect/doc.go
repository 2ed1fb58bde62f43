// Package inspect reads the logs of inspect_ai: .eval archives and .json files, which their first
// bytes distinguish.
//
// # Archives
//
// A ZIP with an entry per sample, samples/{id}_epoch_{n}.json, or a folder per sample in chunks,
// samples/{id}_epoch_{n}/sample.json with attachments/ beside it; both may be in one log. Entries
// are stored, deflated, or packed with zstd (method 93). The header is header.json, or
// _journal/start.json while the evaluation runs. Samples are read when they are needed;
// summaries.json, or the journal's, fills the list before that. An archive without a table of
// contents is read from its start, because it may be one that is being written.
//
// # Samples
//
// The question is the input: its text, or the last message of the user. The correct answer is the
// target, the predicted one the first scorer's, or else the model's output. The verdict is the
// first score's that has one: C and I, yes and no, true and false, 1 and 0; no answer (N) is wrong,
// while P (partial), other numbers and a score in parts have none. All scores that inspect reads as
// numbers (C 1, P 0.5, I and N 0) are in Answer.Scores, parts under "scorer.part". The scorers'
// explanation is the example's; single values of metadata are in Meta, a score's under
// "scorer.key".
//
// With several epochs an example is called "id (epoch n)", and a sample's epochs are one group:
// their answers should agree.
//
// The model's messages are the steps, with their calls of tools and what these returned.
//
// It does not score a sample again: its scorers' verdicts are kept.
package inspect
