package table

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// writeText writes for a person at a terminal.
func writeText(out io.Writer, d *Document) error {
	w := bufio.NewWriter(out)
	for i := range d.Parts {
		p := &d.Parts[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		for _, line := range p.head() {
			fmt.Fprintln(w, line)
		}
		if p.Spread != "" {
			fmt.Fprintln(w, loaders.Clean(p.Spread))
		}
		p.titled(func(t *Table, lines []string) {
			fmt.Fprintf(w, "\n  %s\n%s", strings.Join(lines, "\n  "), t.lay().aligned("    "))
		})
	}
	return w.Flush()
}

// aligned is the table for a terminal, indented, with two blanks between columns
// and none at a line's end; "" where it has no rows.
func (s *sheet) aligned(indent string) string {
	if len(s.rows) == 0 {
		return ""
	}
	head, align, rows := s.cells("")
	s.keepRoom(rows)
	t := table.New().Headers(head...).Rows(rows...).Wrap(false).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).BorderHeader(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			style := lipgloss.NewStyle()
			if column > 0 {
				style = style.PaddingLeft(2)
			}
			if align[column] == 'r' {
				style = style.Align(lipgloss.Right)
			}
			return style
		})
	var b strings.Builder
	for line := range strings.Lines(t.String() + "\n") {
		b.WriteString(strings.TrimRight(indent+line, " \n") + "\n")
	}
	return b.String()
}

// keepRoom widens the cells without a ± of a column in which another has one, so
// that the numbers stand below each other.
func (s *sheet) keepRoom(rows [][]string) {
	for k := range s.head {
		widest := 0
		for _, spreads := range s.spreads {
			widest = max(widest, ansi.StringWidth(spreads[k]))
		}
		for i, spreads := range s.spreads {
			missing := widest - ansi.StringWidth(spreads[k])
			if widest > 0 && spreads[k] == "" {
				missing += len(" +") // the width of the ± and the blank before it
			}
			rows[i][k] += strings.Repeat(" ", missing)
		}
	}
}
