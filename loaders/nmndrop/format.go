package nmndrop

import (
	"context"
	"io/fs"
	"math"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Format reads the predictions of nmn-drop's interpret branch.
var Format = record.NewFormat(loaders.Format{
	Name:   "nmn-drop",
	About:  "JSON Lines of nmn-drop's interpret predictor, with drop_module_output_annotations.json",
	Sign:   "the key module_outputs, with query_id or predicted_logical_form; or query_id, text and prog_prob",
	Keys:   []string{"query_id", "predicted_logical_form", "module_outputs"},
	Detect: detect,
}, record.Codec{Dataset: "DROP", Open: open})

// detect looks for keys that only this predictor writes together; the first record
// may lack one.
var detect = record.Either(
	record.Keyed("", `module_outputs:[, query_id:"|predicted_logical_form:"`),
	record.Keyed("", `query_id:", prog_prob, text`),
)

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
func open(o *record.Opening) (err error) {
	j := &join{files: o.Source.Files}
	if err = o.Lines(0, j.decode); err != nil {
		return err
	}
	asked := func(key string) record.Asked {
		return record.AskedBy(o.Context(), o.Source, "", func(rec *record.Record) (string, func(*record.Record) bool) { return record.KeyOf(key)(rec), nil })
	}
	byPassage := asked("passage_id").Fits(o.Context(), o.Source, record.At("*", nil))
	byQuery := asked("query_id").Fits(o.Context(), o.Source, record.At("*.qa_pairs.*", record.KeyOf("query_id")))
	sets := annotationFiles
	sets.Fits = func(file string) (share float64, known bool) { // a passage serves all questions on it
		share, known = byPassage(file)
		if of, ok := byQuery(file); ok {
			share, known = max(share, of), true
		}
		return share, known
	}
	if j.path, err = o.Find(sets); err == nil {
		j.begin(o.Context(), o.Run)
	}
	return err
}

// join brings a run and its annotations together.
type join struct {
	files       fs.FS
	path        string // of the annotations, "" for none
	run         *loaders.Run
	annotations func() *annotations // reads them at the first call

	mu       sync.Mutex
	decoded  map[int]struct{} // records
	first    map[string]int   // per annotated query_id the first record decoded
	reported bool             // what no record answers
}

// begin makes the join ready to decode, and has the annotations without a
// record reported once every record was decoded.
func (j *join) begin(ctx context.Context, run *loaders.Run) {
	j.run, j.decoded, j.first = run, map[int]struct{}{}, map[string]int{}
	j.annotations = sync.OnceValue(func() *annotations { return readAnnotations(j.files, j.path, run.Problems.Add) })
	if j.path == "" {
		return
	}
	go func() {
		// The last record may be decoded before the end of the file is known.
		if run.Wait(ctx, math.MaxInt) == nil {
			j.reportLeft()
		}
	}()
}

// note keeps that record i was decoded and answers query, and reports a
// second record that does.
func (j *join) note(i int, query string) {
	_, annotated := j.annotations().questions[query]
	j.mu.Lock()
	j.decoded[i] = struct{}{}
	first, again := j.first[query]
	if annotated && !again {
		j.first[query] = i
	}
	j.mu.Unlock()
	if again && first != i {
		j.run.Problems.Add(loaders.Problem{File: j.run.Path, Example: query, What: loaders.Say("more than one record of this query_id"), Done: loaders.Say("each is scored")})
	}
	j.reportLeft()
}

// reportLeft reports, once, the annotated questions that no record answers.
func (j *join) reportLeft() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.reported || !j.run.Complete() || len(j.decoded) < j.run.Len() {
		return
	}
	j.reported = true
	var left []string
	annotated := j.annotations().annotated
	for _, query := range annotated {
		if _, answered := j.first[query]; !answered {
			left = append(left, query)
		}
	}
	record.ReportLeft(j.run, j.path, "annotated question", left, len(annotated))
}
