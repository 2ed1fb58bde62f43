package triage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// scatter is the screen of how two numbers lie: a grid of cells, each of the
// examples whose numbers are between its edges. Charting libraries draw points
// that nobody can select; here a cell is selected, and leads to its examples.
type scatter struct {
	*board
	of    [2]string // expressions, across and up
	cross widget.Cross
	n     int // examples with both numbers
	r     scoring.Value
}

// NewScatter returns the screen of two numbers of what a list shows, apart by a
// comma: "f1.find, faithfulness".
func NewScatter(s *views.Session, list List, of string) (views.View, error) {
	x, y, ok := strings.Cut(of, ",")
	x, y = strings.TrimSpace(x), strings.TrimSpace(y)
	if !ok || x == "" || y == "" {
		return nil, errors.New("name two numbers, as f1.find, faithfulness")
	}
	v := &scatter{board: newBoard(s, list, "Scatter"), of: [...]string{x, y}}
	v.work = func() working { return v.lay }
	table, _ := list.Facts()
	_, err := v.expressions(table)
	return v, err
}

// expressions reads both.
func (v *scatter) expressions(table *facts.Table) (list [2]*query.Expression, err error) {
	for k, text := range v.of {
		if list[k], err = query.ParseExpression(text, table.Fields()); err != nil {
			return list, err
		}
		if kind := list[k].Kind(); kind != query.Number && kind != query.Truth {
			return list, fmt.Errorf("%s is not a number", text)
		}
	}
	return list, nil
}

// lay counts the examples of every cell, the highest numbers on top. The
// expressions do not change.
func (v *scatter) lay(ctx context.Context, table *facts.Table, rows []int) (func(), error) {
	of, err := v.expressions(table)
	if err != nil {
		return nil, err
	}
	r, n, err := table.Correlation(ctx, of[0], of[1], rows)
	if err != nil {
		return nil, err
	}
	cross, err := table.Cross(ctx, of[0], of[1], rows)
	if err != nil {
		return nil, err
	}
	slices.Reverse(cross.Rows[:len(cross.Rows)-1])
	return func() {
		first := v.cross.Shown == nil
		if v.cross.Shown, v.r, v.n = cross, r, n; first {
			v.cross.First()
		}
		v.cross.To(v.cross.At)
	}, nil
}

// Draw draws the grid with its edges, and what the selected cell has.
func (v *scatter) Draw(f *widget.Frame, area image.Rectangle) {
	line, rest := widget.SplitTop(area, 1)
	line.Min.X += widget.Gutter
	says := ""
	switch x, ok := v.r.Float(); {
	case v.cross.Shown == nil:
		says = "working it out …"
	case v.n == 0:
		says = "no example has both numbers"
	default:
		r := "r undefined"
		if ok {
			r = fmt.Sprintf("Pearson's r %+.2f", x)
		}
		says = fmt.Sprintf("%s up, %s to the right · %s · %s", v.of[1], v.of[0], loaders.Count(v.n, "example"), r)
		v.cross.Draw(f, rest, v.s.Look, func(at image.Point) tea.Cmd {
			if v.cross.At == at {
				return v.open()
			}
			v.cross.At = at
			return nil
		})
	}
	f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(v.s.Theme.Faint), loaders.Clean(says))
}

// Status says what the selected cell is.
func (v *scatter) Status() string {
	if where := v.cross.Cell().Leads; where != "" {
		return loaders.Clean(loaders.Count(v.cross.Count(), "example") + " where " + where)
	}
	return v.board.Status()
}

func (v *scatter) open() tea.Cmd { return v.narrow(v.cross.Cell().Leads) }

// Actions returns the screen's keys.
func (v *scatter) Actions() []widget.Action {
	step := func(name, help string, by image.Point, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Move", Run: widget.Do(func() { v.cross.To(v.cross.At.Add(by)) })}
	}
	actions := []widget.Action{
		step("left", "go a cell to the left", image.Pt(-1, 0), "h", "left"), step("right", "go a cell to the right", image.Pt(1, 0), "l", "right"),
		step("up", "go a cell up", image.Pt(0, -1), "k", "up"), step("down", "go a cell down", image.Pt(0, 1), "j", "down"),
		{Name: "open", Keys: []string{"enter"}, Help: "list the cell's examples", Group: "Move", Footer: true, Run: v.open,
			Disabled: widget.When(func() bool { return v.cross.Count() == 0 }, "the cell has no example")},
		{Name: "leave", Keys: []string{"backspace", "esc"}, Help: "return to the list", Group: "Move", Run: v.s.Pop},
	}
	return append(actions, views.SettingsActions(v.s)...)
}

// Steps implements [views.Stepped].
func (v *scatter) Steps() []views.Step {
	return []views.Step{views.Do("scatter", v.of[0]+", "+v.of[1])}
}
