package table

import (
	"bufio"
	"embed"
	html "html/template"
	"io"
	"strings"
	"text/template"

	"faithscope/loaders"
)

// Our own signs are written so that every engine has them.
func escapeLaTeX(s string) string {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "#", `\#`, "$", `\$`, "%", `\%`, "&", `\&`, "_", `\_`,
		"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
		"[", "{[}", "*", "{*}", // arguments of the previous row's end otherwise
		"±", `$\pm$`, "·", `$\cdot$`, "≤", `$\le$`, "≥", `$\ge$`, "↓", `$\downarrow$`, "†", `$\dagger$`, "Δ", `$\Delta$`, "∇", `$\nabla$`,
		Absent, "--", "…", `\dots{}`,
	).Replace(loaders.Clean(s))
}

// EscapeMarkdown cleans and escapes s.
func EscapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`).Replace(loaders.Clean(s))
}

//go:embed people
var people embed.FS

var (
	texts = template.Must(template.New("").Funcs(template.FuncMap{
		"latex": escapeLaTeX, "markdown": EscapeMarkdown,
		"code": func(path string) string { return "`" + strings.ReplaceAll(path, "`", "'") + "`" },
	}).ParseFS(people, "people/*.tmpl"))
	webpages = html.Must(html.ParseFS(people, "people/*.html"))
)

type templateExecutor interface {
	ExecuteTemplate(w io.Writer, name string, data any) error
}

func templateWriter(t templateExecutor, templateName string) func(w io.Writer, d *Document) error {
	return func(w io.Writer, d *Document) error {
		b := bufio.NewWriter(w)
		if err := t.ExecuteTemplate(b, templateName, d.Pages()); err != nil {
			return err
		}
		return b.Flush()
	}
}
