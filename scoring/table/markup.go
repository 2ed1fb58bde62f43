package table

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
)

// EscapeLaTeX cleans s, takes the meaning from characters that LaTeX would read, and writes
// our own signs so that every engine has them.
func EscapeLaTeX(s string) string {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "#", `\#`, "$", `\$`, "%", `\%`, "&", `\&`, "_", `\_`,
		"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
		"[", "{[}", "*", "{*}", // which the end of the row before would take for its own
		"±", `$\pm$`, "·", `$\cdot$`, "≤", `$\le$`, "↓", `$\downarrow$`, Absent, "--", "…", `\dots{}`,
	).Replace(loaders.Clean(s))
}

// EscapeMarkdown cleans s and takes the meaning from characters that Markdown
// would read.
func EscapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`).Replace(loaders.Clean(s))
}

// escaped joins texts, each as escape writes it.
func escaped(texts []string, between string, escape func(string) string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = escape(text)
	}
	return strings.Join(out, between)
}

// writeMarkdown writes for a document. Columns are not aligned: a renderer does
// that.
func writeMarkdown(out io.Writer, d *Document) error {
	w := bufio.NewWriter(out)
	for i := range d.Parts {
		p := &d.Parts[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		about := escaped(p.Lines, "\n\n", EscapeMarkdown)
		if p.Path != "" {
			about = strings.Join(append([]string{"`" + strings.ReplaceAll(loaders.Clean(p.Path), "`", "'") + "`"}, p.Lines...), " · ")
		}
		if p.Spread != "" {
			about += "\n\n" + EscapeMarkdown(p.Spread)
		}
		fmt.Fprintf(w, "## %s\n", EscapeMarkdown(p.Name))
		if about != "" {
			fmt.Fprintf(w, "\n%s\n", about)
		}
		p.titled(func(t *Table, lines []string) {
			fmt.Fprintf(w, "\n%s\n\n%s", escaped(lines, "\n\n", EscapeMarkdown), t.lay().markdown())
		})
	}
	return w.Flush()
}

// markdown is the table with pipes, "" where it has no rows.
func (s *sheet) markdown() string {
	head, align, rows := s.cells("undefined")
	if len(rows) == 0 {
		return ""
	}
	line := func(texts []string) string { return "| " + escaped(texts, " | ", EscapeMarkdown) + " |\n" }
	var b strings.Builder
	b.WriteString(line(head) + strings.NewReplacer("l", "| :--- ", "r", "| ---: ").Replace(align) + "|\n")
	for _, row := range rows {
		b.WriteString(line(row))
	}
	return b.String()
}

// writeLaTeX writes tables for a paper, with the rules of the package booktabs;
// a long one goes over several pages (longtable). Letters beyond
// ASCII in names are left as they are, for an engine or an encoding that knows
// them.
func writeLaTeX(out io.Writer, d *Document) error {
	w := bufio.NewWriter(out)
	packages := "booktabs"
	for i := range d.Parts {
		if slices.ContainsFunc(d.Parts[i].Tables, func(t *Table) bool { return t.Long }) {
			packages = "booktabs,longtable"
		}
	}
	fmt.Fprintf(w, "%% \\usepackage{%s}\n", packages)
	for i := range d.Parts {
		p := &d.Parts[i]
		for k, line := range p.head() {
			fmt.Fprintf(w, "%s%% %s\n", "\n"[min(k, 1):], line)
		}
		p.titled(func(t *Table, lines []string) {
			s := t.lay()
			lines[0] = loaders.Clean(p.Name) + ": " + lines[0]
			if s.hasSpread() && p.Spread != "" {
				lines = append(lines, p.Spread)
			}
			caption := EscapeLaTeX(strings.Join(lines, ". "))
			if len(t.Rows) == 0 {
				fmt.Fprintf(w, "\n%% %s\n", caption)
				return
			}
			s.latex(w, t, caption)
		})
	}
	return w.Flush()
}

// latex writes the table. Reasons of undefined numbers stand below it.
func (s *sheet) latex(w io.Writer, t *Table, caption string) {
	columns := strings.Split(s.align, "")
	for k, c := range t.Columns {
		if c.Wide {
			columns[k] = `p{.4\textwidth}`
		}
	}
	_, _, rows := s.cells("")
	line := func(texts []string) string { return escaped(texts, " & ", EscapeLaTeX) + " \\\\\n" }
	begin, middle, end := "\\begin{table}\n\\centering\n\\caption{%s.}\n\\begin{tabular}{%s}\n", "", "\\end{tabular}\n\\end{table}\n"
	if t.Long {
		begin, middle, end = "\\begin{longtable}{%[2]s}\n\\caption{%[1]s.}\\\\\n", "\\endhead\n", "\\end{longtable}\n"
	}
	fmt.Fprintf(w, "\n"+begin+"\\toprule\n%s\\midrule\n%s", caption, strings.Join(columns, ""), line(s.head), middle)
	for _, row := range rows {
		fmt.Fprint(w, line(row[:len(s.head)]))
	}
	fmt.Fprintln(w, `\bottomrule`)
	for i, why := range s.why {
		if why != "" {
			fmt.Fprintf(w, "\\multicolumn{%d}{l}{\\footnotesize %s: %s} \\\\\n", len(s.head), EscapeLaTeX(s.rows[i][0]), EscapeLaTeX(why))
		}
	}
	fmt.Fprint(w, end)
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"of": func(align string, k int) string { return align[k : k+1] }}).Parse(pageText))

// laid is a table on a page.
type laid struct {
	Lines, Head []string
	Align       string
	Rows        [][]string
}

// writeHTML writes a page for a browser: one file, without scripts.
func writeHTML(w io.Writer, d *Document) error {
	type part struct {
		Name   string
		Lines  []string
		Tables []laid
	}
	var parts []part
	for i := range d.Parts {
		p := &d.Parts[i]
		on := part{Name: loaders.Clean(p.Name), Lines: clean(append(p.head(), p.Spread))}
		p.titled(func(t *Table, lines []string) {
			one := laid{Lines: lines}
			one.Head, one.Align, one.Rows = t.lay().cells("undefined")
			on.Tables = append(on.Tables, one)
		})
		parts = append(parts, on)
	}
	return page.Execute(w, parts)
}
