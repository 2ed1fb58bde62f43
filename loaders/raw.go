package loaders

import "errors"

// ErrNoRaw means that a run has no stored bytes per example.
var ErrNoRaw = errors.New("the run has no raw records")

// Raw returns the bytes of example i, 0 ≤ i < Len, as the file has them,
// decompressed and without the line end. It fails with ErrNoRaw for a run
// that is no lines of a file.
func (r *Run) Raw(i int) ([]byte, error) {
	lines, ok := r.records.(interface {
		Record(i int) (record []byte, number int, err error)
	})
	if !ok {
		return nil, ErrNoRaw
	}
	b, _, err := lines.Record(i)
	return b, err
}

// Record is that of Lines, counted from the first example.
func (a after) Record(i int) (record []byte, number int, err error) {
	return a.Lines.Record(i + a.first)
}
