package tabular

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
)

var presets = []Preset{
	{
		Format: loaders.Format{
			Name:  "promptfoo",
			About: "promptfoo's results (eval -o results.json), the provider as their kind",
			Sign:  "the key results.results, a list of objects with vars and success",
			Keys:  "results vars success", Detect: record.KeyedAt("{results.results.*", "vars:{, success"),
		},
		Map: "rows=results.results,question=vars.question|vars.query|vars.input|prompt.raw,predicted=response.output," +
			"gold=vars.expected|vars.answer|vars.reference,correct=success,kind=provider.id,score=namedScores",
	},
	{
		Format: loaders.Format{
			Name:  "deepeval",
			About: "DeepEval's test runs (JSON), and their test cases",
			Sign:  "the key testCases, a list of objects with input, actualOutput and success",
			Keys:  "testCases input actualOutput success", Detect: record.KeyedAt("{testCases.*", "input, actualOutput, success"),
		},
		Map: "rows=testCases,id=name,question=input,predicted=actualOutput,gold=expectedOutput,correct=success," +
			"passage=retrievalContext|context,score=metricsData",
	},
	{
		Format: loaders.Format{
			Name:  "ragas",
			About: "RAGAS's evaluations (to_pandas: CSV or JSON Lines); prose is not compared",
			Sign:  "the columns or keys user_input, retrieved_contexts and response",
			Keys:  "user_input retrieved_contexts response",
		},
		Map: "question=user_input,passage=retrieved_contexts,predicted=response,gold=reference,right=none",
	},
	{
		Format: loaders.Format{
			Name:  "trainer",
			About: "predictions of a Hugging Face Trainer as classes: input_text, label_ids and pred_ids (CSV or JSON Lines)",
			Sign:  "the columns or keys label_ids and pred_ids",
			Keys:  "label_ids pred_ids",
		},
		Map: "question=input_text|text|sentence,predicted=pred_ids,gold=label_ids",
	},
	{
		Format: loaders.Format{
			Name:  "esnli-table",
			About: "e-SNLI's CSV with explanations and marked words, no model",
			Sign:  "a CSV with the columns pairID, gold_label, Sentence1, Sentence2 and Explanation_1",
			Keys:  "pairID gold_label Sentence1 Sentence2 Explanation_1",
		},
		Dataset: "e-SNLI",
		Map:     "id=pairID,question=Sentence2,passage=Sentence1,gold=gold_label,explanation=Explanation_1",
		Open:    func(*record.Opening, []*record.Table) Finish { return markedPair },
	},
}

// Presets read the tables of known programs that need no package of their own.
var Presets = loaders.Map(presets, Preset.Reads)
