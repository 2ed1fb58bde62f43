// Package lmeval reads the samples of lm-evaluation-harness and of lmms-eval, as a
// [tabular.Preset]: JSON Lines with a record per document and filter,
// samples_<task>_<date>.jsonl and <date>_samples_<task>.jsonl, and what earlier
// versions wrote.
//
// A document that went through several filters has a record for each: its
// examples are called "id (filter)", and the filter is their Kind, so that the
// scores of one filter can be told from those of another. The filter "none" is
// not named.
//
//   - The question is the document's (question, query, problem and the like),
//     lmms-eval's input, or else the prompt.
//   - The predicted answer is the first filtered response. Where the responses
//     are log-likelihoods it is the choice of the highest, the first on ties, and
//     both it and the gold answer are shown as text where the file has the
//     choices.
//   - Every top-level key whose value is a number is a metric of the example,
//     in Answer.Scores. Right and wrong are the first of exact_match, acc and,
//     in alphabetical order, all others, that is 0 or 1 in the rows looked at.
//
// The file of results that was written with the samples (by its date, in the
// same folder) gives the model, and the numbers that the harness reports.
package lmeval
