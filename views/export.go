package views

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// ExportAction writes the document, nil for none yet, in the format of a file's ending, or copies it
// if the host can't write, as for guests. It offers exportName in every format, the last used first.
func (c *Console) ExportAction(exportName string, makeDocument func() *table.Document) widget.Action {
	endings := strings.Join(table.Endings(), ", ")
	return widget.Action{
		Name: "export", Help: "export the table on screen: " + endings, Effect: widget.Writes,
		AnyText: true, Values: func() []string {
			return loaders.Map(c.Endings(""), func(ending string) string { return FileName(exportName) + ending })
		},
		With: func(path string) tea.Cmd {
			d, f := makeDocument(), table.Find(path)
			switch {
			case d == nil:
				return c.ShowError("there is no table yet")
			case f == nil:
				return c.ShowError("name a file ending in " + endings)
			}
			c.Exports("", path)
			return c.SaveOrCopy("table", path, func(w io.Writer) error { return d.Write(w, f) })
		},
	}
}

// SaveOrCopy writes a thing, such as "table", to a file, or copies its text if the host can't write, as for guests.
func (c *Console) SaveOrCopy(thing, filePath string, write func(w io.Writer) error) tea.Cmd {
	if c.Host.Write != nil {
		return c.Post(Wrote(thing+" saved to", filePath, c.Host.Write(filePath, write)))
	}
	var text strings.Builder
	if err := write(&text); err != nil || !utf8.ValidString(text.String()) {
		return c.ShowError("not copied: " + path.Ext(filePath) + " isn't text")
	}
	return c.Post(CopyToClipboard{Text: text.String(), What: "the " + thing, Lines: true})
}

// Exports remembers exportPath's format for [Console.Endings] of exportKind, "" for tables, if it has
// such an ending.
func (c *Console) Exports(exportKind, exportPath string) {
	if c.endings == nil {
		c.endings = map[string]string{}
	}
	if f := table.Find(exportPath); f != nil {
		c.endings[exportKind] = f.Ending
	}
}

// Endings returns table formats, the last export's first, otherwise exportKind.
func (c *Console) Endings(exportKind string) []string {
	all := table.Endings()
	return loaders.Distinct(append([]string{cmp.Or(c.endings[exportKind], exportKind, all[0])}, all...))
}

// SaveLater calls saveFunc and shows only errors, as "WHAT not saved for later".
func SaveLater(subject string, saveFunc func() error) tea.Cmd {
	return func() tea.Msg {
		if err := saveFunc(); err != nil {
			return ErrorFlash(subject + " not saved: " + err.Error())
		}
		return nil
	}
}

// Wrote returns "WHAT PATH", or an error "not written".
func Wrote(verbText, path string, err error) FlashMessage {
	if errors.Is(err, fs.ErrExist) {
		return ErrorFlash("not exported: " + path + " exists; choose another name, as in `:export NAME`")
	} else if err != nil {
		return ErrorFlash("not exported: " + err.Error())
	}
	return FlashMessage{Text: verbText + " " + loaders.Clean(path), Path: path}
}

// mostOfStem is in bytes, of the 255 that file systems allow a name.
const mostOfStem = 120

// FileStem returns a name without control characters, cut to what leaves room for an ending.
func FileStem(nameText string) string {
	stem := []rune(loaders.Clean(nameText))
	for len(string(stem)) > mostOfStem {
		stem = stem[:len(stem)-1]
	}
	return string(stem)
}

// FileName keeps letters, digits and hyphens, without a leading dot.
func FileName(nameText string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' }
	words := strings.FieldsFunc(loaders.Clean(nameText), func(r rune) bool { return !plain(r) })
	return cmp.Or(strings.TrimLeft(strings.Join(words, "-"), ".-"), "run")
}
