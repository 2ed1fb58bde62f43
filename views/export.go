package views

import (
	"io"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// ExportAction writes the tables on screen to a file, in the format that its name
// says; nil for no table yet. name is what the files that it offers are called by.
func ExportAction(s *Session, name string, of func() *table.Document) widget.Action {
	return widget.Action{
		Name: "export", Help: "write the table on screen to a file: .csv, .md, .tex, .html, .json, .parquet", Effect: widget.Writes, Footer: true,
		Values: func() (files []string) {
			for _, f := range table.Formats {
				files = append(files, fileName(name)+f.Ending)
			}
			return files
		},
		Disabled: widget.When(func() bool { return s.Write == nil }, "nothing can be written here"),
		With: func(path string) tea.Cmd {
			d, f := of(), table.Find(path)
			switch {
			case d == nil:
				return s.Post(Flash{Text: "there is no table yet", Bad: true})
			case f == nil:
				var endings []string
				for _, f := range table.Formats {
					endings = append(endings, f.Ending)
				}
				return s.Post(Flash{Text: "name a file that ends with one of " + strings.Join(endings, ", "), Bad: true})
			}
			if err := s.Write(path, func(w io.Writer) error { return d.Write(w, f) }); err != nil {
				return s.Post(Flash{Text: "not written: " + err.Error(), Bad: true})
			}
			return s.Post(Flash{Text: "the table is in " + loaders.Clean(path)})
		},
	}
}

// fileName makes a name one of a file: letters, digits and hyphens.
func fileName(name string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' }
	return strings.Join(strings.FieldsFunc(loaders.Clean(name), func(r rune) bool { return !plain(r) }), "-")
}
