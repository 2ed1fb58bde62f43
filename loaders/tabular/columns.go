package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// mapOf is the map that a table is read with: the person's, the one that was
// kept for its columns, or what the columns' names say. With none of them there
// is no run.
func mapOf(o loaders.Options, shape string, columns []string, rows []row, guessed Map) (m Map, err error) {
	text := o.Map
	if text == "" {
		text = o.Maps[shape]
	}
	if text != "" {
		if m, err = ParseMap(text); err != nil {
			return nil, loaders.Errorf("--map: %w", err)
		}
		if id := guessed.paths("id"); id != nil && m.paths("id") == nil {
			m = append(m, assignment{"id", id})
		}
		return m, nil
	}
	m = guessed
	for _, role := range []string{"question", "gold", "predicted", "correct", "image", "objects", "passage", "tokens"} {
		if m.paths(role) != nil {
			return m, nil
		}
	}
	return nil, unclear(columns, rows, guessed)
}

// mapped notes on the run what its columns were taken for.
func (d *reader) mapped(shape string, m Map) {
	d.columns = m
	d.run.Columns = loaders.Columns{Shape: shape, Map: m.String()}
	d.run.Note = "columns: " + m.String()
}

// missing says which columns of a map no row that was looked at has.
func (d *reader) missing(columns []string, rows []row) {
	for _, c := range d.columns {
		for _, path := range c.paths {
			top := path[:strings.IndexAny(path+".", ".[")]
			if c.role != "rows" && !slices.Contains(columns, path) && !slices.Contains(columns, top) && !strings.HasSuffix(path, "*") && !present(rows, path) {
				d.run.Problems.Add(loaders.Problem{File: d.run.Path, What: loaders.Say("no column %q, of the map's %s", path, c.role), Done: loaders.Say("the columns are %s", record.Listed(columns, mostColumns))})
			}
		}
	}
}

// cellsRow is a row of cells; an empty one has no value.
func cellsRow(columns []string, cells record.Cells) *row {
	r := &row{values: map[string]any{}}
	for _, name := range columns {
		if cell := cells.Of(name); cell != "" {
			r.values[name] = cellValue(cell)
		}
	}
	return r
}

// line decodes a line of metadata.jsonl.
func (d *reader) line(fields *map[string]jsonValue, rec *record.Record) (*loaders.Example, error) {
	r := row{values: make(map[string]any, len(*fields))}
	for name, f := range *fields {
		r.values[name] = f.value
	}
	return d.example(rec, &r), nil
}

const convention = "xywh, pixels"
