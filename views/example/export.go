package example

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

func (v versionManager) exportAction() widget.Action {
	p := v.panes.evidence
	form := v.shownLayer().Name
	a := ExportAction(&v.s.Console, v.exampleID()+widget.If(form != "", "-"+views.FileName(form)), "", v.shownRun, func() string {
		return cmp.Or(v.whyUnread(), widget.If(v.asked != "", "your own question isn't part of the run"),
			widget.If(v.form == reasked && form == "", "the model has not answered yet"))
	})
	a.Help += "; a name that ends in -picture.png or -picture.svg saves only the picture"
	return WithPart(a, "picture", []string{".png", ".svg"}, func() bool { return p.Picture() != nil }, func(path string) tea.Cmd {
		return v.s.Post(views.SaveScreen{Path: path, Frame: p.Picture()})
	})
}

// ExportAction returns the action that writes examples of a run, or the screen for .png and .svg. By default the file is
// called stem and an ending; whereQuery selects the examples, and whyNone tells why there are none.
func ExportAction(c *views.Console, stem, whereQuery string, examplesOf func() (run *session.ScoredRun, rows []int),
	whyNone func() string) widget.Action {
	endings := func() []string { return append(c.Endings(".html"), ".png", ".svg") }
	return widget.Action{
		Name: "export", Help: "export the list (.html includes pictures) or the screen as a picture",
		Effect: widget.Writes, AnyText: true,
		Disabled: func() string { return loaders.IfElse(c.Host.Export == nil, "nothing can be exported here", whyNone()) },
		Values: func() []string {
			return loaders.Map(endings(), func(ending string) string { return views.FileStem(stem) + ending })
		},
		With: func(path string) tea.Cmd {
			if strings.HasSuffix(path, ".png") || strings.HasSuffix(path, ".svg") {
				return c.Post(views.SaveScreen{Path: path})
			}
			if table.Find(path) == nil {
				return c.ShowError("name a file ending in " + strings.Join(endings(), ", "))
			}
			c.Exports(".html", path)
			run, rows := examplesOf()
			c.ShowText(loaders.Clean("writing " + loaders.Count(len(rows), "example") + " of " + run.Run.Name + " to " + path + " …"))
			export := c.Host.Export(run, slices.Clone(rows), whereQuery)
			return func() tea.Msg {
				said, err := export(path)
				wrote := views.Wrote("", path, err)
				if err == nil {
					wrote.Text = loaders.Clean(run.Run.Name + ": " + said)
				}
				return wrote
			}
		},
	}
}

// WithPart lets an export write only a part, to a file whose name ends in -PART before one of the
// endings. While there is such a part, its names are offered first.
func WithPart(a widget.Action, partName string, fileEndings []string, isAvailable func() bool,
	writePart func(path string) tea.Cmd) widget.Action {
	values, with := a.Values, a.With
	a.Values = func() []string {
		names := values()
		if !isAvailable() {
			return names
		}
		stem := strings.TrimSuffix(names[0], filepath.Ext(names[0])) + "-" + partName
		return append(loaders.Map(fileEndings, func(ending string) string { return stem + ending }), names...)
	}
	a.With = func(path string) tea.Cmd {
		if ending := filepath.Ext(path); isAvailable() && slices.Contains(fileEndings, ending) && strings.HasSuffix(path, "-"+partName+ending) {
			return writePart(path)
		}
		return with(path)
	}
	return a
}
