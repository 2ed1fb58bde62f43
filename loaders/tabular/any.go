package tabular

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const anyName = "table"

// Any reads any table: comma- or tab-separated, JSON, JSON Lines.
var Any = loaders.Format{
	Name:   anyName,
	About:  "any table (CSV, TSV, JSON by rows or by columns, JSON Lines) whose columns are known by name or by --map",
	Boxes:  convention,
	Sign:   "a column called prediction or alike beside one of gold answers or verdicts; any columns with --map",
	Keys:   []string{"prediction", "answer"},
	Detect: func([]byte) bool { return false }, // other formats' files are tables too
	Confirm: func(ctx context.Context, src *loaders.Source, _ loaders.Options) bool {
		t := sampleOf(src.Head, nil)
		if t == nil {
			return false
		}
		allColumns(ctx, src, t)
		return t.columnMap.clear(t.rows)
	},
	Shape: shapeOf,
	Open:  openAny,
}

// shapeOf is the columns of a table, "" for what is none.
func shapeOf(head []byte) string {
	if t := sampleOf(head, nil); t != nil {
		return t.shape()
	}
	return ""
}

// sample is the beginning of a table.
type sample struct {
	within    string // where its rows are in a JSON text, "" for [record.OpenJSONL]'s
	comma     rune   // between cells, 0 for JSON
	columns   []string
	rows      []row
	columnMap Map  // as guessed
	columnar  bool // an object of columns
}

// shape is the columns in alphabetical order, so that it is the same for the
// next file.
func (t *sample) shape() string {
	columns := slices.Clone(t.columns)
	slices.Sort(columns)
	return strings.Join(columns, ",")
}

// mostSampled bounds the rows that are looked at to guess.
const mostSampled = 100

// holders are where programs put the rows of a JSON object.
var holders = []string{
	"results.results", "results", "rows", "data", "records", "examples", "samples", "predictions", "items", "testCases", "test_cases", "test_results", "evaluation_results",
}

// sampleOf looks at the first rows of head with a map, nil for a guess. It is
// nil for what is not a table.
func sampleOf(head []byte, m Map) *sample {
	t := &sample{}
	switch first := record.FirstByte(head); first {
	case '{', '[':
		if whole := gjson.ParseBytes(head); first == '[' || m.paths("rows") != nil || !t.split(whole) && !t.byColumn(whole) {
			t.columns, t.rows, t.within = nil, nil, ""
			t.json(head, m)
		}
	default:
		t.cells(head)
	}
	if len(t.columns) == 0 || len(t.rows) == 0 {
		return nil
	}
	t.columnMap = guess(t.columns, t.rows)
	return t
}

// json finds the rows of a JSON text.
func (t *sample) json(head []byte, m Map) {
	if rows := m.paths("rows"); rows != nil {
		t.within = rows[0]
	} else if object := gjson.ParseBytes(head); object.IsObject() {
		for _, path := range holders {
			if list := object.Get(path); list.IsArray() && list.Get("0").IsObject() {
				t.within = path
				break
			}
		}
	}
	each := func(_, value gjson.Result) bool { return t.take([]byte(value.Raw)) }
	switch {
	case t.within != "":
		gjson.GetBytes(head, t.within).ForEach(each)
	case record.FirstByte(head) == '[':
		gjson.ParseBytes(head).ForEach(each)
	default:
		for line := range bytes.Lines(head) {
			if line = bytes.TrimSpace(line); len(line) > 0 && !t.take(line) {
				return
			}
		}
		if len(t.rows) == 0 {
			t.take(head)
		}
	}
}

// take adds a row that is a JSON object; one that is not is left to whoever
// reads the file. It reports whether more are wanted.
func (t *sample) take(object []byte) bool {
	var fields map[string]jsonValue
	if (&record.Record{Bytes: object}).Decode(&fields) != nil {
		return true
	}
	r := row{values: make(map[string]any, len(fields))}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(t.columns, name) {
			t.columns = append(t.columns, name)
		}
		r.values[name] = fields[name].value
	}
	t.rows = append(t.rows, r)
	return len(t.rows) < mostSampled
}

// cells reads the first rows of a separated table.
func (t *sample) cells(head []byte) {
	t.columns, t.comma = record.CSVHeader(head), record.Delimiter(head)
	if slices.ContainsFunc(t.columns, func(name string) bool { return name == "" || numericText(name) }) && !slices.Equal(t.columns[1:], named(t.columns[1:])) {
		t.columns = nil // a table without a header
		return
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimLeft(head, "\r\n")))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = t.comma, t.comma != ',', -1
	for n := 0; len(t.rows) < mostSampled; n++ {
		cells, err := r.Read()
		if err != nil || r.InputOffset() == int64(len(head)) && len(head) == loaders.HeadSize {
			break // the last may be cut off
		}
		if n > 0 && len(cells) == len(t.columns) {
			values := map[string]any{}
			for i, name := range t.columns {
				values[name] = cells[i]
			}
			t.rows = append(t.rows, row{values: values})
		}
	}
}

func numericText(s string) bool { _, ok := numberOf(s); return ok }

// named leaves the names that are words.
func named(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return name == "" || numericText(name) })
}

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

// mostColumns bounds the columns that a refusal lists.
const mostColumns = 20

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

func openAny(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	var asked Map
	if o.Map != "" {
		var err error
		if asked, err = ParseMap(o.Map); err != nil {
			return nil, loaders.Errorf("--map: %w", err)
		}
	}
	t := sampleOf(src.Head, asked)
	if t == nil {
		return nil, loaders.Errorf("no rows of a table%s", map[bool]string{true: " at the map's rows"}[asked.paths("rows") != nil])
	}
	shape := t.shape() // by which maps are kept, of what head has
	allColumns(ctx, src, t)
	m, err := mapOf(o, shape, t.columns, t.rows, t.columnMap)
	if err != nil {
		return nil, err
	}
	d := &reader{}
	switch {
	case t.columnar:
		err = d.openColumns(ctx, src, t)
	case t.within == "data" && gjson.GetBytes(src.Head, "data.0").IsArray():
		d.run, err = record.OpenElements(ctx, src, anyName, "data.*", func(rec *record.Record) (*loaders.Example, error) {
			r, err := rowOfCells(t.columns, rec.Bytes)
			if err != nil {
				return nil, err
			}
			return d.example(rec, &r), nil
		})
	case t.comma != 0:
		d.run, err = record.OpenCSV(ctx, src, anyName, func(rec *record.Record, cells record.Cells) (*loaders.Example, error) {
			return d.example(rec, cellsRow(t.columns, cells)), nil
		})
	case t.within != "":
		d.run, err = record.OpenElements(ctx, src, anyName, t.within+".*", d.line)
	default:
		d.run, err = record.OpenJSONL(ctx, src, anyName, 0, d.line)
	}
	if err != nil {
		return d.run, err
	}
	d.run.Boxes, d.run.Gold = convention, "in the file"
	d.mapped(shape, m)
	d.missing(t.columns, t.rows)
	return d.run, files.FindPictures(d.run, src, o)
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

// cellValue is a cell as text, or the list or object that is written in it.
func cellValue(cell string) any {
	if cell[0] == '[' || cell[0] == '{' {
		var v jsonValue
		in := json.NewDecoder(strings.NewReader(cell))
		if in.Decode(&v) == nil {
			if _, err := in.Token(); err == io.EOF {
				return v.value
			}
		}
	}
	return cell
}
