package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// writeTable writes for a person at a terminal.
func writeTable(w io.Writer, list []section) {
	for i, s := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, strings.Join(s.head, "\n"))
		if s.drawn != "" {
			fmt.Fprintln(w, s.drawn)
		}
		for _, g := range s.grids {
			fmt.Fprintf(w, "\n  %s\n", strings.Join(append([]string{g.title}, g.under...), "\n  "))
			g.writeAligned(w)
		}
	}
}

// writeAligned writes the columns: labels to the left, numbers to the right.
func (g *grid) writeAligned(w io.Writer) {
	widths := make([]int, len(g.head))
	lines := g.texts()
	for _, line := range lines {
		for k, text := range line {
			widths[k] = max(widths[k], ansi.StringWidth(text))
		}
	}
	for i, line := range lines {
		s := "    " + line[0] + blank(widths[0]-ansi.StringWidth(line[0]))
		for k, text := range line[1:] {
			s += "  " + blank(widths[k+1]-ansi.StringWidth(text)) + text
		}
		if i > 0 && g.why[i-1] != "" {
			s += "  " + g.why[i-1]
		}
		fmt.Fprintln(w, strings.TrimRight(s, " "))
	}
}

// writeMarkdown writes tables for a document.
func writeMarkdown(w io.Writer, list []section) {
	for i, s := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "## %s\n\n%s\n", EscapeMarkdown(s.name), strings.Join(s.marks, "\n\n"))
		for _, g := range s.grids {
			for _, line := range append([]string{g.title}, g.under...) {
				fmt.Fprintf(w, "\n%s\n", EscapeMarkdown(line))
			}
			fmt.Fprintln(w)
			g.writePiped(w)
		}
	}
}

func (g *grid) writePiped(w io.Writer) {
	head, reasons := g.head, slices.ContainsFunc(g.why, func(why string) bool { return why != "" })
	if reasons {
		head = append(slices.Clip(head), "undefined")
	}
	line := func(texts []string) {
		for _, text := range texts {
			fmt.Fprintf(w, "| %s ", EscapeMarkdown(text))
		}
		fmt.Fprintln(w, "|")
	}
	line(head)
	fmt.Fprintf(w, "| :--- %s%s|\n", strings.Repeat("| ---: ", len(g.head)-1), strings.Repeat("| :--- ", len(head)-len(g.head)))
	for i, row := range g.rows {
		var texts []string
		for _, c := range row {
			texts = append(texts, c.String())
		}
		if reasons {
			texts = append(texts, g.why[i])
		}
		line(texts)
	}
}

// EscapeMarkdown cleans s and takes the meaning from characters that Markdown
// would read.
func EscapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`).Replace(loaders.Clean(s))
}
