package report

import (
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
)

// Printed is a table of clean text for people: a terminal's, a document's or a
// paper's. Every row is as long as the head. For a terminal and for a document
// nothing is written of a table without rows.
type Printed struct {
	Head []string
	Rows [][]string
	// Align has a letter per column: l for words, which stand to the left, and
	// r for numbers.
	Align string
}

// WriteAligned writes the table for a terminal, indented, with two blanks
// between columns and none at a line's end.
func (p Printed) WriteAligned(w io.Writer, indent string) error {
	if len(p.Rows) == 0 {
		return nil
	}
	t := table.New().Headers(p.Head...).Rows(p.Rows...).Wrap(false).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).BorderHeader(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			style := lipgloss.NewStyle()
			if column > 0 {
				style = style.PaddingLeft(2)
			}
			if p.Align[column] == 'r' {
				style = style.Align(lipgloss.Right)
			}
			return style
		})
	var b strings.Builder
	for line := range strings.Lines(t.String() + "\n") {
		b.WriteString(strings.TrimRight(indent+line, " \n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown writes the table for a document, with pipes. It is not aligned:
// a renderer does that.
func (p Printed) WriteMarkdown(w io.Writer) {
	if len(p.Rows) == 0 {
		return
	}
	line := func(texts []string) {
		for _, text := range texts {
			fmt.Fprintf(w, "| %s ", EscapeMarkdown(text))
		}
		fmt.Fprintln(w, "|")
	}
	line(p.Head)
	fmt.Fprintln(w, strings.NewReplacer("l", "| :--- ", "r", "| ---: ").Replace(p.Align)+"|")
	for _, row := range p.Rows {
		line(row)
	}
}

// WriteLaTeX writes the rows of a table for a paper, between the rules of the
// package booktabs; after is written below the head's rule.
func (p Printed) WriteLaTeX(w io.Writer, after string) {
	line := func(texts []string) {
		for k, text := range texts {
			if k > 0 {
				fmt.Fprint(w, " & ")
			}
			fmt.Fprint(w, EscapeLaTeX(text))
		}
		fmt.Fprint(w, " \\\\\n")
	}
	fmt.Fprintln(w, `\toprule`)
	line(p.Head)
	fmt.Fprint(w, "\\midrule\n", after)
	for _, row := range p.Rows {
		line(row)
	}
	fmt.Fprintln(w, `\bottomrule`)
}
