package report

import (
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
		"±", `$\pm$`, "·", `$\cdot$`, "≤", `$\le$`, "↓", `$\downarrow$`, absent, "--", "…", `\dots{}`,
	).Replace(loaders.Clean(s))
}

// EscapeMarkdown cleans s and takes the meaning from characters that Markdown
// would read.
func EscapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`).Replace(loaders.Clean(s))
}
