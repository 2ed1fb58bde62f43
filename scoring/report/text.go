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
		if drawn := r.drawn(run); drawn != "" {
			fmt.Fprintln(b, drawn)
		}
		alignAll(b, r.grids(run))
	}
	return b.Flush()
}

// alignAll writes tables for a terminal, each below its title and settings.
func alignAll(w io.Writer, list []grid) {
	for _, g := range list {
		fmt.Fprintf(w, "\n  %s\n", g.title)
		for _, line := range g.under {
			fmt.Fprintf(w, "  %s\n", line)
		}
		g.writeAligned(w)
	}
}

// pipeAll writes tables in Markdown, each below its title and settings.
func pipeAll(w io.Writer, list []grid) {
	for _, g := range list {
		fmt.Fprintf(w, "\n%s\n\n", escape(g.title))
		for _, line := range g.under {
			fmt.Fprintf(w, "%s\n\n", escape(line))
		}
		g.writePiped(w)
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

// writeMarkdown writes the report as tables for a document.
func (r *Report) writeMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range r.Runs {
		run := &r.Runs[i]
		if i > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "## %s\n\n`%s` · %s\n", escape(run.Name), strings.ReplaceAll(loaders.Clean(run.Path), "`", "'"), run.heading())
		if drawn := r.drawn(run); drawn != "" {
			fmt.Fprintf(b, "\n%s\n", drawn)
		}
		pipeAll(b, r.grids(run))
	}
	return b.Flush()
}

func (g *grid) writePiped(w io.Writer) {
	head, reasons := g.head, slices.ContainsFunc(g.why, func(why string) bool { return why != "" })
	if reasons {
		head = append(slices.Clip(head), "undefined")
	}
	line := func(texts []string) {
		for _, text := range texts {
			fmt.Fprintf(w, "| %s ", escape(text))
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

// escape takes the meaning from characters that Markdown would read.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`).Replace(loaders.Clean(s))
}
