package views

import (
	"cmp"
	"io"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// ExportAction writes document's result, nil for none yet, in the format of a file's ending. It
// offers name in every format, the last used first, and is disabled if the host can't write.
func (c *Console) ExportAction(name string, document func() *table.Document) widget.Action {
	return widget.Action{
		Name: "export", Help: "write the table on screen to a file: " + strings.Join(table.Endings(), ", "), Effect: widget.Writes, Footer: true,
		AnyText: true, Values: func() []string {
			return loaders.Map(c.Endings(""), func(ending string) string { return FileName(name) + ending })
		},
		Disabled: widget.When(func() bool { return c.Host.Write == nil }, "nothing can be written here"),
		With: func(path string) tea.Cmd {
			d, f := document(), table.Find(path)
			switch {
			case d == nil:
				return c.ShowError("there is no table yet")
			case f == nil:
				return c.ShowError("name a file that ends with one of " + strings.Join(table.Endings(), ", "))
			}
			c.Exports("", path)
			return c.Post(Wrote("the table is in", path, c.Host.Write(path, func(w io.Writer) error { return d.Write(w, f) })))
		},
	}
}

// Exports remembers path's format for [Console.Endings] of usual, "" for tables, if it has such an
// ending.
func (c *Console) Exports(usual, path string) {
	if c.endings == nil {
		c.endings = map[string]string{}
	}
	if f := table.Find(path); f != nil {
		c.endings[usual] = f.Ending
	}
}

// Endings returns table formats, the last export's first, otherwise usual.
func (c *Console) Endings(usual string) []string {
	all := table.Endings()
	return loaders.Distinct(append([]string{cmp.Or(c.endings[usual], usual, all[0])}, all...))
}

// SaveLater calls save and shows only errors, as "WHAT not saved for later".
func SaveLater(what string, save func() error) tea.Cmd {
	return func() tea.Msg {
		if err := save(); err != nil {
			return ErrorFlash(what + " not saved for later: " + err.Error())
		}
		return nil
	}
}

// Wrote returns "WHAT PATH", or an error "not written".
func Wrote(what, path string, err error) Flash {
	if err != nil {
		return ErrorFlash("not written: " + err.Error())
	}
	return Flash{Text: what + " " + loaders.Clean(path), Path: path}
}

// FileName keeps letters, digits and hyphens, without a leading dot.
func FileName(name string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' }
	words := strings.FieldsFunc(loaders.Clean(name), func(r rune) bool { return !plain(r) })
	return cmp.Or(strings.TrimLeft(strings.Join(words, "-"), ".-"), "run")
}
