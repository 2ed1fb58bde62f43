package writing

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// textTable writes a table of examples for a document: its columns are those
// that people read, of module types those that the run has.
type textTable struct {
	table
	w     io.Writer
	title string
	style tableStyle
	lines []session.Line
}

// tableStyle writes a table into a document.
type tableStyle func(w io.Writer, title string, p report.Printed)

func newTextTable(w io.Writer, protocols []scoring.Protocol, s scoring.Settings, title string, style tableStyle) *textTable {
	return &textTable{table: newTable(protocols, s), w: w, title: title, style: style}
}

func (t *textTable) prepare(ex *loaders.Example) (func() error, error) {
	l := t.line(ex)
	return func() error {
		t.lines = append(t.lines, l)
		return nil
	}, nil
}

// close writes the table: which types of modules have a number is known at the
// end.
func (t *textTable) Close() error {
	types := session.ModuleTypes(t.protocols)
	var shown []int
	for k := range types {
		if slices.ContainsFunc(t.lines, func(l session.Line) bool { return defined(l.Types[k]) }) {
			shown = append(shown, k)
		}
	}
	p := report.Printed{
		Head:  []string{"id", "question", "answer", "gold", "verdict", "tags", "faithfulness"},
		Align: "llllllr" + strings.Repeat("r", len(shown)),
	}
	for _, k := range shown {
		p.Head = append(p.Head, types[k])
	}
	for i := range t.lines {
		l := &t.lines[i]
		answer := l.Predicted
		if l.Broken != "" {
			answer = "the record cannot be read"
		}
		cells := []string{l.ID, l.Question, answer, l.Gold, l.Correct.String(), strings.Join(l.Tags, ", "), numberText(l.Overall)}
		for _, k := range shown {
			cells = append(cells, numberText(l.Types[k]))
		}
		p.Rows = append(p.Rows, cells)
	}
	t.style(t.w, t.title, p)
	return nil
}

func defined(v scoring.Value) bool {
	_, ok := v.Float()
	return ok
}

// numberText is a number with two decimals, "–" for an undefined one.
func numberText(v scoring.Value) string {
	x, ok := v.Float()
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.2f", x)
}

func markdownTable(w io.Writer, title string, p report.Printed) {
	fmt.Fprintf(w, "## %s\n\n", report.EscapeMarkdown(title))
	p.WriteMarkdown(w)
}

// latexTable writes a table over as many pages as it takes (longtable).
func latexTable(w io.Writer, title string, p report.Printed) {
	fmt.Fprintf(w, "%% \\usepackage{booktabs,longtable}\n\\begin{longtable}{lp{.4\\textwidth}%s}\n\\caption{%s.}\\\\\n",
		p.Align[2:], report.EscapeLaTeX(title))
	p.WriteLaTeX(w, "\\endhead\n")
	fmt.Fprintln(w, `\end{longtable}`)
}
