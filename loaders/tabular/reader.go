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
	by      Decision  // how rows are read
	gold    *goldFile // joined with the rows
	usual   []string  // columns, of which a line that is a row has one; nil where all are
	// Of a preset:
	preset Preset
	surroundings
	beside []joined
	finish Finish
	first  int // record that is a row
}

// filling holds what fills in the example of a row.
type filling struct {
	*reader
	rec *record.Record
	*row
	*loaders.Example
	used map[string]bool // columns
}

func (d *reader) roleOf(r *row, role string) string {
	return Text((&filling{reader: d, row: r, used: map[string]bool{}}).valueOf(role))
}

// valueOf returns the first value of a role that the row has and that nothing has used, with its
// class named and its label in full, and marks its column as used. It is nil for none; "" is none.
func (d *filling) valueOf(role string) any {
	for _, path := range d.columns.pathsOf(role) {
		if v := d.valueAt(path); v != nil && v != "" && !d.used[path] {
			d.used[path], d.used[d.topColumn(path)] = true, true
			for _, name := range d.matchingColumns(path) {
				d.used[name] = true
			}
			return d.preset.inFull(role, d.classes.nameClass(path, v))
		}
	}
	return nil
}

func (d *reader) setMap(shape string, by Decision) {
	d.columns, d.by = by.Map, by
	d.run.Columns = loaders.Columns{Shape: shape, Map: by.Map.String(), Said: by.String(), Kept: by.Kept}
	d.run.Note = cmp.Or(d.run.Columns.Said, "columns: "+d.run.Columns.Map)
}

const convention = "xywh, pixels"
