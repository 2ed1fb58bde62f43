package facts

import (
	"context"

	"faithscope/loaders"
)

// records holds the records of a block, from its first example on.
type records struct {
	rows []record
	size int
}

func (p *records) holdsExample(_ *runState, k int) bool { return k < len(p.rows) }

func (p *records) countBytes() int { return p.size }

func (p *records) recordAt(k int) *record {
	if k < len(p.rows) {
		return &p.rows[k]
	}
	return recordOf(&loaders.Example{})
}

func (t *runState) recordsOf(i int) *records {
	if i >= t.run.Scored.Run.Len() {
		return &records{}
	}
	return pageOf(t, inRecords, i, t.run.readRecords)
}

func (t *runState) recordFinder() func(i int) *record {
	records := pageFinder(t, (*runState).recordsOf)
	return func(i int) *record { return records(i).recordAt(i % size) }
}

// readRecords reads block n's records from the file. It also notes their columns (learnColumns),
// because only records show which metadata a run has.
func (r *Run) readRecords(n int) *records {
	p, rows := &records{}, []int(nil)
	for i := n * size; i < min((n+1)*size, r.Scored.Run.Len()); i++ {
		rows = append(rows, i)
	}
	p.rows = make([]record, 0, len(rows))
	if len(rows) > 0 {
		_ = loaders.PassOver(context.Background(), r.Scored.Run, rows,
			func(_ int, ex *loaders.Example) (*record, error) { return recordOf(ex), nil }, func(rec *record) error {
				p.rows, p.size = append(p.rows, *rec), p.size+rec.countBytes()
				r.learnColumns(rec)
				return nil
			}) // neither a record nor the context fails
	}
	return p
}

// learnColumns notes the metadata, scores and probability of a record, so that they become
// columns.
func (r *Run) learnColumns(rec *record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range rec.meta {
		r.seen.meta[m.name] = true
	}
	for _, s := range rec.scores {
		r.seen.scores[s.name] = true
	}
	r.seen.probable = r.seen.probable || rec.probability == rec.probability
}
