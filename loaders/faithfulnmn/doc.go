// Package faithfulnmn reads the predictions of faithful-nmn (Subramanian et al., "Obtaining
// Faithful Interpretations from Compositional Neural Networks", ACL 2020) on NLVR and NLVR2: the
// JSON Lines of `allennlp predict --predictor full`, and predict_best.json.gz from training, in
// which keys may be missing.
//
// # From a record to an example
//
// The program is the derivation best_action_strings, one node per module, comparisons, constants
// and image macros included; without it, parse_predicted is read. A module's Place is its index
// there, counting "@start@" as 0; modules_debug_info and gold_box use the same numbers. Names are
// the paper's: the code's project is relocate, with_relation is with-relation. A constant is a
// number node.
//
//   - find, filter, with-relation and relocate carry the logged output, first
//     the left image's half and then the right one's.
//   - count carries the logged mean with the authors' fixed variance of 0.25.
//     exist counts before it compares, and the file logs that count under
//     exist's index: it is exist's output.
//   - discard, intersect, in-left-image and its kin, sum, difference and
//     division are not in the file; they are computed from known children
//     (Derived). The root's truth is the prediction if one program was run.
//     Other comparisons stay empty, because they need the executor.
//
// prediction is P(true) + 1e-6, and correct in the file is round(prediction) == label; the
// predicted answer is rounded too, so that the two never disagree.
//
// # Gold
//
// A record's gold_box is what the authors' reader made of the annotations. Most runs have none;
// then the CSV of box annotations is read and joined like that reader does. A CSV that the user
// names wins. image_id lacks the number of the sentence (dev-788-3 of dev-788-3-0): if several
// sentences of a pair are annotated, the rows that fit the record's program and words are taken.
//
// # Speed
//
// Decoding the needed half of 782 records of 25 KB into a struct takes 0.12 s on one core, gjson
// 0.08 s; the struct reports wrong types, like in the other formats.
//
// It does not run programs: package nmn does.
package faithfulnmn
