// Package nmndrop reads what nmn-drop, the text model of Subramanian et al. 2020, writes on its
// interpret branch: the JSON Lines of its predictor drop_interpret_predictor, with the attention of
// every module over the tokens of a passage.
//
// # What a record holds
//
// passage_id, query_id, question, qtype, f1, em, predicted_logical_form and module_outputs, a list
// of [name, a probability per passage token] in the order of execution; some runs add
// predicted_ans. If that is null, absent or empty, the question is unanswered; if only em is null, the answer isn't judged.
// Passage and gold come from drop_module_output_annotations.json, joined by query_id: tokens are
// tokenized_passage split at single blanks, and gold spans end before their second number (while
// answer_passage_spans of the same file include it). A question without annotations still shows its
// passage.
//
// The predictor in MTMSN's form writes query_id, question, text (the answer), type (the logical
// form), prog_prob, f1, em and gold_answer, a list of DROP's answers. Such files have answers and
// programs but no outputs.
//
// The annotations' ques_attention_supervision is what the model was taught, not what it attended
// to: it isn't read.
//
// # The program
//
// The logical form is read in the function names of all three generations of the code
// (find_PassageAttention, find, select_passage, ...). Modules that run inside a function and have
// an output but no name in the form become nodes between their input and their reader: find-num
// below find-max-num, a find-num or find-date between a comparison and each of its two finds.
// year_difference_single_event reads one find twice; the tree shows that find under both dates,
// with one Place. A node's Place is the index of its output in module_outputs.
//
// # Gold
//
// The question type decides which output answers which gold list, as in the authors'
// compute_interpretability.py: see [pairingsOf]. An example whose program the authors do not expect
// for its type gets no gold, because they skip it, and a problem.
//
// It compares no output with gold: package spans does.
package nmndrop
