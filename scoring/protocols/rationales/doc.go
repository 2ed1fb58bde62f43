// Package rationales scores the sentences that a model names for its answer against those that the
// data set says the answer rests on: the protocol "rationales".
//
// An example has its predicted sentences as the rationale "predicted" and the gold ones as the
// rationale "gold", or as "gold 1", "gold 2" and so on if each is enough by itself; all are over
// "sentences", and their spans are ranges of the passage's sentences. An example without either has
// no evidence.
//
// # Sentences that are needed together
//
// One rationale "gold": the supporting facts of HotpotQA (Yang et al. 2018), by its evaluation
// code. Both sides are sets. Precision and recall are 0 if there is no prediction or no gold, F1 if
// both are 0, and em is 1 if the sets are equal. joint_em is the product with the answer's em,
// joint_precision and joint_recall with the precision and recall of the answer's words, and
// joint_f1 the F1 of these two products; they are over the examples whose answer has such numbers.
// All are means over examples.
//
// # Sets of sentences of which one is enough
//
// Rationales with numbers: the evidence of FEVER (Thorne et al. 2018), by its scorer, of the first
// five predicted sentences. A claim with the label NOT ENOUGH INFO counts for the FEVER score, by
// its label only, and for nothing else. Another claim without a sentence of evidence counts as in
// the scorer: 0 in the FEVER score, 1 in recall. evidence_precision is the mean share of the
// predicted sentences that are in any of the sets, 1 if nothing is predicted; evidence_recall is
// the share of the claims of which a set was found whole; evidence_f1 is the F1 of these two means,
// not a mean of F1s. A sentence that is predicted twice counts twice.
//
// # Questions without an answer
//
// They count 0 in every number, whatever sentences the run has; [scoring.Settings] Missing leaves
// them out.
package rationales
