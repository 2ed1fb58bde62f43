// Package eraser reads the ERASER benchmark (DeYoung et al. 2020): a model's
// results, joined with the annotators' evidence and the documents, and the
// annotations alone.
//
// # Results ([Results])
//
// JSON Lines of {annotation_id, rationales: [{docid,
// hard_rationale_predictions: [{start_token, end_token}],
// soft_rationale_predictions: [score], soft_sentence_predictions: [score]}],
// classification, classification_scores,
// comprehensiveness_classification_scores,
// sufficiency_classification_scores}, as rationale_benchmark/metrics.py takes
// them. Hard predictions become a rationale "predicted"; soft ones an
// attribution "rationale scores" over the passage's tokens, or a row per
// document where some document has none, and "sentence scores" over its
// sentences. The probability of the predicted class on the whole input,
// without the model's rationale and on it alone are the answer's scores
// p_full, p_without_rationale and p_only_rationale: their differences are
// comprehensiveness and sufficiency. thresholded_scores are not read.
//
// # Annotations ([Annotations])
//
// train.jsonl, val.jsonl or test.jsonl: {annotation_id, query, evidences:
// [[{docid, start_token, end_token, …}]], classification, query_type, docids}.
// Results are joined with the file beside them that has their first
// annotation, or with --gold. Spans end before end_token. An evidence
// without token positions (-1) has those of its sentences.
//
// Every evidence group is enough to answer by itself. One group is the
// rationale "gold"; several are "gold 1", "gold 2", … Where each of them is one
// span within one sentence, they carry the sentence too: the example is then
// also one of the protocol "sentences".
//
// # Documents
//
// The folder docs with a file per docid, or docs.jsonl of {docid, document}, beside the
// annotations or beside the run: a sentence a line, tokens between blanks. As in the
// authors' code empty lines and tokens count in docs.jsonl and not in docs, which moves
// token positions. The passage is all documents of an example, one after the other: those
// of docids, or else of the evidence, or else of the results. Names of documents that
// lead out of docs are refused.
//
// It scores nothing: the package of this name in scoring has the benchmark's metrics.
package eraser
