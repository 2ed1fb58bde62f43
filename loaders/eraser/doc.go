// Package eraser reads the ERASER benchmark (DeYoung et al. 2020): a model's results, joined with
// the annotators' evidence and the documents, and the annotations by themselves.
//
// # Results ([Results])
//
// JSON Lines as rationale_benchmark/metrics.py takes them. Hard predictions become a rationale
// "predicted"; soft ones an attribution "rationale scores" over the passage's tokens, or a row per
// document if some document has none, and "sentence scores" over its sentences. The predicted
// class's probability on the whole input, without the rationale and on it alone are the answer's
// scores p_full, p_without_rationale and p_only_rationale, whose differences are comprehensiveness
// and sufficiency. thresholded_scores are not read.
//
// # Annotations ([Annotations])
//
// train.jsonl, val.jsonl or test.jsonl. Results are joined with --gold, or the file beside them
// that has their first annotation. Spans end before end_token. An evidence without token positions
// (-1) has those of its sentences.
//
// Every evidence group is sufficient. One group is the rationale "gold"; several are "gold 1",
// "gold 2", … If each is one span within one sentence, they carry the sentence too, and the
// protocol "sentences" applies.
//
// # Documents
//
// The folder docs with a file per docid, or docs.jsonl of {docid, document}, beside the annotations
// or the run: a sentence a line, tokens between blanks. As in the authors' code empty lines and
// tokens count in docs.jsonl and not in docs, which moves token positions. The passage joins the
// documents in docids, or else of the evidence, or else of the results. Names that lead out of docs
// are refused.
//
// It scores nothing: the package of this name in scoring has the benchmark's metrics.
package eraser
