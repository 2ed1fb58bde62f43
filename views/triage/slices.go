package triage

import (
	"context"
	"fmt"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/slicing"
	"faithscope/views"
	"faithscope/views/widget"
)

// ranking is the screen of the slices that differ most from the rest.
type ranking struct {
	*board
	outcome int // in facts.Outcomes
	result  slicing.Result
}

// NewSlices returns the screen of the slices of what a list shows.
func NewSlices(s *views.Session, list List) views.View {
	v := &ranking{board: newBoard(s, list, "Slices")}
	v.work = func() working {
		outcome := facts.Outcomes[v.outcome]
		return func(ctx context.Context, table *facts.Table, rows []int) (func(), error) {
			result, err := table.Slices(ctx, rows, outcome, slicing.Defaults())
			return func() {
				v.result = result
				slice := &v.table.Columns[0]
				slice.Most = widget.Widest(slice.Width, len(result.Slices), func(i int) string { return result.Slices[i].Where })
				v.table.SetCount(len(result.Slices))
			}, err
		}
	}
	at := func(i int) *slicing.Slice { return &v.result.Slices[i] }
	text := func(of func(s *slicing.Slice) string) func(i int) widget.Entry {
		return func(i int) widget.Entry { return widget.Entry{Text: of(at(i))} }
	}
	v.table.Columns = []widget.Column{
		{Title: "slice", Width: 24, Grow: 1, Most: 24, Show: func(i int) widget.Entry { return widget.Entry{Text: loaders.Clean(at(i).Where)} }},
		{Title: "here", Width: 5, Right: true, Show: func(i int) widget.Entry {
			return widget.Entry{Text: widget.Decimal(at(i).Mean), Style: s.Verdict(loaders.VerdictOf(at(i).Mean >= at(i).RestMean))}
		}},
		{Title: "rest", Width: 5, Right: true, Show: text(func(s *slicing.Slice) string { return widget.Decimal(s.RestMean) })},
		{Title: "n", Width: 6, Right: true, Show: text(func(s *slicing.Slice) string { return strconv.Itoa(s.N) })},
		{Title: "difference 95 %", Width: 15, Right: true, Drop: 1, Show: text(func(s *slicing.Slice) string {
			if in := s.Difference.Interval; in != nil {
				return fmt.Sprintf("%+.2f to %+.2f", in.Low, in.High)
			}
			return "–"
		})},
		{Title: "p adj.", Width: 7, Right: true, Drop: 2, Show: text(func(s *slicing.Slice) string { return widget.Chance(scoring.Defined(s.Adjusted)) })},
	}
	v.table.Empty = "no slice differs from the rest by more than chance"
	return v
}

// Draw draws how the slices were found, and the slices.
func (v *ranking) Draw(f *widget.Frame, area image.Rectangle) {
	v.draw(f, area, fmt.Sprintf("by %s · %d of %s differ, false share 5 %% (Benjamini-Hochberg)",
		facts.Outcomes[v.outcome], len(v.result.Slices), loaders.Count(v.result.Tested, "slice")))
}

// Status says the selected slice in full, which its column may have no room for.
func (v *ranking) Status() string {
	if v.table.Count() == 0 {
		return v.board.Status()
	}
	return loaders.Clean(v.result.Slices[v.table.Selected()].Where)
}

// Actions returns the screen's keys.
func (v *ranking) Actions() []widget.Action {
	return v.actions(v.open, "list the slice's examples",
		widget.Action{Name: "outcome", Keys: []string{"o", "tab"}, Help: "slice by faithfulness or by accuracy", Group: "Slices", Footer: true, Run: func() tea.Cmd {
			v.outcome = 1 - v.outcome
			return v.Compute()
		}})
}

func (v *ranking) open() tea.Cmd { return v.narrow(v.result.Slices[v.table.Selected()].Where) }
