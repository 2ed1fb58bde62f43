package table

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// bare is a value as scripts see it: nil, a string, an int, a bool or a float64.
func bare(v any) any {
	switch v := v.(type) {
	case scoring.Value:
		if x, ok := v.Float(); ok {
			return x
		}
		return nil
	case loaders.Verdict:
		if v == loaders.Unknown {
			return nil
		}
		return v == loaders.Right
	}
	return v
}

// suffixes follow a column's name in the names of the columns that hold what else its cells
// know for scripts; kinds are the kinds of these columns.
var (
	suffixes = [...]string{"", "_low", "_high", "_n", "_undefined"}
	kinds    = [...]Kind{Text, Number, Number, Count, Text}
)

// known lists what a cell knows, in the order of suffixes; nil stands for what it does not
// know.
func (c Cell) known() (all [len(suffixes)]any) {
	all[0], all[3] = bare(c.Value), c.N
	if c.Interval != nil {
		all[1], all[2] = c.Interval.Low, c.Interval.High
	}
	if why := c.why(); why != "" {
		all[4] = why
	}
	return all
}

// flat is the table for scripts: its bare values, with whatever else the cells know in
// columns of their own.
func (t *Table) flat() (columns []Column, rows [][]any) {
	rows = make([][]any, len(t.Rows))
	for k, c := range t.Columns {
		var there [len(suffixes)]bool
		all := make([][len(suffixes)]any, len(rows))
		for i, row := range t.Rows {
			if k < len(row) {
				all[i] = row[k].known()
			}
			for n, v := range all[i] {
				there[n] = there[n] || v != nil
			}
		}
		there[0], there[3], there[4] = c.Kind != Between, c.Rests, there[4] && c.Kind != Between
		for n, suffix := range suffixes {
			if !there[n] {
				continue
			}
			if n > 0 {
				c = Column{Name: t.Columns[k].Name + suffix, Kind: kinds[n], In: c.In, Omit: kinds[n] == Text}
			}
			columns = append(columns, c)
			for i := range rows {
				rows[i] = append(rows[i], all[i][n])
			}
		}
	}
	return columns, rows
}

// object returns a row as a JSON object.
func object(columns []Column, row []any) (o Facts) {
	for k, c := range columns {
		v := row[k]
		switch {
		case c.Omit && (v == nil || v == "" || v == false), c.In != "" && v == nil:
		case c.In == "":
			o = append(o, Fact{c.Name, v})
		default:
			at := slices.IndexFunc(o, func(f Fact) bool { return f.Name == c.In })
			if at < 0 {
				at, o = len(o), append(o, Fact{c.In, Facts(nil)})
			}
			o[at].Value = append(o[at].Value.(Facts), Fact{c.Name, v})
		}
	}
	return o
}

// MarshalJSON implements [json.Marshaler]: it writes a list of rows.
func (t *Table) MarshalJSON() ([]byte, error) {
	columns, rows := t.flat()
	return encode(loaders.Map(rows, func(row []any) Facts { return object(columns, row) }))
}

