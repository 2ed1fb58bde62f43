package views

import (
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// ExportAction is the command that writes the tables on screen to a file, in the
// format that its name says; nil for no table yet.
func ExportAction(s *Session, of func() *table.Document) widget.Action {
	return widget.Action{
		Name: "export", Help: "`:export FILE` writes the table on screen: .csv, .md, .tex, .html, .json, .parquet", Group: "Copy", Effect: widget.Writes,
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
