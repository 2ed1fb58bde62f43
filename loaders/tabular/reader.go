package tabular

import (
	"cmp"

	"faithscope/loaders"
	"faithscope/loaders/parquet"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// rowReader turns rows into examples.
type rowReader struct {
	run     *loaders.Run
	classes parquet.ClassNames
	columns roles.RoleMap
	by      roles.RoleDecision // how rows are read
	gold    *goldFile          // joined with the rows
	usual   []string           // columns, of which a line that is a row has one; nil where all are
	// Of a preset:
	preset Preset
	contextCache
	beside []joinedFile
	finish ExampleFinisher
	first  int // record that is a row
}

// exampleFiller fills in the example of a row.
type exampleFiller struct {
	*rowReader
	rec *record.Record
	*rows.Row
	*loaders.Example
	used map[string]bool // columns
}

func (d *rowReader) roleOf(r *rows.Row, roleName string) string {
	return rows.Text((&exampleFiller{rowReader: d, Row: r, used: map[string]bool{}}).valueOf(roleName))
}

// valueOf skips what has been used, so that a column doesn't fill two roles, and marks its own as
// used. Classes are named, labels in full. It is nil for none; "" is none.
func (d *exampleFiller) valueOf(roleName string) any {
	for _, path := range d.columns.PathsOf(roleName) {
		if v := d.ValueAt(path); v != nil && v != "" && !d.used[path] {
			d.used[path], d.used[d.TopColumn(path)] = true, true
			for _, name := range d.MatchingColumns(path) {
				d.used[name] = true
			}
			return d.preset.inFull(roleName, d.classes.NameClass(path, v))
		}
	}
	return nil
}

func (d *rowReader) setMap(shapeText string, decision roles.RoleDecision) {
	d.columns, d.by = decision.Map, decision
	d.run.Columns = loaders.TableMapping{Shape: shapeText, Map: decision.Map.String(), Said: decision.String()}
	d.run.Note = cmp.Or(d.run.Columns.Said, "columns: "+d.run.Columns.Map)
}

const convention = "xywh, pixels"
