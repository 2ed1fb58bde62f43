// Package rationales scores the sentences that a model names for its answer against the gold ones.
//
// They are rationales over "sentences": "predicted", and "gold", or "gold 1", "gold 2" and so on if
// each is enough. Spans are ranges of sentences.
//
// One "gold": the supporting facts of HotpotQA (Yang et al. 2018), by its code, as sets. Precision
// and recall are 0 if there is no prediction or no gold, F1 if both are 0, and em is 1 if the sets
// are equal. joint_em is the product with the answer's em, joint_precision and joint_recall with
// the precision and recall of the answer's words, and joint_f1 their F1, over the examples with
// such numbers. Metrics are means over examples.
//
// Numbered "gold": the evidence of FEVER (Thorne et al. 2018), by its scorer, of the first five
// predicted sentences. A claim NOT ENOUGH INFO counts only for the FEVER score, by its label.
// Another claim without evidence scores 0 in FEVER and 1 in recall. evidence_precision is the mean
// share of predicted sentences in any of the sets, 1 if nothing is predicted; evidence_recall is
// the share of claims with a set found whole; evidence_f1 is the F1 of these means. A sentence that
// is predicted twice counts twice.
//
// Questions without an answer count 0 in every number; [scoring.Settings] Missing leaves them out.
package rationales
