package example

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// exportAction returns the action that exports the example that is shown; while there is a
// picture, a name that ends in -picture.png or -picture.svg saves that alone. A question of one's
// own cannot be exported.
func (r *record) exportAction(p *evidence.Panel) widget.Action {
	a := Exported{Run: r.run, Name: r.exampleID(), Rows: func() []int { return []int{r.at} }, None: func() string {
		return cmp.Or(r.whyUnread(), widget.If(r.asked != "", "a question of your own is not in the run"))
	}}.ExportAction(&r.s.Console)
	a.Help += "; a name that ends in -picture.png or -picture.svg saves only the picture"
	return WithPart(a, "picture", []string{".png", ".svg"}, func() bool { return p.Picture() != nil }, func(path string) tea.Cmd {
		return r.s.Post(views.SaveScreen{Path: path, Frame: p.Picture()})
	})
}

// Exported holds examples of a run of the session that a person can write to a file.
type Exported struct {
	Run   int
	Name  string        // of the file, without its ending, unless the person says otherwise
	Rows  func() []int  // the examples
	Where string        // their query
	None  func() string // why there are none, "" if there are
}

// ExportAction returns the action that writes the examples to a file.
func (e Exported) ExportAction(c *views.Console) widget.Action {
	return widget.Action{
		Name: "export", Help: "write what is listed to a file, as .html with pictures, or the screen as a picture",
		Effect: widget.Writes, Footer: true, AnyText: true,
		Disabled: func() string { return cmp.Or(widget.If(c.Host.Export == nil, "nothing can be written here"), e.None()) },
		Values: func() []string {
			return loaders.Map(append(c.Endings(".html"), ".png", ".svg"), func(ending string) string { return loaders.Clean(e.Name) + ending })
		},
		With: func(path string) tea.Cmd {
			if strings.HasSuffix(path, ".png") || strings.HasSuffix(path, ".svg") {
				return c.Post(views.SaveScreen{Path: path})
			}
			c.Exports(".html", path)
			c.ShowText("writing " + loaders.Count(len(e.Rows()), "example") + " to " + path + " …")
			export := c.Host.Export(e.Run, slices.Clone(e.Rows()), e.Where, path)
			return func() tea.Msg {
				said, err := export()
				wrote := views.Wrote("", path, err)
				if err == nil {
					wrote.Text = said
				}
				return wrote
			}
		},
	}
}

// WithPart lets an export write only a part of what is there, to a file whose
// name ends in -PART before one of some endings. While there is such a part,
// these names are offered first.
func WithPart(a widget.Action, part string, endings []string, there func() bool, write func(path string) tea.Cmd) widget.Action {
	values, with := a.Values, a.With
	a.Values = func() []string {
		names := values()
		if !there() {
			return names
		}
		stem := strings.TrimSuffix(names[0], filepath.Ext(names[0])) + "-" + part
		return append(loaders.Map(endings, func(ending string) string { return stem + ending }), names...)
	}
	a.With = func(path string) tea.Cmd {
		if ending := filepath.Ext(path); there() && slices.Contains(endings, ending) && strings.HasSuffix(path, "-"+part+ending) {
			return write(path)
		}
		return with(path)
	}
	return a
}
