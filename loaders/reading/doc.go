// Package reading reads questions on passages: DROP (Dua et al. 2019), SQuAD
// (Rajpurkar et al. 2016, 2018) and data sets in its form (SQuADShifts), also
// flat as on Hugging Face, and predictions on them: one JSON object from
// question to answer.
//
// # Joining
//
// Predictions are joined by question with the data set that is named by --gold
// or found beside them. A question without a prediction is an example that is
// unanswered: SQuAD 1.1's and DROP's evaluations count it as wrong,
// SQuAD 2.0's leaves it out, and settings choose.
//
// # Passages
//
// DROP's tokens are tokenized_passage split at single blanks, where the file
// has been prepared for nmn-drop; answer_passage_spans of such files end in
// their last token. Other passages are split at white space and around every
// mark that is not a letter or digit. SQuAD's answers, whose answer_start counts
// code points, become rationales called "answer" over the tokens they touch,
// one for each answer that differs.
//
// # Verdicts
//
// Answers are judged by the rules drop and squad of package rules. DROP: exact match and
// F1 as allennlp_rc/eval/drop_eval.py computes them:
// answers as bags of normalised words, aligned one to one, numbers must agree,
// F1 rounded to two digits, the best over all annotators. SQuAD: exact match and F1
// of evaluate-v2.0.py, which on answerable questions are those of
// evaluate-v1.1.py. An answer is right where its exact match is 1. The numbers are the
// scores "em" and "f1".
package reading
