package nmndrop

import (
	"context"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const formatName = "nmn-drop"

// Format reads the predictions of nmn-drop's interpret branch.
var Format = loaders.Format{
	Name:   formatName,
	About:  "JSON Lines of nmn-drop's interpret predictor, with drop_module_output_annotations.json",
	Sign:   "the keys query_id, predicted_logical_form and module_outputs",
	Keys:   []string{"query_id", "predicted_logical_form", "module_outputs"},
	Detect: detect,
	Open:   open,
}

// detect looks for the three keys that only this predictor writes together.
func detect(head []byte) bool {
	keys := record.Keys(head)
	return keys["query_id"] == '"' && keys["predicted_logical_form"] == '"' && keys["module_outputs"] == '['
}

// annotationFiles are those that travel with predictions.
var annotationFiles = record.Companion{
	What: "annotations", Flag: "--gold", Missing: "*module_output_annotations*.json", Without: "passages and without gold",
	Name: func(name string) bool {
		_, rest, ok := strings.Cut(name, "module_output_annotations")
		return ok && strings.Contains(rest, ".json")
	},
}

// open opens the run at once; the annotations are read when the first
// example is decoded.
func open(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{files: src.Files}
	run, err := record.OpenJSONL(ctx, src, formatName, 0, j.decode)
	if err != nil {
		return nil, err
	}
	sets := annotationFiles
	byPassage := record.AskedBy(ctx, src, "", record.TextOfKey("passage_id")).
		Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "*", nil })
	byQuery := record.AskedBy(ctx, src, "", record.TextOfKey("query_id")).
		Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "*.qa_pairs.*", record.KeyOf("query_id") })
	sets.Fits = func(file string) (share float64, known bool) { // a passage serves all questions on it
		share, known = byPassage(file)
		if of, ok := byQuery(file); ok {
			share, known = max(share, of), true
		}
		return share, known
	}
	if j.path, err = sets.Find(src, run, o.Gold); err != nil {
		return run, err
	}
	run.Dataset, run.Gold = "DROP", j.path
	j.begin(ctx, run)
	return run, nil
}
