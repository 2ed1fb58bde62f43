package nmndrop

import (
	"context"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Format reads the predictions of nmn-drop's interpret branch.
var Format = record.NewFormat(loaders.Format{
	Name:   "nmn-drop",
	About:  "JSON Lines from nmn-drop's interpret predictor, with drop_module_output_annotations.json",
	Sign:   "the key module_outputs, with query_id or predicted_logical_form; or query_id, text and prog_prob",
	Keys:   "query_id predicted_logical_form module_outputs",
	Detect: detect,
}, record.RecordFormat{Dataset: "DROP", Beside: []record.CompanionFile{annotationFiles}, Open: openRun})

// detect looks for keys that only this predictor combines; the first record may lack one.
var detect = record.Either(
	record.Keyed(`module_outputs:[, query_id:"|predicted_logical_form:"`),
	record.Keyed(`query_id:", prog_prob, text`),
)

var annotationFiles = record.CompanionFile{
	What: "annotations", Flag: loaders.GoldFile, Missing: "*module_output_annotations*.json", Without: "passages or gold",
	Name: func(name string) bool {
		_, rest, ok := strings.Cut(name, "module_output_annotations")
		return ok && strings.Contains(rest, ".json")
	},
}

// openRun takes a file of annotations as fitting if it has the records' questions or their passages,
// because a passage serves all its questions.
func openRun(o *record.RunBuilder) {
	j := &companionJoin{predicts: o.Mentions("predicted_ans") || o.Mentions("text")}
	j.kept, _ = lru.New[string, *loaders.Passage](passagesKept) // fails only for a size below 1
	j.asked, _ = lru.New[string, *question](questionsKept)
	o.Lines(0, record.As(j.decodeRecord))
	fitting := func(key, path string, id record.EntryNamer) record.AnsweredShareFunc {
		c := record.CompanionFile{Asks: record.KeyOf(key), Entries: record.At(path, id)}
		return c.FitTo(o.Context(), o.Source, "")
	}
	byPassage, byQuery := fitting("passage_id", "*", nil), fitting("query_id", "*.qa_pairs.*", record.KeyOf("query_id"))
	sets := annotationFiles
	sets.Fits = func(file string) (share float64, known bool) { // a passage serves all its questions
		share, known = byPassage(file)
		if of, ok := byQuery(file); ok {
			share, known = max(share, of), true
		}
		return share, known
	}
	if j.path = o.Find(sets); j.path == "" {
		return
	}
	j.passages, j.questions = o.Table(j.path, "*", nil), o.Table(j.path, "*.qa_pairs.*", record.KeyOf("query_id"))
	o.Afterwards(func(ctx context.Context, run *loaders.Run) { j.reportLeft(ctx, o, run) })
}
