package nmndrop

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// join brings a run and its annotations together.
type join struct {
	files fs.FS
	path  string // of the annotations, "" for none
	run   *loaders.Run
	notes func() *annotations // reads them at the first call

	mu      sync.Mutex
	decoded []bool         // by record
	count   int            // of those
	met     map[string]int // per annotated query_id the first record decoded
	told    bool
}

// begin makes the join ready to decode, and has the annotations without a
// record reported once every record was decoded.
func (j *join) begin(ctx context.Context, run *loaders.Run) {
	j.run, j.met = run, map[string]int{}
	j.notes = sync.OnceValue(j.read)
	if j.path == "" {
		return
	}
	go func() {
		// The last record may be decoded before the end of the file is known.
		if run.Wait(ctx, math.MaxInt) == nil {
			j.tell()
		}
	}()
}

func (j *join) read() *annotations {
	if j.path == "" {
		return &annotations{}
	}
	src, err := files.OpenSource(j.files, j.path)
	if err != nil {
		return readAnnotations(failing{err}, j.path, j.run.Problems.Add)
	}
	defer src.Close()
	r, err := files.Reader(src)
	if err != nil {
		return readAnnotations(failing{err}, j.path, j.run.Problems.Add)
	}
	defer r.Close()
	return readAnnotations(r, j.path, j.run.Problems.Add)
}

// failing is a file that cannot be read, for its error to be reported where
// all errors of the annotations are.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// meet notes that record i was decoded and answers query.
func (j *join) meet(i int, query string) {
	_, annotated := j.notes().questions[query]
	j.mu.Lock()
	for i >= len(j.decoded) {
		j.decoded = append(j.decoded, false)
	}
	if !j.decoded[i] {
		j.decoded[i] = true
		j.count++
	}
	first, met := j.met[query]
	if annotated && !met {
		j.met[query] = i
	}
	j.mu.Unlock()
	if met && first != i {
		j.run.Problems.Add(loaders.Problem{File: j.run.Path, Example: query, What: "more than one record of this query_id", Done: "each is scored"})
	}
	j.tell()
}

// maxListed bounds how many annotations without a record are listed one by
// one; all are counted.
const maxListed = 100

// tell reports, once, the annotated questions that no record answers.
func (j *join) tell() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.told || !j.run.Complete() || j.count < j.run.Len() {
		return
	}
	j.told = true
	var missing []string
	annotated := j.notes().annotated
	for _, query := range annotated {
		if _, met := j.met[query]; !met {
			missing = append(missing, query)
		}
	}
	if len(missing) == 0 {
		return
	}
	j.run.Problems.Add(loaders.Problem{
		File: j.path, What: fmt.Sprintf("%d of %d annotated questions have no readable record in the run", len(missing), len(annotated)),
		Done: "scores are over the records alone",
	})
	for _, query := range missing[:min(len(missing), maxListed)] {
		j.run.Problems.Add(loaders.Problem{File: j.path, Example: query, What: "annotated, but the run has no readable record of it", Done: "not counted"})
	}
}
