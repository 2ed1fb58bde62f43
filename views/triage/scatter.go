package triage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
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
	x, y string // expressions
	plot plot
	at   image.Point // the selected cell, (0, 0) below on the left
}

// plot is what is drawn.
type plot struct {
	x, y   *query.Expression
	xs, ys []float64 // edges
	counts [][]int   // by column, then row
	most   int
	n      int // examples with both numbers
	r      float64
}

// Ranges of a plot, at most.
const (
	mostAcross = 20
	mostDown   = 12
)

// NewScatter returns the screen of two numbers of what a list shows, apart by a
// comma: "f1.find, faithfulness".
func NewScatter(s *views.Session, list List, of string) (views.View, error) {
	x, y, ok := strings.Cut(of, ",")
	x, y = strings.TrimSpace(x), strings.TrimSpace(y)
	if !ok || x == "" || y == "" {
		return nil, errors.New("name two numbers, as f1.find, faithfulness")
	}
	v := &scatter{board: newBoard(s, list, "Scatter"), x: x, y: y}
	v.work = func() working { return v.lay }
	table, _ := list.Facts()
	for _, text := range []string{x, y} {
		if e, err := query.ParseExpression(text, table.Fields()); err != nil {
			return nil, err
		} else if e.Kind() != query.Number && e.Kind() != query.Truth {
			return nil, fmt.Errorf("%s is not a number", text)
		}
	}
	return v, nil
}

// lay counts the examples of every cell. The expressions do not change.
func (v *scatter) lay(ctx context.Context, table *facts.Table, rows []int) (func(), error) {
	var p plot
	values := [2][]any{}
	for k, text := range []string{v.x, v.y} {
		e, err := query.ParseExpression(text, table.Fields())
		if err != nil {
			return nil, err
		}
		if values[k], err = e.Values(ctx, table, rows); err != nil {
			return nil, err
		}
		if k == 0 {
			p.x = e
		} else {
			p.y = e
		}
	}
	var xs, ys []float64
	for i := range rows {
		x, y := query.Float(values[0][i]), query.Float(values[1][i])
		if x-x == 0 && y-y == 0 {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	if p.n = len(xs); p.n > 0 {
		p.fill(xs, ys)
	}
	return func() {
		v.plot = p
		v.at = image.Pt(max(0, min(v.at.X, len(p.xs)-2)), max(0, min(v.at.Y, len(p.ys)-2)))
	}, nil
}

// fill cuts both numbers into ranges and counts.
func (p *plot) fill(xs, ys []float64) {
	p.xs, p.ys = facts.EdgesOf(xs, mostAcross), facts.EdgesOf(ys, mostDown)
	p.counts = make([][]int, len(p.xs)-1)
	for k := range p.counts {
		p.counts[k] = make([]int, len(p.ys)-1)
	}
	for i := range xs {
		n := &p.counts[facts.Place(p.xs, xs[i])][facts.Place(p.ys, ys[i])]
		*n++
		p.most = max(p.most, *n)
	}
	p.r = correlation(xs, ys)
}

// correlation is Pearson's r, NaN where a number is the same everywhere.
func correlation(x, y []float64) float64 {
	mean := func(v []float64) float64 {
		sum := 0.0
		for _, a := range v {
			sum += a
		}
		return sum / float64(len(v))
	}
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+float64(dx*dy), xx+float64(dx*dx), yy+float64(dy*dy)
	}
	return xy / math.Sqrt(xx*yy)
}

// Draw draws the grid with its edges, and what the selected cell has.
func (v *scatter) Draw(f *widget.Frame, area image.Rectangle) {
	p, t := &v.plot, v.s.Theme
	line, rest := widget.SplitTop(area, 1)
	line.Min.X += widget.Gutter
	switch {
	case p.x == nil:
		f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(t.Faint), "working it out …")
		return
	case p.n == 0:
		f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(t.Faint), "no example has both numbers")
		return
	}
	r := "r undefined"
	if p.r == p.r {
		r = fmt.Sprintf("Pearson's r %+.2f", p.r)
	}
	f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(t.Faint), loaders.Clean(fmt.Sprintf("%s up, %s to the right · %s · %s", p.y, p.x, loaders.Count(p.n, "example"), r)))
	const label = 9
	wide := max(2, min(6, (rest.Dx()-label)/max(1, len(p.counts))))
	rows := len(p.ys) - 1
	for row := range min(rows, rest.Dy()-2) {
		y := rest.Min.Y + row
		k := rows - 1 - row
		widget.RightText(f, rest.Min.X, y, label-1, widget.Ink(t.Faint), strconv.FormatFloat(p.ys[k], 'g', 4, 64))
		for column := range p.counts {
			v.drawCell(f, image.Rect(rest.Min.X+label+column*wide, y, rest.Min.X+label+(column+1)*wide, y+1), image.Pt(column, k))
		}
	}
	below := rest.Min.Y + min(rows, rest.Dy()-2)
	for column := 0; column < len(p.counts); column += max(1, 8/wide) {
		f.Text(rest.Min.X+label+column*wide, below, 7, widget.Ink(t.Faint), strconv.FormatFloat(p.xs[column], 'g', 3, 64))
	}
}

