package triage

import (
	"context"
	"fmt"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/views"
	"faithscope/views/widget"
)

// fault is the screen of whose fault it is.
type fault struct {
	*board
	blame *facts.Blame
}

// NewBlame returns the screen of whose fault it is in what a list shows.
func NewBlame(s *views.Session, list List) views.View {
	v := &fault{board: newBoard(s, list, "Blame"), blame: &facts.Blame{}}
	v.work = func() working {
		return func(_ context.Context, table *facts.Table, rows []int) (func(), error) {
			found := table.Blame(rows)
			return func() {
				v.blame = found
				v.table.Columns = v.columns()
				v.table.SetCount(len(found.Types))
			}, nil
		}
	}
	v.table.Columns = v.columns()
	v.table.Empty = "no module of these examples has a score"
	return v
}

// columns are those of a type, and one per cause that some culprit has.
func (v *fault) columns() []widget.Column {
	count := func(title, group string, width, drop int, of func(r *facts.TypeBlame) int) widget.Column {
		return widget.Column{Title: title, Group: group, Width: width, Right: true, Drop: drop, Show: func(i int) widget.Entry {
			return widget.Entry{Text: strconv.Itoa(of(&v.blame.Types[i]))}
		}}
	}
	longest := widget.Widest(13, len(v.blame.Types), func(i int) string { return v.blame.Types[i].Type })
	columns := []widget.Column{
		{Title: "module", Width: 13, Grow: 1, Most: longest, Show: func(i int) widget.Entry { return widget.Entry{Text: loaders.Clean(v.blame.Types[i].Type)} }},
		count("scored", "", 6, 3, func(r *facts.TypeBlame) int { return r.Used }),
		count("local", "wrong", 6, 2, func(r *facts.TypeBlame) int { return r.Local }),
		count("inherited", "wrong", 9, 2, func(r *facts.TypeBlame) int { return r.Wrong - r.Local }),
		{Title: "culprit", Width: 7, Right: true, Show: func(i int) widget.Entry {
			return widget.Entry{Text: strconv.Itoa(v.blame.Types[i].Culprits()), Style: widget.Bold(widget.Ink(v.s.Theme.Text))}
		}},
		count("right", "of answers", 5, 1, func(r *facts.TypeBlame) int { return r.First[loaders.Right] }),
		count("wrong", "of answers", 5, 1, func(r *facts.TypeBlame) int { return r.First[loaders.Wrong] }),
	}
	// The most frequent cause comes first, and leaves last where room is short.
	for k, c := range v.blame.Causes() {
		columns = append(columns, count(c.String(), "why the culprit is wrong", max(5, len(c.String())), 4+k, func(r *facts.TypeBlame) int { return r.Causes[c] }))
	}
	return columns
}

// Draw draws what the numbers are, and a row per type of module.
func (v *fault) Draw(f *widget.Frame, area image.Rectangle) {
	v.draw(f, area, fmt.Sprintf("%d of %s have a culprit: the first wrong module with right inputs",
		v.blame.Total.Culprits(), loaders.Count(v.blame.Examples, "example")))
}

// Status says why the selected type is at fault, which has columns only where
// there is room, and under which settings.
func (v *fault) Status() string {
	if v.table.Count() == 0 {
		return v.board.Status()
	}
	row, text := &v.blame.Types[v.table.Selected()], ""
	for _, c := range v.blame.Causes() {
		if n := row.Causes[c]; n > 0 {
			text += fmt.Sprintf("%s %d · ", c, n)
		}
	}
	return text + v.board.Status()
}

func (v *fault) Actions() []widget.Action {
	return v.actions(v.open, "list the examples of which it is the culprit")
}

func (v *fault) open() tea.Cmd {
	return v.narrow("culprit=" + strconv.Quote(v.blame.Types[v.table.Selected()].Type))
}
