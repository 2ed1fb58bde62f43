package report

import (
	"io"

	"faithscope/scoring"
)

// Format is a way to write a report.
type Format uint8

// The formats. Table is for people, JSON and CSV are for scripts and have
// every digit, Markdown and LaTeX are for a document.
const (
	Table Format = iota
	JSON
	CSV
	Markdown
	LaTeX
)

var formats = []string{"table", "json", "csv", "markdown", "latex"}

// String returns the flag's word: table, json, csv, markdown or latex.
func (f Format) String() string { return formats[f] }

// Set makes a Format a flag value.
func (f *Format) Set(word string) error {
	return scoring.Choose(f, formats, word, "a format of a report")
}

// Words are all of them.
func (*Format) Words() []string { return formats }

// Type names the flag's value in help.
func (f *Format) Type() string { return "format" }

// Write writes the report. Its error is the writer's.
func (r *Report) Write(w io.Writer, f Format) error { return write(r, w, f) }

// Write writes the comparison. Its error is the writer's.
func (c *Comparison) Write(w io.Writer, f Format) error { return write(c, w, f) }

// writable is what every format is written of.
type writable interface {
	writeTable(io.Writer) error
	writeJSON(io.Writer) error
	writeCSV(io.Writer) error
	writeMarkdown(io.Writer) error
	writeLaTeX(io.Writer) error
}

func write(x writable, w io.Writer, f Format) error {
	return [...]func(io.Writer) error{Table: x.writeTable, JSON: x.writeJSON, CSV: x.writeCSV, Markdown: x.writeMarkdown, LaTeX: x.writeLaTeX}[f](w)
}
