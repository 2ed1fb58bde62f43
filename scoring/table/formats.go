package table

import (
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Format is a way to write documents: Document writes one as a whole, Rows writes the rows of all
// its tables.
type Format struct {
	Name     string // "csv"
	Ending   string // of a file's name: ".csv"
	Binary   bool   // no terminal can show it
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

// Find returns the format with a name, or with the ending of a file's name; nil if there is none.
// Endings of compressed files (.gz, .zst) are ignored.
func Find(name string) *Format {
	file := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst"))
	at := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name || strings.HasSuffix(file, f.Ending) })
	if at < 0 {
		return nil
	}
	return &Formats[at]
}

// Write writes the document in a format: as a whole, or the rows of all its tables in one. The
// error is the writer's.
func (d *Document) Write(w io.Writer, f *Format) error {
	if f.Document != nil {
		return f.Document(w, d)
	}
	columns, rows := d.mergeRows()
	to := f.Rows(w, columns)
	for _, row := range rows {
		if err := to.Write(row); err != nil {
			return err
		}
	}
	return to.Close()
}

// Open begins a table whose rows arrive one by one. A format for people writes it at the end,
// without empty columns that may be omitted.
func (f *Format) Open(w io.Writer, title string, columns []Column) Rows {
	if f.Rows != nil {
		return f.Rows(w, columns)
	}
	return &bufferedRows{w, f, title, Table{Columns: columns}}
}

// bufferedRows is a table that is written once it is complete.
type bufferedRows struct {
	w     io.Writer
	f     *Format
	title string
	Table
}

func (t *bufferedRows) Write(row []any) error {
	t.Add(row...)
	return nil
}

func (t *bufferedRows) Close() error {
	t.Name, t.Long, t.Title = "rows", true, loaders.Count(len(t.Rows), "row")
	for k, c := range slices.Backward(t.Columns) {
		if c.Omit && !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return bareValue(row[k].Value) != nil }) {
			t.Columns = slices.Delete(slices.Clone(t.Columns), k, k+1)
			for i := range t.Rows {
				t.Rows[i] = slices.Delete(t.Rows[i], k, k+1)
			}
		}
	}
	return (&Document{Parts: []Part{{Name: t.title, Tables: []*Table{&t.Table}}}}).Write(t.w, t.f)
}
