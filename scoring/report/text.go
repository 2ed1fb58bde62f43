package report

import (
	"fmt"
	"io"
	"strings"
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
			_ = g.printed("", g.texts()).WriteAligned(w, "    ")
		}
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
			g.printed("undefined", g.cells()).WriteMarkdown(w)
		}
	}
}
