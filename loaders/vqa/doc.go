// Package vqa reads VQA and VQAv2 (Antol et al. 2015, Goyal et al. 2017):
// questions, the answers of ten annotators, and results in the form of the
// evaluation: a list of question_id and answer.
//
// # Joining
//
// Annotations are the gold of results: named by --gold, or found beside them.
// Questions, found beside them or beside annotations, give their text. Both are
// joined by question_id. A question without a result is an example that is
// unanswered; the official evaluation refuses such a file.
//
// # Accuracy
//
// The rule vqa of package rules judges answers. An answer's accuracy is min(n/3, 1), where n is how many of nine annotators
// agree, averaged over the ten ways to leave one out, as the evaluation code
// has it: where the annotators do not all say the same, their answers and the
// model's are compared after its normalisation. It is the score
// "vqa_accuracy", and its weight in accuracy: an answer between 0 and 1 is
// neither right nor wrong, but partly right. As in that code, the others of an
// answer are those annotations that differ from it in any field, so that
// annotators without an answer_id who say the same are left out together.
//
// Kind is the type of the question, Meta["answer type"] that of the answer.
package vqa
