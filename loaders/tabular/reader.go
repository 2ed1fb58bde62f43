package tabular

import (
	"cmp"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// reader turns rows into examples.
type reader struct {
	run     *loaders.Run
	classes classes
	columns Map
	signed  bool      // 0 as a verdict is neutral
	gold    *goldFile // joined with the rows
	// Of a preset:
	prepare func(rec *record.Record, row Row)
	beside  []joined
	finish  Finish
}

// taken are the columns that an example has used.
type taken map[string]bool

// of returns the first value of a role that the row has.
func (d *reader) of(r *row, role string, used taken) any {
	for _, path := range d.columns.paths(role) {
		if v := r.at(path); v != nil && v != "" && !used[path] {
			used[path], used[r.top(path)] = true, true
			for _, name := range r.matching(path) {
				used[name] = true
			}
			return d.classes.named(path, v)
		}
	}
	return nil
}

// mapped sets how the run's table is read.
func (d *reader) mapped(shape string, by Decision) {
	d.columns, d.signed = by.Map, by.signed()
	d.run.Columns = loaders.Columns{Shape: shape, Map: by.Map.String(), Said: by.String(), Kept: by.Kept}
	d.run.Note = cmp.Or(d.run.Columns.Said, "columns: "+d.run.Columns.Map)
}

const convention = "xywh, pixels"

// Finish adds to the example of a row what no role says.
type Finish func(rec *record.Record, row Row, ex *loaders.Example)