// drawCell draws a cell: how many, in the colour of their share of the most.
func (v *scatter) drawCell(f *widget.Frame, area image.Rectangle, at image.Point) {
	n := v.plot.counts[at.X][at.Y]
	text, style := "·", widget.Ink(v.s.Theme.Faint)
	if n > 0 {
		text, style = strconv.Itoa(n), v.s.Heat().Style(math.Sqrt(float64(n)/float64(v.plot.most)))
	}
	if at == v.at {
		style = widget.Bold(v.s.Selected())
		text = "▸" + text
	}
	f.Fill(area, style)
	widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), style, text)
	f.Click(area, func() tea.Cmd {
		if v.at == at {
			return v.open()
		}
		v.at = at
		return nil
	})
}

// Status says what the selected cell is.
func (v *scatter) Status() string {
	if v.plot.n == 0 {
		return v.board.Status()
	}
	return loaders.Clean(fmt.Sprintf("%s where %s", loaders.Count(v.plot.counts[v.at.X][v.at.Y], "example"), v.where()))
}

// where is the selected cell as a query.
func (v *scatter) where() string {
	return facts.Between(v.plot.x, v.plot.xs, v.at.X) + " and " + facts.Between(v.plot.y, v.plot.ys, v.at.Y)
}

func (v *scatter) open() tea.Cmd { return v.narrow(v.where()) }

// Actions returns the screen's keys.
func (v *scatter) Actions() []widget.Action {
	step := func(name, help string, dx, dy int, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Move", Run: widget.Do(func() {
			v.at = image.Pt(max(0, min(v.at.X+dx, len(v.plot.xs)-2)), max(0, min(v.at.Y+dy, len(v.plot.ys)-2)))
		})}
	}
	empty := widget.When(func() bool { return v.plot.n == 0 || v.plot.counts[v.at.X][v.at.Y] == 0 }, "the cell has no example")
	actions := []widget.Action{
		step("left", "go a cell to the left", -1, 0, "h", "left"), step("right", "go a cell to the right", 1, 0, "l", "right"),
		step("up", "go a cell up", 0, 1, "k", "up"), step("down", "go a cell down", 0, -1, "j", "down"),
		{Name: "open", Keys: []string{"enter"}, Help: "list the cell's examples", Group: "Move", Footer: true, Run: v.open, Disabled: empty},
		{Name: "leave", Keys: []string{"backspace", "esc"}, Help: "return to the list", Group: "Move", Run: v.s.Pop},
	}
	return append(actions, views.SettingsActions(v.s)...)
}

// Steps implements [views.Stepped].
func (v *scatter) Steps() []views.Step { return []views.Step{views.Do("scatter", v.x+", "+v.y)} }
