package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeLaTeX writes a table per section and protocol for a paper, with the rules
// of the package booktabs. Letters beyond ASCII in names are left as they
// are, for an engine or an encoding that knows them.
func writeLaTeX(w io.Writer, list []section) {
	fmt.Fprintln(w, `% \usepackage{booktabs}`)
	for _, s := range list {
		fmt.Fprintf(w, "\n%% %s\n", strings.Join(s.head, "\n% "))
		for _, g := range s.grids {
			fmt.Fprintln(w)
			caption := append([]string{s.name + ": " + g.title}, g.under...)
			if g.hasSpread() {
				caption = append(caption, s.drawn)
			}
			g.writeTabular(w, caption)
		}
	}
}

// writeTabular writes a table. Reasons of undefined numbers stand below it.
func (g *grid) writeTabular(w io.Writer, caption []string) {
	columns := len(g.head)
	fmt.Fprintf(w, "\\begin{table}\n\\centering\n\\caption{%s.}\n", EscapeLaTeX(strings.Join(caption, ". ")))
	p := Printed{Head: g.head, Rows: g.cells(), Align: "l" + strings.Repeat("r", columns-1)}
	fmt.Fprintf(w, "\\begin{tabular}{%s}\n", p.Align)
	p.WriteLaTeX(w, "")
	for i, why := range g.why {
		if why != "" {
			fmt.Fprintf(w, "\\multicolumn{%d}{l}{\\footnotesize %s: %s} \\\\\n", columns, EscapeLaTeX(g.rows[i][0].text), EscapeLaTeX(why))
		}
	}
	fmt.Fprint(w, "\\end{tabular}\n\\end{table}\n")
}

// hasSpread reports whether any number has a ±.
func (g *grid) hasSpread() bool {
	return slices.ContainsFunc(g.rows, func(row []cell) bool {
		return slices.ContainsFunc(row, func(c cell) bool { return c.spread != "" })
	})
}
