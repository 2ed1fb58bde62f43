package pages

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.toml doc.go
var ours embed.FS

// Grammar returns the documentation of what a page can have, as comments of a page.
func Grammar() string {
	text, _ := fs.ReadFile(ours, "doc.go") // it is embedded
	said, _, _ := strings.Cut(string(text), "package pages")
	return strings.ReplaceAll("\n"+said, "\n//", "\n#")[1:] + "\n"
}
