package report

import (
	"bufio"
	"encoding/csv"
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
	values() any
	lines() [][]string // the first line names the columns
	sections() []section
}

func write(x writable, w io.Writer, f Format) error {
	switch f {
	case JSON:
		return WriteJSON(w, x.values())
	case CSV:
		return csv.NewWriter(w).WriteAll(x.lines())
	}
	b := bufio.NewWriter(w)
	[...]func(io.Writer, []section){Table: writeTable, Markdown: writeMarkdown, LaTeX: writeLaTeX}[f](b, x.sections())
	return b.Flush()
}
