package loaders

import "context"

// Narrow leaves of a complete run the examples of these indices, in this order,
// which from then on are examples 0 to len(kept)-1. It is called before the run
// is shared. What is cached of the whole run is neither used nor replaced.
func (r *Run) Narrow(kept []int) {
	records, decode := r.records, r.decode
	r.records = &narrowed{records, kept}
	r.decode = func(i int) (*Example, error) { return decode(kept[i]) }
	r.Cache, r.rows = nil, rows{}
	r.recent = Recent[int, *Example]{Most: recentExamples, Bytes: recentBytes, Least: recentAtLeast}
}

// Group returns the examples of these indices, in this order, as a run of its own
// that is read through r, which it must not outlive. Its problems are those of r.
func (r *Run) Group(name string, kept []int) *Run {
	g := &Run{
		Name: name, Path: r.Path, Part: r.Part, Format: r.Format, Model: r.Model, Dataset: r.Dataset, Note: r.Note, Boxes: r.Boxes, Gold: r.Gold,
		Columns: r.Columns, Pictures: r.Pictures, records: r.records, decode: r.decode,
	}
	g.Narrow(kept)
	return g
}

// narrowed are some of a file's records.
type narrowed struct {
	Records
	kept []int
}

// Len implements [Records].
func (n *narrowed) Len() int { return len(n.kept) }

// Complete implements [Records].
func (n *narrowed) Complete() bool { return true }

// Wait implements [Records].
func (n *narrowed) Wait(ctx context.Context, _ int) error { return ctx.Err() }

// Size implements [Sized].
func (n *narrowed) Size(i int) int {
	if sized, ok := n.Records.(Sized); ok {
		return sized.Size(n.kept[i])
	}
	return 0
}

// Number implements [Numbered].
func (n *narrowed) Number(i int) int {
	if numbered, ok := n.Records.(Numbered); ok {
		return numbered.Number(n.kept[i])
	}
	return 0
}

// Record implements [Stored].
func (n *narrowed) Record(i int) (record []byte, number int, err error) {
	if stored, ok := n.Records.(Stored); ok {
		return stored.Record(n.kept[i])
	}
	return nil, 0, ErrNoRaw
}
