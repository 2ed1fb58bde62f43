package facts

import (
	"context"

	"faithscope/loaders"
)

// blockRecords holds the records of a block, from its first example on.
type blockRecords struct {
	rows []exampleRecord
	size int
}

func (p *blockRecords) holdsExample(_ *runSnapshot, k int) bool { return k < len(p.rows) }

func (p *blockRecords) countBytes() int { return p.size }

func (p *blockRecords) recordAt(k int) *exampleRecord {
	if k < len(p.rows) {
		return &p.rows[k]
	}
	return recordOf(&loaders.Example{})
}

func (t *runSnapshot) recordsOf(i int) *blockRecords {
	if i >= t.run.Scored.Run.Len() {
		return &blockRecords{}
	}
	return pageOf(t, inRecords, i, t.run.readRecords)
}

func (t *runSnapshot) recordFinder() func(i int) *exampleRecord {
	records := pageFinder(t, (*runSnapshot).recordsOf)
	return func(i int) *exampleRecord { return records(i).recordAt(i % size) }
}

// readRecords reads block n's records from the file. It also notes their columns (learnColumns),
// because only records show which metadata a run has.
func (r *Run) readRecords(n int) *blockRecords {
	rows := loaders.Fill(max(0, min(size, r.Scored.Run.Len()-n*size)), func(k int) int { return n*size + k })
	p := &blockRecords{rows: make([]exampleRecord, 0, len(rows))}
	_ = loaders.PassOver(context.Background(), r.Scored.Run, rows,
		func(_ int, ex *loaders.Example) (*exampleRecord, error) { return recordOf(ex), nil }, func(rec *exampleRecord) error {
			p.rows, p.size = append(p.rows, *rec), p.size+rec.countBytes()
			r.learnColumns(rec)
			return nil
		}) // neither a record nor the context fails
	return p
}

// learnColumns notes the metadata, scores and probability of a record, so that they become
// columns.
func (r *Run) learnColumns(learnedRecord *exampleRecord) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range learnedRecord.meta {
		r.seen.meta[m.name] = true
	}
	for _, s := range learnedRecord.scores {
		r.seen.scores[s.name] = true
	}
	r.seen.probable = r.seen.probable || learnedRecord.probability == learnedRecord.probability
}