// MarshalJSON implements [json.Marshaler]: it writes an object, in order.
func (o Facts) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, f := range o {
		name, err := encode(f.Name)
		value, err2 := encode(bare(f.Value))
		if err := cmp.Or(err, err2); err != nil {
			return nil, err
		}
		b = append(append(append(append(b, ","[:min(i, 1)]...), name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// encode returns a value as JSON in which "<" is not escaped.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// json returns a part as a JSON object.
func (p *Part) json() (o Facts) {
	if p.Path != "" {
		o = Facts{{"name", p.Name}, {"path", p.Path}}
	}
	o = append(o, p.Facts...)
	for _, t := range p.Tables {
		if t.Name != "" && !slices.ContainsFunc(o, func(f Fact) bool { return f.Name == t.Name }) {
			o = append(o, Fact{t.Name, t})
		}
	}
	return o
}

// version is the version of the names in JSON, on which scripts depend.
const version = 1

// writeJSON writes a document as one object.
func writeJSON(w io.Writer, d *Document) error {
	o := append(Facts{{"faithscope", version}}, d.Facts...)
	parts := []Facts{}
	for i := range d.Parts {
		if one := d.Parts[i].json(); one != nil { // it has something for scripts
			parts = append(parts, one)
		}
	}
	if d.List != "" {
		o = append(o, Fact{d.List, parts})
	} else {
		o = append(o, slices.Concat(parts...)...)
	}
	text, err := encode(o)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, append(text, '\n'), "", "  "); err != nil {
		return err
	}
	_, err = w.Write(loaders.EscapeJSON(b.Bytes()))
	return err
}

// Format is a way to write documents: Document writes one as a whole, Rows writes the rows
// of all its tables one by one.
type Format struct {
	Name     string // "csv"
	Ending   string // the ending of a file's name: ".csv"
	Binary   bool   // whether no terminal can show it
	Document func(w io.Writer, d *Document) error
	Rows     func(w io.Writer, columns []Column) Rows
}

// Formats lists the formats, the default first.
var Formats = []Format{
	{Name: "table", Ending: ".txt", Document: templateWriter(texts, "table.tmpl")},
	{Name: "json", Ending: ".json", Document: writeJSON},
	{Name: "csv", Ending: ".csv", Rows: newCSV},
	{Name: "markdown", Ending: ".md", Document: templateWriter(texts, "markdown.tmpl")},
	{Name: "latex", Ending: ".tex", Document: templateWriter(texts, "latex.tmpl")},
	{Name: "html", Ending: ".html", Document: templateWriter(webpages, "page.html")},
	{Name: "jsonl", Ending: ".jsonl", Rows: newJSONLines},
	{Name: "parquet", Ending: ".parquet", Binary: true, Rows: newParquet},
}

// Endings returns the endings of the formats' files.
func Endings() []string { return loaders.Map(Formats, func(f Format) string { return f.Ending }) }

// Names returns the names of the formats for which like holds, or of all if it is nil.
func Names(like func(f *Format) bool) (names []string) {
	for i := range Formats {
		if like == nil || like(&Formats[i]) {
			names = append(names, Formats[i].Name)
		}
	}
	return names
}

// Find returns the format with a name, or with the ending of a file's name; nil if there is
// none. Endings of compressed files (.gz, .zst) are ignored.
func Find(name string) *Format {
	file := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst"))
	at := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name || strings.HasSuffix(file, f.Ending) })
	if at < 0 {
		return nil
	}
	return &Formats[at]
}

// Write writes the document. Its error is the writer's.
func (d *Document) Write(w io.Writer, f *Format) error {
	if f.Document != nil {
		return f.Document(w, d)
	}
	columns, rows := d.rows()
	to := f.Rows(w, columns)
	for _, row := range rows {
		if err := to.Write(row); err != nil {
			return err
		}
	}
	return to.Close()
}

// Open begins a table whose rows arrive one by one. A format for people writes it once it
// has them all, without those empty columns that may be omitted.
func (f *Format) Open(w io.Writer, title string, columns []Column) Rows {
	if f.Rows != nil {
		return f.Rows(w, columns)
	}
	return &kept{w, f, title, Table{Columns: columns}}
}

// kept is a table that is written once it is complete.
type kept struct {
	w     io.Writer
	f     *Format
	title string
	Table
}

func (t *kept) Write(row []any) error {
	t.Add(row...)
	return nil
}

func (t *kept) Close() error {
	t.Name, t.Long, t.Title = "rows", true, loaders.Count(len(t.Rows), "row")
	for k := len(t.Columns) - 1; k >= 0; k-- {
		if t.Columns[k].Omit && !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return bare(row[k].Value) != nil }) {
			t.Columns = slices.Delete(slices.Clone(t.Columns), k, k+1)
			for i := range t.Rows {
				t.Rows[i] = slices.Delete(t.Rows[i], k, k+1)
			}
		}
	}
	return (&Document{Parts: []Part{{Name: t.title, Tables: []*Table{&t.Table}}}}).Write(t.w, t.f)
}
