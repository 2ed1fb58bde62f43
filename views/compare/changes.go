package compare

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// putChanges fills the sheet of changes, w cells wide: a row for each kind of change with its
// words, how many examples change so, and a bar relative to the most frequent one, green if it is
// for the better, red if for the worse.
func (v *screen) putChanges(w int) {
	c := &v.Shown
	t := &table.Table{Name: "changes", Columns: table.Columns("change=examples that change", table.N)}
	most := 1
	for i := range c.changes {
		n := len(c.changes[i].Examples)
		most = max(most, n)
		t.Add(strings.Replace(c.changes[i].String(), " to ", " → ", 1), n)
	}
	style := func(row int) widget.Style { return v.s.Verdict(turnOf(&c.changes[row])) }
	v.changes.Style = func(row, _ int) widget.Style { return style(row) }
	v.changes.Drawn = &widget.Column{Width: 6, Grow: 1, Most: 40, Drop: 9,
		Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style, row int) {
			widget.Bar(f, area, widget.Over(style(row), base), float64(len(c.changes[row].Examples))/float64(most))
		}}
	v.changes.Put(t, v.s.Look, w)
}

func turnOf(c *report.Change) loaders.Verdict {
	if c.Kind >= report.CauseChange {
		return loaders.Unknown
	}
	return loaders.VerdictOf(c.To == "right" || c.To == "faithful")
}

func (v *screen) openChange() tea.Cmd {
	if len(v.Shown.changes) == 0 {
		return nil
	}
	return v.s.Push(v.listChosen())
}

// listChosen returns the list of the examples of the selected change, of which there must be one.
func (v *screen) listChosen() *examples.List {
	return v.listChange(&v.Shown.changes[v.changes.Chosen()], v.Under)
}

// listChange returns the list of the examples of a change, worst first, in run b; those that only
// run a has, in run a. Changes of faithfulness or cause are listed under the given settings,
// others under the present ones. Indices into a filtered comparison become those of the whole run.
func (v *screen) listChange(c *report.Change, under scoring.Settings) *examples.List {
	run, side, from := v.b, 1, loaders.Clean(v.runName(v.a))
	f := examples.Filter{Only: []int{}, Named: c.String() + " from " + from, Opened: append(v.Steps(), views.Do("change", c.String()))}
	switch c.Kind {
	case report.FaithfulnessChange, report.CauseChange:
		f.Under = under
	case report.Unpaired:
		if f.Named = "not in " + from; c.From != "" {
			run, side, f.Named = v.a, 0, "not in "+loaders.Clean(v.runName(v.b))
		}
	}
	for _, at := range c.Examples {
		i := at[side]
		if kept := v.Shown.kept; kept != nil && kept[run] != nil {
			i = kept[run][i]
		}
		f.Only = append(f.Only, i)
	}
	slices.Sort(f.Only)
	return examples.New(v.s, run, f, examples.WorstFirst)
}

// chosenChange asks for the examples of the change with these words, once it is computed.
type chosenChange struct {
	by    *screen
	words string
}

// changeAction returns the action `:change WORDS`, which opens the examples of the change with
// these words, or shows an error if none has. While changes are being computed it waits for them,
// so that the next step of a link meets the list.
func (v *screen) changeAction() widget.Action {
	return widget.Action{Name: "change", Help: "`:change right to wrong` lists the examples that change this way",
		Values: func() []string {
			return loaders.Map(v.Shown.changes, func(c report.Change) string { return c.String() })
		},
		With: func(words string) tea.Cmd { return v.openNamed(chosenChange{v, words}) }}
}

func (v *screen) openNamed(to chosenChange) tea.Cmd {
	if v.Computing {
		return v.Await(to)
	}
	if c, ok := widget.First(v.Shown.changes, func(c report.Change) bool { return c.String() == to.words }); ok {
		return v.s.Push(v.listChange(&c, v.Under))
	}
	return v.s.ShowError("no example changes this way: " + to.words)
}
