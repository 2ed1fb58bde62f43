package tabular

import (
	"cmp"

	"faithscope/loaders"
	"faithscope/loaders/parquet"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// reader turns rows into examples.
type reader struct {
	run     *loaders.Run
	classes parquet.Classes
	columns roles.Map
	by      roles.Decision // how rows are read
	gold    *goldFile      // joined with the rows
	usual   []string       // columns, of which a line that is a row has one; nil where all are
	// Of a preset:
	preset Preset
	rowContext
	beside []joinedFile
	finish Finish
	first  int // record that is a row
}

// exampleFiller fills in the example of a row.
type exampleFiller struct {
	*reader
	rec *record.Record
	*rows.Row
	*loaders.Example
	used map[string]bool // columns
}

func (d *reader) roleOf(r *rows.Row, role string) string {
	return rows.Text((&exampleFiller{reader: d, Row: r, used: map[string]bool{}}).valueOf(role))
}

// valueOf returns the first value of a role that the row has and nothing has used, with its class
// named and its label in full, and marks its column as used. It is nil for none; "" is none.
func (d *exampleFiller) valueOf(role string) any {
	for _, path := range d.columns.PathsOf(role) {
		if v := d.ValueAt(path); v != nil && v != "" && !d.used[path] {
			d.used[path], d.used[d.TopColumn(path)] = true, true
			for _, name := range d.MatchingColumns(path) {
				d.used[name] = true
			}
			return d.preset.inFull(role, d.classes.NameClass(path, v))
		}
	}
	return nil
}

func (d *reader) setMap(shape string, by roles.Decision) {
	d.columns, d.by = by.Map, by
	d.run.Columns = loaders.Columns{Shape: shape, Map: by.Map.String(), Said: by.String(), Kept: by.Kept}
	d.run.Note = cmp.Or(d.run.Columns.Said, "columns: "+d.run.Columns.Map)
}

const convention = "xywh, pixels"
