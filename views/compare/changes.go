package compare

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

func (v *compareScreen) putChanges(w int) {
	c := &v.Shown
	t := &table.Table{Name: "changes", Columns: table.Columns("change=examples that change: verdict in A → in B; "+
		"for a cause, what goes wrong first in each run (\"no fault\": nothing)", table.N)}
	most := 1
	for i := range c.changes {
		n := len(c.changes[i].Examples)
		most = max(most, n)
		t.Add(strings.Replace(c.changes[i].String(), " to ", " → ", 1), n)
	}
	v.changes.Style = func(row, _ int) widget.Style { return v.s.Verdict(turnOf(&c.changes[row])) }
	v.changes.Drawn = &widget.Column{Width: 6, Grow: 1, Most: 40, Drop: 9,
		Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style, row int) {
			widget.ThinBar(f, area, widget.Over(v.changes.Style(row, 0), base), float64(len(c.changes[row].Examples))/float64(most))
		}}
	v.changes.Put(t, v.s.Look, w)
	if pair := [2]int{c.a, c.b}; pair != v.listed && c.changes != nil {
		v.listed = pair
		v.changes.ToRow(max(0, slices.IndexFunc(c.changes, func(change report.ExampleChange) bool { return len(change.Examples) > 0 })))
	}
}

func turnOf(c *report.ExampleChange) loaders.Verdict {
	if c.Kind >= report.CauseChange {
		return loaders.Unknown
	}
	return loaders.VerdictOf(c.To == "right" || c.To == "faithful")
}

func (v *compareScreen) openChange() tea.Cmd {
	if len(v.Shown.changes) == 0 {
		return nil
	}
	return v.s.Push(v.listChosen())
}

func (v *compareScreen) listChosen() *examples.List {
	return v.listChange(&v.Shown.changes[v.changes.Chosen()])
}

// listChange lists examples in run b, or in a for those that only a has. Changes of faithfulness or
// cause depend on settings, so the list keeps them. Indices of a filtered comparison become the run's.
func (v *compareScreen) listChange(c *report.ExampleChange) *examples.List {
	run, side, from := v.b, 1, loaders.Clean(v.s.RunName(v.a))
	f := examples.Filter{Only: []int{}, Named: c.String() + " from " + from, Opened: append(v.Steps(), views.Do("change", c.String()))}
	switch c.Kind {
	case report.FaithfulnessChange, report.CauseChange:
		f.Under = v.Under
	case report.ProgramChange:
		f.Named = "program differs from " + from
	case report.Unpaired:
		if f.Named = "not in " + from; c.From != "" {
			run, side, f.Named = v.a, 0, "not in "+loaders.Clean(v.s.RunName(v.b))
		}
	}
	for _, at := range c.Examples {
		i := at[side]
		if kept := v.Shown.kept[run]; kept != nil {
			i = kept[i]
		}
		f.Only = append(f.Only, i)
	}
	slices.Sort(f.Only)
	return examples.New(v.s, run, f, examples.WorstFirst)
}

// pendingChange opens a change by its words once it is computed.
type pendingChange struct {
	by    *compareScreen
	words string
}

// changeAction opens the examples of the change with these words. It waits for a running
// comparison, so that the next step of a link finds the list.
func (v *compareScreen) changeAction() widget.Action {
	return widget.Action{Name: "change", Short: "list changed examples",
		Help: "`:change right to wrong` lists the examples that change this way",
		Values: func() []string {
			return loaders.Map(v.Shown.changes, func(c report.ExampleChange) string { return c.String() })
		},
		With: func(words string) tea.Cmd { return v.openNamed(pendingChange{v, words}) }}
}

func (v *compareScreen) openNamed(wantedChange pendingChange) tea.Cmd {
	if v.Computing {
		return v.Await(wantedChange)
	}
	if c, ok := widget.First(v.Shown.changes, func(c report.ExampleChange) bool { return c.String() == wantedChange.words }); ok {
		return v.s.Push(v.listChange(&c))
	}
	return v.s.ShowError("no example changes this way: " + wantedChange.words)
}
