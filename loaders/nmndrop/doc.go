// Package nmndrop reads what nmn-drop, the text model of Subramanian et al.
// 2020, writes on its interpret branch: the JSON Lines of its predictor
// drop_interpret_predictor, with the attention of every module over the
// tokens of a passage.
//
// # What a record holds
//
// passage_id, query_id, question, qtype, f1, em, predicted_logical_form and
// module_outputs, a list of [name, a probability per passage token] in the
// order of execution; some runs add predicted_ans. Where that is null, absent or empty the
// question is unanswered, as where em is null, which says that the model gave no answer. A
// record has neither the
// passage nor gold. Both come from drop_module_output_annotations.json, joined
// by query_id: the passage's tokens are tokenized_passage split at single
// blanks, and the gold spans end before their second number (while
// answer_passage_spans of the same file include it). Without annotations for
// a question but with its passage, the passage is still shown.
//
// The predictor in MTMSN's form writes query_id, question, text (the answer), type (the
// logical form), prog_prob, f1, em and gold_answer, a list of DROP's answers. Such files
// have answers and programs but no outputs.
//
// The annotations' ques_attention_supervision is what the model was taught,
// not what it attended to: no utterance attention is read from it.
//
// # What the demo writes
//
// [Demo] reads what drop_demo_predictor of the master branch writes, with a
// trace of the execution: question, passage, predicted_ans, inputs (the tokens
// of question and passage, the numbers and dates found, ...),
// program_nested_expression (lists of {name, identifier}, numbered in
// post-order from 1), and program_execution, a list of {module: [{input_name,
// values, label}]} in the order of execution. It is JSON Lines, one JSON object
// on several lines, or a list. It has no ids and no gold.
//
// An entry of program_execution belongs to the next module of its name in
// post-order; the predictor leaves out modules that it does not know.
// question_attention is the utterance attention. The output is module_output,
// or what a module has in its place; over the passage it is a probability per
// token, over anything else a distribution on options. What the modules
// between a comparison and its arguments read (passage_date_1, ...) is theirs,
// as below. All other values are kept as attributions, named after their
// module's number, name and label. Place is the identifier.
//
// # The program
//
// The logical form is read in the function names of all three generations of
// the code (find_PassageAttention, find, select_passage, ...). Modules that run
// inside a function and have an output but no name in the logical form become
// nodes where their input and their reader are: find-num below find-max-num,
// a find-num or find-date between a comparison and each of its two finds.
// year_difference_single_event reads one find twice; the tree shows that find
// under both dates, with one Place. A node's Place is the index of its output
// in module_outputs.
//
// # Gold
//
// Which output answers which gold list is fixed by the question type, as in
// the authors' compute_interpretability.py: see [pairingsOf]. An example whose
// program is not one that the authors expect for its question type gets no
// gold, since they skip it; it stays an example, with a problem that says so.
//
// It compares no output with gold: package spans does.
package nmndrop
