// Package attribution reads scores per token as explanation tools write them, each a
// [loaders.Format] of its own. An example is one text; every attribution has its own tokens, as the
// tool made them.
//
// # Plain ([Plain])
//
// One JSON object a line, or a list of them:
//
//	{"id": "1", "tokens": ["not", "bad"], "rows": {"ig": [0.1, -0.7], "lime": [0, 1]},
//	 "signed": true, "gold_spans": [[0, 2]]}
//
// rows are attributions over the tokens, in file order; gold_spans is a rationale, [start, end)
// over the tokens. A row with a number below 0 is signed in any case.
//
// # ferret ([Ferret])
//
// Explanation and ExplanationWithRationale through dataclasses.asdict, with numpy arrays as lists:
//
//	import dataclasses, json, numpy
//	plain = lambda a: a.tolist() if isinstance(a, (numpy.ndarray, numpy.generic)) else str(a)
//	with open("explanations.jsonl", "w") as f:
//	    for text in texts:
//	        found = [dataclasses.asdict(e) for e in benchmark.explain(text, target=1)]
//	        f.write(json.dumps(found, default=plain) + "\n")
//
// Consecutive explanations of one text and one list of tokens are one example with a row per
// explainer, in one list, a list of lists, or lines of either; of lists in lines, the first must
// end within 64 KB. The rationale is a score per token.
//
// # inseq ([Inseq])
//
// What FeatureAttributionOutput.save writes, gzip or not, with safetensors (float32 and float16;
// float8 is not read) or, before, __ndarray__, with and without use_primitives. An example is one
// sequence: its generated text is the answer, with a row per generated token over the source, and
// one over the tokens before it if the file has target attributions. Further axes (units of an
// embedding, heads, layers) are aggregated as the file says: the Euclidean norm for "vnorm", the
// mean for "mean". Scores per step (a probability, an entropy) are rows over the generated tokens.
//
// # Captum ([Captum])
//
// Captum has no file format. These fields of its VisualizationDataRecord are read:
//
//	keys = ["word_attributions", "pred_prob", "pred_class", "true_class",
//	        "attr_class", "attr_score", "raw_input_ids", "convergence_score"]
//	plain = lambda x: x.tolist() if hasattr(x, "tolist") else str(x)
//	json.dump([{k: getattr(r, k) for k in keys} for r in records], f, default=plain)
//
// and the outputs of Captum Insights ({feature_outputs, actual, predicted, active_index,
// model_index}), whose text and general features become rows. Pictures in them are drawings, not
// scores, and left out.
//
// It computes no attribution: package explain does.
package attribution
