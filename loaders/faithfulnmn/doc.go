// Package faithfulnmn reads the predictions of faithful-nmn (Subramanian et
// al., "Obtaining Faithful Interpretations from Compositional Neural
// Networks", ACL 2020) on NLVR and NLVR2: the JSON Lines that
// `allennlp predict --predictor full` writes, and the predict_best.json.gz
// that training leaves, in which keys may be missing.
//
// # From a record to an example
//
// The program is the derivation best_action_strings, one node per module,
// comparisons, constants and image macros included; a record without it is
// read by its parse_predicted. A module's Place is its index there, counting
// "@start@" as 0; the entries of modules_debug_info and gold_box use the same
// numbers. Names are the paper's: the code's project is relocate,
// with_relation is with-relation. A constant is a number node.
//
//   - find, filter, with-relation and relocate carry the logged output, the
//     first half for the left image and the second for the right one.
//   - count carries the logged mean with the authors' fixed 0.25 in the place
//     of the variance. exist counts before it compares, and the file logs
//     that count under exist's index: it is shown as exist's output.
//   - discard, intersect, in-left-image and its kin, sum, difference and
//     division are not in the file; they are computed from their children
//     where those are known (Derived). The root's truth is the prediction,
//     where one program was run. Other comparisons stay empty: they take the
//     executor.
//
// prediction is P(true) + 1e-6, and correct in the file is
// round(prediction) == label; the predicted answer is the rounded one, so
// that the two never disagree.
//
// # Gold
//
// A gold_box in the record is what the authors' reader made of the
// annotations. A run usually has none; then the CSV of box annotations is
// read, and joined as that reader does it. A CSV that the user
// names wins over the file. image_id has lost the number of the sentence
// (dev-788-3 of dev-788-3-0): where two sentences of one pair of images are
// annotated, the rows that fit the record's program and words are taken.
//
// # Speed
//
// Half of a record is not needed. Decoding the 782 records of 25 KB of a run
// into a struct of the needed fields takes 0.12 s on one core, taking the
// fields out with gjson 0.08 s; the struct reports wrong types and is what
// the other formats use.
//
// It does not run programs: package nmn does.
package faithfulnmn
