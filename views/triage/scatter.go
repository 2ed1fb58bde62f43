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
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// scatter is the screen of how two numbers lie: a grid of cells, each of the
// examples whose numbers are between its edges. Charting libraries draw points
// that nobody can select; here a cell is selected, and leads to its examples.
type scatter struct {
	*board
	of [2]string // expressions, across and up
	n  int       // examples with both numbers
	r  scoring.Value
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
	v.table.Cross(false)
	v.table.OpenCell = v.open
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
		first := v.table.Of == nil
		v.r, v.n = r, n
		if v.table.Put(cross, v.s.Look, v.Area.Dx()); first {
			v.table.ToMost()
		}
	}, nil
}

// Draw draws the grid with its edges.
func (v *scatter) Draw(f *widget.Frame, area image.Rectangle) {
	says := "no example has both numbers"
	if v.n > 0 {
		r := "r undefined"
		if x, ok := v.r.Float(); ok {
			r = fmt.Sprintf("Pearson's r %+.2f", x)
		}
		says = fmt.Sprintf("%s up, %s to the right · %s · %s", v.of[1], v.of[0], loaders.Count(v.n, "example"), r)
	}
	v.draw(f, area, says)
}

// Status says what the selected cell is.
func (v *scatter) Status() string {
	n, _ := v.table.Cell().Float()
	if where := v.table.Cell().Leads; where != "" {
		return loaders.Clean(loaders.Count(int(n), "example") + " where " + where)
	}
	return v.board.Status()
}

func (v *scatter) open() tea.Cmd { return v.narrow(v.table.Cell().Leads) }

// Actions returns the screen's keys.
func (v *scatter) Actions() []widget.Action {
	actions := append(widget.MoveActions(func() widget.Scroller { return &v.table }), widget.SteerActions(func() *widget.Sheet { return &v.table }, func() int { return v.Area.Dx() }, nil)...)
	actions = append(actions,
		widget.Action{Name: "open", Keys: []string{"enter"}, Help: "list the cell's examples", Group: "Move", Footer: true, Run: v.open, Disabled: func() string {
			if n, _ := v.table.Cell().Float(); n == 0 {
				return "the cell has no example"
			}
			return ""
		}},
		widget.Action{Name: "leave", Keys: []string{"backspace", "esc"}, Help: "return to the list", Group: "Move", Run: v.s.Pop},
		views.ExportAction(v.s, func() *table.Document { return v.table.Exported(v.list.Title()) }))
	return append(actions, views.SettingsActions(v.s)...)
}

// Steps implements [views.Stepped].
func (v *scatter) Steps() []views.Step {
	return []views.Step{views.Do("scatter", v.of[0]+", "+v.of[1])}
}
