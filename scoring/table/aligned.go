package table

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// HasSpread reports any interval.
func (s *PrintedTable) HasSpread() bool {
	return slices.ContainsFunc(s.Rows, func(row []string) bool {
		return slices.ContainsFunc(row[1:], func(text string) bool { return strings.ContainsAny(text, spreads) })
	})
}

// Aligned formats for a terminal, indented, two spaces between columns, none at the end; "" without
// rows. Cells leave room for intervals, so that numbers line up.
func (s *PrintedTable) Aligned() string {
	if len(s.Rows) == 0 {
		return ""
	}
	s = s.Reasons("")
	for k := range s.Head {
		widest := 0
		width := func(text string) int {
			at := strings.IndexAny(text, spreads)
			if s.Align[k] == "l" || at < 1 {
				return 0
			}
			return ansi.StringWidth(text[at-1:])
		}
		for _, row := range s.Rows {
			widest = max(widest, width(row[k]))
		}
		for _, row := range s.Rows {
			row[k] += strings.Repeat(" ", widest-width(row[k]))
		}
	}
	above := s.groupLine()
	t := table.New().Headers(s.Head...).Rows(s.Rows...).Wrap(false).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).BorderHeader(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			style := lipgloss.NewStyle().PaddingLeft(2 * min(column, 1))
			if s.Align[column] == "r" {
				style = style.Align(lipgloss.Right)
			}
			return style
		})
	var b strings.Builder
	for line := range strings.Lines(above + t.String() + "\n") {
		b.WriteString(strings.TrimRight("    "+line, " \n") + "\n")
	}
	return b.String()
}

// groupLine widens a group's last heading if its name is wider, because the columns must grow with it.
// It changes a copy of s.Head.
func (s *PrintedTable) groupLine() string {
	if s.Groups == nil {
		return ""
	}
	line := ""
	s.Head = slices.Clone(s.Head)
	for _, g := range s.Groups {
		name, room := g.Name, -2
		if name != "" {
			name = " " + name + " "
		}
		last := 0
		for k := g.First - 1; k < g.Last; k++ {
			last = s.columnWidth(k)
			room += 2 + last
		}
		if short := ansi.StringWidth(name) - room; short > 0 {
			head := &s.Head[g.Last-1]
			*head = strings.Repeat(" ", last+short-ansi.StringWidth(*head)) + *head
			room += short
		}
		rule := loaders.IfElse(name == "", " ", "─")
		line += lipgloss.PlaceHorizontal(room+2, lipgloss.Left, lipgloss.PlaceHorizontal(room, lipgloss.Center, name,
			lipgloss.WithWhitespaceChars(rule)))
	}
	return line + "\n"
}

func (s *PrintedTable) columnWidth(k int) int {
	w := ansi.StringWidth(s.Head[k])
	for _, row := range s.Rows {
		w = max(w, ansi.StringWidth(row[k]))
	}
	return w
}
