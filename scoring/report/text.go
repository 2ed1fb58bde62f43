package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// writeTable writes the report for a person at a terminal.
func (r *Report) writeTable(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range r.Runs {
		run := &r.Runs[i]
		if i > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "%s\n%s\n%s\n", loaders.Clean(run.Name), loaders.Clean(run.Path), run.heading())
		for _, g := range r.grids(run) {
			fmt.Fprintf(b, "\n  %s\n", g.title)
			if g.under != "" {
				fmt.Fprintf(b, "  %s\n", g.under)
			}
			g.writeAligned(b)
		}
	}
	return b.Flush()
}

// writeAligned writes the columns: labels to the left, numbers to the right.
func (g *grid) writeAligned(w io.Writer) {
	widths := make([]int, len(g.head))
	lines := append([][]string{g.head}, g.rows...)
	for _, line := range lines {
		for k, cell := range line {
			widths[k] = max(widths[k], ansi.StringWidth(cell))
		}
	}
	for i, line := range lines {
		s := "    " + line[0] + blank(widths[0]-ansi.StringWidth(line[0]))
		for k, cell := range line[1:] {
			s += "  " + blank(widths[k+1]-ansi.StringWidth(cell)) + cell
		}
		if i > 0 && g.why[i-1] != "" {
			s += "  " + g.why[i-1]
		}
		fmt.Fprintln(w, s)
	}
}

func blank(n int) string { return strings.Repeat(" ", n) }

// writeMarkdown writes the report as tables for a document.
func (r *Report) writeMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range r.Runs {
		run := &r.Runs[i]
		if i > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "## %s\n\n`%s` · %s\n", escape(run.Name), strings.ReplaceAll(loaders.Clean(run.Path), "`", "'"), run.heading())
		for _, g := range r.grids(run) {
			fmt.Fprintf(b, "\n%s\n\n", escape(g.title))
			if g.under != "" {
				fmt.Fprintf(b, "%s\n\n", escape(g.under))
			}
			g.writePiped(b)
		}
	}
	return b.Flush()
}

func (g *grid) writePiped(w io.Writer) {
	head, lines := g.head, g.rows
	if slices.ContainsFunc(g.why, func(why string) bool { return why != "" }) {
		head, lines = append(slices.Clip(head), "undefined"), nil
		for i, row := range g.rows {
			lines = append(lines, append(slices.Clip(row), g.why[i]))
		}
	}
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(w, "| %s ", escape(cell))
		}
		fmt.Fprintln(w, "|")
	}
	line(head)
	fmt.Fprintf(w, "| :--- %s%s|\n", strings.Repeat("| ---: ", len(g.head)-1), strings.Repeat("| :--- ", len(head)-len(g.head)))
	for _, cells := range lines {
		line(cells)
	}
}

// escape takes the meaning from characters that Markdown would read.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`).Replace(loaders.Clean(s))
}
