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
	words   bool      // a row is a word
	signed  bool      // 0 as a verdict is neutral
	gold    *goldFile // joined with the rows
	// Of a preset:
	preset Preset
	surroundings
	beside []joined
	finish Finish
	first  int // record that is a row
}

// filling is what fills in the example of a row.
type filling struct {
	*reader
	rec *record.Record
	*row
	*loaders.Example
	used map[string]bool // columns
}

// roleOf returns the text of a role in a row.
func (d *reader) roleOf(r *row, role string) string {
	return Text((&filling{reader: d, row: r, used: map[string]bool{}}).of(role))
}

// of returns the first value of a role that the row has.
func (d *filling) of(role string) any {
	for _, path := range d.columns.paths(role) {
		if v := d.at(path); v != nil && v != "" && !d.used[path] {
			d.used[path], d.used[d.top(path)] = true, true
			for _, name := range d.matching(path) {
				d.used[name] = true
			}
			return d.preset.inFull(role, d.classes.named(path, v))
		}
	}
	return nil
}

// mapped sets how the run's table is read.
func (d *reader) mapped(shape string, by Decision) {
	d.columns, d.signed, d.words = by.Map, by.signed(), by.Words
	d.run.Columns = loaders.Columns{Shape: shape, Map: by.Map.String(), Said: by.String(), Kept: by.Kept}
	d.run.Note = cmp.Or(d.run.Columns.Said, "columns: "+d.run.Columns.Map)
}

const convention = "xywh, pixels"
