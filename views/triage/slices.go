package triage

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/scoring/slicing"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// finding is a screen of a table of what a list shows, whose rows lead to their
// examples: that of the command of the same name.
type finding struct {
	*board
	help    string
	outcome int // of slices, in facts.Outcomes; -1 on other screens
}

// NewBlame returns the screen of whose fault it is in what a list shows.
func NewBlame(s *views.Session, list List) views.View {
	v := &finding{newBoard(s, list, "Blame"), "list the examples of which it is the culprit", -1}
	v.table.Empty = "no module of these examples has a score"
	v.work = func() working {
		settings := s.Settings
		return func(_ context.Context, t *facts.Table, rows []int) (func(), error) {
			return v.put(t.Blame(rows).Sheet(settings)), nil
		}
	}
	return v
}

// NewSlices returns the screen of the slices of what a list shows.
func NewSlices(s *views.Session, list List) views.View {
	v := &finding{newBoard(s, list, "Slices"), "list the slice's examples", 0}
	v.table.Empty = "no slice differs from the rest by more than chance"
	v.work = func() working {
		outcome, o := facts.Outcomes[v.outcome], slicing.Defaults()
		return func(ctx context.Context, t *facts.Table, rows []int) (func(), error) {
			r, err := t.Slices(ctx, rows, outcome, o)
			return v.put(r.Sheet(outcome, o.FalseShare, 0)), err
		}
	}
	return v
}

// put shows what was found.
func (v *finding) put(found *table.Table) func() {
	return func() { v.table.Put(found, v.s.Look, v.Area.Dx()) }
}

// Draw draws how the rows were found, and the rows.
func (v *finding) Draw(f *widget.Frame, area image.Rectangle) {
	head := ""
	if v.table.Of != nil {
		head = v.table.Of.Notes[0]
	}
	v.draw(f, area, head)
}

// Status says the selected row in full.
func (v *finding) Status() string {
	if v.table.Count() == 0 {
		return v.board.Status()
	}
	return v.table.Said()
}

// Actions returns the screen's keys.
func (v *finding) Actions() []widget.Action {
	more := []widget.Action{views.ExportAction(v.s, func() *table.Document { return v.table.Exported(v.list.Title()) })}
	if v.outcome >= 0 {
		more = append(more, widget.Action{Name: "outcome", Keys: []string{"o", "tab"}, Help: "slice by faithfulness or by accuracy", Group: "Slices", Footer: true, Run: func() tea.Cmd {
			v.outcome = 1 - v.outcome
			return v.Compute()
		}})
	}
	return v.actions(func() tea.Cmd { return v.narrow(v.table.Leads()) }, v.help, more...)
}
