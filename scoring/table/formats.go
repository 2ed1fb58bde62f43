package table

import (
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Format writes a Document as a whole, or the Rows of all its tables.
type Format struct {
	Name     string // "csv"
	Ending   string // of a file's name: ".csv"
	Binary   bool
	Document func(w io.Writer, d *Document) error
	Rows     func(w io.Writer, columns []Column) RowWriter
}

// Formats has the default first.
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

// Endings are files'.
func Endings() []string { return loaders.Map(Formats, func(f Format) string { return f.Ending }) }

// Names returns those for which like holds, or all if nil.
func Names(isWanted func(f *Format) bool) (names []string) {
	for i := range Formats {
		if isWanted == nil || isWanted(&Formats[i]) {
			names = append(names, Formats[i].Name)
		}
	}
	return names
}

// Find takes a name or a file's ending, ignoring .gz and .zst; nil if there is none.
func Find(formatOrPath string) *Format {
	file := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(formatOrPath, ".gz"), ".zst"))
	at := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == formatOrPath || strings.HasSuffix(file, f.Ending) })
	if at < 0 {
		return nil
	}
	return &Formats[at]
}

// Write writes the whole or the rows of all tables.
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

// Open begins a table of rows. Formats for people write at the end, without empty columns that may
// be omitted.
func (f *Format) Open(w io.Writer, tableTitle string, columns []Column) RowWriter {
	if f.Rows != nil {
		return f.Rows(w, columns)
	}
	return &bufferedRows{w, f, tableTitle, Table{Columns: columns}}
}

type bufferedRows struct {
	w     io.Writer
	f     *Format
	title string
	Table
}

func (t *bufferedRows) Write(rowValues []any) error {
	t.Add(rowValues...)
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
	return (&Document{Parts: []DocumentPart{{Name: t.title, Tables: []*Table{&t.Table}}}}).Write(t.w, t.f)
}
