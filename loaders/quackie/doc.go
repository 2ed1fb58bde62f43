// Package quackie writes results of QUACKIE (Rychener et al. 2020): a score per sentence of a
// passage, and in which sentence the answer is. A page of package pages reads them, and the
// protocol "sentences" scores them.
//
// The authors' code saves three pickles, STEM_gt, STEM_prediction and STEM_sample_id. They become
// JSON Lines by
//
//	import json, pickle, sys
//	from nltk.data import load
//	stem, squad = sys.argv[1:]  # "results/integrated_gradients", "dev-v2.0.json"
//	gt, scores, ids = (pickle.load(open(stem + end, "rb")) for end in ("_gt", "_prediction", "_sample_id"))
//	context = {q["id"]: p["context"] for d in json.load(open(squad))["data"] for p in d["paragraphs"] for q in p["qas"]}
//	punkt = load("tokenizers/punkt/english.pickle")
//	for (i, id), g, s in zip(ids, gt, scores):
//	    print(json.dumps({"sample_id": id, "gt": [list(map(int, v)) for v in g], "prediction": list(map(float, s)),
//	                      "sentences": list(punkt.span_tokenize(context[id]))}))
//
// [Line] writes such lines. From them, the authors' analyze() reads
//
//	rows = [json.loads(line) for line in open("results.jsonl")]
//	for end, key in (("_gt", "gt"), ("_prediction", "prediction"), ("_sample_id", "sample_id")):
//	    pickle.dump([row[key] for row in rows], open(stem + end, "wb"))
//
// gt has a vector of 0 and 1 per reference answer, with one 1, or none if the question can't be
// answered. sentences are the offsets of each sentence's first character and of the one after its
// last, because only NLTK splits like NLTK, or just their number. The text comes from the SQuAD
// file beside the run, or --gold; without one only the scores are shown.
//
// Scores that differ in number from the sentences are kept: like the authors, the protocol counts
// them as failures.
//
// It computes no metric: package sentences does.
package quackie
