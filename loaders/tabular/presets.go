package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// preset is a table that a known program writes: what it is recognised by and what its
// columns hold.
type preset struct {
	loaders.Format // its name and what it is, without what reads it
	dataset        string
	// at has the brackets that the file begins with, and the path of its rows, as
	// [record.KeyedAt] takes them; has are keys of a row. "" for cells, which have the columns
	// of Keys.
	at, has string
	// columnMap says what the columns hold, as [ParseMap] reads it; names say what others
	// do. What a row lacks is left out.
	columnMap string
	// more adds to an example what no role says; nil for nothing.
	more func(rec *record.Record, r *row, ex *loaders.Example)
}

var presets = []preset{
	{
		Format: loaders.Format{
			Name:  "promptfoo",
			About: "promptfoo's results (eval -o results.json), the provider as their kind",
			Sign:  "the key results.results, a list of objects with vars and success",
			Keys:  "results vars success",
		},
		at: "{results.results.*", has: "vars:{, success",
		columnMap: "rows=results.results,question=vars.question|vars.query|vars.input|prompt.raw,predicted=response.output," +
			"gold=vars.expected|vars.answer|vars.reference,correct=success,kind=provider.id,score=namedScores",
	},
	{
		Format: loaders.Format{
			Name:  "deepeval",
			About: "DeepEval's test runs (JSON), and their test cases",
			Sign:  "the key testCases, a list of objects with input, actualOutput and success",
			Keys:  "testCases input actualOutput success",
		},
		at: "{testCases.*", has: "input, actualOutput, success",
		columnMap: "rows=testCases,id=name,question=input,predicted=actualOutput,gold=expectedOutput,correct=success," +
			"passage=retrievalContext|context,score=metricsData",
	},
	{
		Format: loaders.Format{
			Name:  "ragas",
			About: "RAGAS's evaluations (to_pandas: CSV or JSON Lines); prose is not compared",
			Sign:  "the columns or keys user_input, retrieved_contexts and response",
			Keys:  "user_input retrieved_contexts response",
		},
		has:       "user_input, retrieved_contexts, response",
		columnMap: "question=user_input,passage=retrieved_contexts,predicted=response,gold=reference,right=none",
	},
	{
		Format: loaders.Format{
			Name:  "trainer",
			About: "predictions of a Hugging Face Trainer as classes: input_text, label_ids and pred_ids (CSV or JSON Lines)",
			Sign:  "the columns or keys label_ids and pred_ids",
			Keys:  "label_ids pred_ids",
		},
		has:       "label_ids, pred_ids",
		columnMap: "question=input_text|text|sentence,predicted=pred_ids,gold=label_ids",
	},
	{
		Format: loaders.Format{
			Name:  "esnli-table",
			About: "e-SNLI's CSV with explanations and marked words, no model",
			Sign:  "a CSV with the columns pairID, gold_label, Sentence1, Sentence2 and Explanation_1",
			Keys:  "pairID gold_label Sentence1 Sentence2 Explanation_1",
		},
		dataset:   "e-SNLI",
		columnMap: "id=pairID,question=Sentence2,passage=Sentence1,gold=gold_label,explanation=Explanation_1",
		more:      markedPair,
	},
}

// Presets read the tables of known programs.
var Presets = loaders.Map(presets, func(p preset) loaders.Format {
	cells, keys := record.Columned(p.Keys), func([]byte) bool { return false }
	if p.has != "" {
		keys = record.KeyedAt(p.at, p.has)
	}
	p.Detect = func(head []byte) bool {
		if first := record.FirstByte(head); first == '{' || first == '[' {
			return keys(head)
		}
		return p.at == "" && cells(head)
	}
	return record.NewFormat(p.Format, record.Codec{Dataset: p.dataset, Gold: "in the file", Open: func(o *record.Opening) { openAs(o, &p) }})
})

// holds is what the columns of a preset hold, nil for none.
func (p *preset) holds() Map {
	if p == nil {
		return nil
	}
	m, _ := ParseMap(p.columnMap) // a test reads them all
	return m
}

// decide decides how a table is read: by the preset's map, and what names say of other
// columns.
func (p *preset) decide(t *sample) Decision {
	by := Decision{Map: t.columnMap}
	for _, a := range p.holds() {
		there := loaders.Filter(a.paths, func(path string) bool {
			return a.role == "rows" || a.role == "right" || slices.Contains(t.columns, path[:strings.IndexAny(path+".", ".[")])
		})
		if len(there) > 0 {
			by.Map = by.Map.with(a.role, there...)
		}
	}
	return newDeciding(t.columns, t.rows).complete(by)
}

// annotators is how many explanations a pair of e-SNLI has at most.
const annotators = "123"

// markedPair adds to a pair of e-SNLI its other explanations, and the words that each
// annotator marked with stars.
func markedPair(rec *record.Record, r *row, ex *loaders.Example) {
	cell := func(column string) string { return textOf(r.values[column]) }
	ex.Pair, ex.Tokens, ex.Meta = true, strings.Fields(ex.Question), nil
	if ex.ID == "" {
		rec.Problem("no pairID; named after its place in the file")
	}
	for _, k := range annotators {
		if text := cell("Explanation_" + string(k)); text != "" && k != '1' {
			ex.Explanations = append(ex.Explanations, text)
		}
		for i, words := range [][]string{ex.Passage.Tokens, ex.Tokens} {
			column := "Sentence" + annotators[i:i+1] + "_marked_" + string(k)
			if text := cell(column); text == "" {
				continue
			} else if marks, ok := parseStars(text, words); ok {
				r := loaders.Rationale{Name: "annotator " + string(k), Over: []string{"passage", "question"}[i], Scores: marks}
				ex.Rationales = append(ex.Rationales, r)
			} else {
				rec.Problem("%s has other words than the sentence; left out", column)
			}
		}
	}
}

// parseStars returns 1 for every word with a star in text; ok is false where text
// without stars is not these words.
func parseStars(text string, words []string) (marks []float64, ok bool) {
	found := strings.Fields(text)
	if len(found) != len(words) {
		return nil, false
	}
	marks = make([]float64, len(words))
	for i, word := range found {
		if strings.ReplaceAll(word, "*", "") != strings.ReplaceAll(words[i], "*", "") {
			return nil, false
		}
		if strings.Contains(word, "*") {
			marks[i] = 1
		}
	}
	return marks, true
}
