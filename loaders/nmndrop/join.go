package nmndrop

import (
	"context"
	"io/fs"
	"math"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

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
