// Package groups is the place that shows where to look among the examples in
// scope: what the examples of each value of a dimension have in common, how two
// dimensions combine, and which combinations of values differ from the rest.
// What is selected leads to its examples.
package groups

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/classes"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// The dimensions besides expressions: gold answers by the model's, what agrees with people
// by what the model depends on, and the combinations of values that differ from the rest.
const (
	GoldAnswer = "gold × answer"
	Plausible  = "plausible × faithful"
	Found      = "found"
)

// crossed are dimensions that are two expressions: down, and across.
var crossed = map[string][2]string{GoldAnswer: {"answer.gold", "answer.predicted"}, Plausible: {"plausible", "dependence"}}

// leading are the dimensions that come before the other facets of a run.
var leading = []string{"module", "culprit.cause", "kind", GoldAnswer, Found}

// screen has the dimensions to the left, and the values of the selected one to the
// right.
type screen struct {
	views.Computed[worked]
	s   *views.Session
	run int
	plan
	opened int // parts of the filter that were there at first
	fields int // that the run had when they were counted
	sides  widget.Sides
	all    []string // dimensions
	asked  []string // that a person asked for
	counts counts
}

// New returns the groups of the examples of s.Runs[run] for which a query
// holds, at a dimension: an expression, or one of the others; "" for gold × answer of a
// classifier, else the first that has values to compare.
func New(s *views.Session, run int, where, dimension string) views.View {
	v := &screen{s: s, run: run, plan: plan{where: where, outcome: "faithful"}}
	v.opened = len(v.parts())
	if len(s.Runs[run].Judged()) == 0 {
		v.outcome = "right"
	}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.Stale = func() bool { return true }
	v.Display = func(w worked) {
		v.Shown, v.counts, v.dimension = w, w.counts, cmp.Or(v.dimension, w.dimension)
	}
	v.sides.List.Columns = []widget.Column{
		{Title: "dimension", Width: 20, Show: func(i int) widget.Entry { return widget.Entry{Text: v.all[i]} }},
		{Title: "n", Width: 4, Right: true, Show: func(i int) widget.Entry {
			if n, known := v.counts.values[v.all[i]]; known {
				return widget.Entry{Text: strconv.Itoa(n)}
			}
			return widget.Entry{}
		}},
	}
	v.sides.List.Open, v.sides.Sheet.Open, v.sides.Sheet.OpenCell = v.open, v.open, v.open
	v.sides.List.More, v.sides.Sheet.More = true, true
	v.list()
	if v.fields = len(s.Table(run).Fields()); dimension != "" {
		v.by(dimension)
	}
	return v
}

// by goes to a dimension, and adds it where it is missing.
func (v *screen) by(dimension string) {
	v.sides.Inside, v.dimension = true, dimension
	if !slices.Contains(v.all, dimension) {
		v.asked = append([]string{dimension}, v.asked...)
	}
	v.list()
}

// every are the dimensions that the run can have.
func (v *screen) every() []string {
	all := slices.Concat(v.asked, leading)
	if _, ok := v.s.Table(v.run).Fields().Find(crossed[Plausible][1]); ok {
		all = slices.Insert(all, len(v.asked), Plausible)
	}
	for _, f := range v.s.Table(v.run).Fields() {
		if name := query.Reference(f.Name); f.Facet && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// list lists the dimensions that have values, if these were counted.
func (v *screen) list() {
	v.all = slices.DeleteFunc(v.every(), func(name string) bool {
		n, known := v.counts.values[name]
		return known && n == 0 && name != v.dimension
	})
	v.sides.List.SetCount(len(v.all))
	v.sides.List.Select(max(0, slices.Index(v.all, v.dimension)))
}

// parts are the parts of the filter.
func (v *screen) parts() []string {
	q, err := query.Parse(v.where, v.s.Table(v.run).Fields())
	if err != nil {
		return []string{v.where}
	}
	return q.Clauses()
}

// classified reports whether the answers are classes: then which of them are taken for
// which comes first.
func (v *screen) classified() bool {
	return slices.ContainsFunc(v.s.Runs[v.run].Scores(v.s.Settings), func(x scoring.Score) bool {
		return x.Protocol == classes.Protocol.Name && x.Count > 0
	})
}

// mostCounted bounds the examples for which the values of all dimensions are
// counted without being asked for.
const mostCounted = 4096

// work returns what computes the plan.
func (v *screen) work() func(ctx context.Context) worked {
	p, t, settings := v.plan, v.s.Table(v.run), v.s.Settings
	all, known, classified := v.every(), v.counts, v.classified()
	of := fmt.Sprint(p.where, settings, v.s.Read(), v.asked, v.fields)
	return func(ctx context.Context) worked {
		w := worked{plan: p, counts: counts{known.of, maps.Clone(known.values)}}
		q, err := query.Parse(p.where, t.Fields())
		if err != nil {
			w.err = err
			return w
		}
		selected, err := t.Select(ctx, q)
		if err != nil {
			w.err = err
			return w
		}
		if w.n = len(selected.Rows); known.of != of {
			w.counts = counts{of, map[string]int{}}
		}
		if w.dimension == "" && classified {
			w.dimension = GoldAnswer
		}
		for _, name := range all {
			e, err := query.ParseExpression(name, t.Fields())
			if _, counted := w.counts.values[name]; err == nil && !counted && (w.n <= mostCounted || w.dimension == "") {
				groups, _ := t.Groups(ctx, e, selected.Rows) // the only error is the context's
				w.counts.values[name] = len(groups)
			}
			if w.dimension == "" && w.counts.values[name] > 1 {
				w.dimension = name
			}
		}
		w.dimension = cmp.Or(w.dimension, all[0])
		w.err = w.lay(ctx, t, selected.Rows)
		return w
	}
}

// Place implements [views.OfPlace].
func (v *screen) Place() views.Place { return views.PlaceGroups }

// Scope implements [views.Scoped].
func (v *screen) Scope() string {
	return v.s.Run(v.run).Name + " › " + cmp.Or(v.where, "all") + " " + strconv.Itoa(v.Shown.n)
}

// Status spells out the selected row or cell.
func (v *screen) Status() string {
	switch n, _ := v.sides.Sheet.Cell().Float(); {
	case v.sides.Sheet.Of == nil || v.sides.Sheet.Count() == 0:
		return ""
	case v.Shown.crossed():
		return loaders.Clean(strings.TrimSuffix(loaders.Count(int(n), "example")+" where "+v.sides.Sheet.Leads(), " where "))
	default:
		return v.sides.Sheet.Describe()
	}
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	steps := []views.Step{views.Do("run", v.s.Run(v.run).Name), views.Do("groups", v.dimension)}
	return append(steps, views.Given(views.Do("filter", v.where), views.Do("second-dimension", v.across), views.Do("outcome", v.outcome))...)
}

// Update handles sizes, news, and what was computed.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	cmd := v.Computed.Update(msg)
	v.list()
	if n := len(v.s.Table(v.run).Fields()); n != v.fields && !v.Computing { // metadata was read
		v.fields = n
		return tea.Batch(cmd, v.Compute())
	}
	return cmd
}

// arrange fits the parts to the area and to what was computed.
func (v *screen) arrange() {
	v.sides.Resize(v.Area)
	room := v.sides.Body()
	w, first := &v.Shown, v.sides.Sheet.Of == nil || v.Shown.sheet == nil || v.sides.Sheet.Of.Title != v.Shown.sheet.Title
	v.sides.Sheet.Cursor, v.sides.Sheet.Text, v.sides.Sheet.Style, v.sides.Sheet.Drawn, v.sides.Sheet.Leave = false, nil, nil, nil, nil
	v.sides.Sheet.Empty = "no example has a value"
	if w.dimension == Found {
		v.sides.Sheet.Empty = "no slice differs from the rest by more than chance"
	}
	if w.sheet == nil {
		return
	}
	shown := w.sheet
	switch {
	case w.crossed():
		v.sides.Sheet.Cross(w.dimension == GoldAnswer)
	case w.valued():
		v.sides.Sheet.Cursor, shown = true, v.brief()
	}
	if v.sides.Sheet.Put(shown, v.s.Look, room.Dx()); first && w.crossed() && len(w.sheet.Rows) > 1 {
		v.sides.Sheet.ToMost()
		v.sides.Sheet.Steer(0, room.Dx())
	}
	v.sides.Sheet.Resize(room.Dy() - head)
}

// brief is the sheet of values for the screen: shares in percent, and a bar
// instead of the columns of causes.
func (v *screen) brief() *table.Table {
	of := *v.Shown.sheet
	if causes, column := v.causes(); causes != nil {
		count := func(row, column int) int {
			n, _ := v.Shown.sheet.At(row, column).Value.(int)
			return n
		}
		most := 0
		for row := range of.Rows {
			most = max(most, count(row, column-1)) // goes wrong first
		}
		of.Columns = of.Columns[:column]
		v.sides.Sheet.Drawn = []widget.Column{{Title: "why", Width: 6, Grow: 1, Most: 16, Drop: 3, Show: func(row int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				widget.Causes(f, area, v.s.Look, base, causes, func(c scoring.Cause) int { return count(row, column+slices.Index(causes, c)) }, most)
			}}
		}}}
	}
	v.sides.Sheet.Leave = func(column int) int {
		return map[string]int{"local": 9, "inherited": 9, "p": 2, "gap": 2, "rate": 4, "wrong": 5}[of.Columns[column].Name]
	}
	v.sides.Sheet.Text = func(row, column int) string {
		c, cell := &of.Columns[column], of.At(row, column)
		share := c.Name == "right" || c.Name == "faithful" || c.Name == "rate"
		if x, ok := cell.Float(); ok && share {
			return fmt.Sprintf("%.0f %%", 100*x)
		} else if ok && c.Name == "gap" && (v.Shown.outcome == "right" || v.Shown.outcome == "faithful") {
			return widget.Points(x)
		}
		return widget.Brief(c, cell)
	}
	return &of
}

// causes returns the sheet's causes, the most frequent first, and the column of the
// first.
func (v *screen) causes() (causes []scoring.Cause, column int) {
	for k, c := range v.Shown.sheet.Columns {
		at := slices.IndexFunc(scoring.Causes(), func(x scoring.Cause) bool { return x.String() == c.Name })
		if c.In == "causes" && at >= 0 {
			causes, column = append(causes, scoring.Causes()[at]), k-len(causes)
		}
	}
	return causes, column
}

// head are the lines above the values.
const head = 2

// Draw draws the dimensions, the heading of the values, and the values.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.sides.Draw(f, area, v.s.Look)
	_, room := v.sides.Layout(area)
	if room.Empty() {
		return
	}
	lines, rows := widget.SplitTop(room, head)
	lines.Min.X += widget.Gutter
	faint, pen := v.s.Theme.Faint, widget.NewPen(f, lines)
	switch {
	case v.Shown.err != nil:
		pen.Put(v.s.Theme.Warn, v.Shown.err.Error())
		return
	case v.Shown.sheet == nil:
		pen.Put(faint, "computing …")
		return
	case !v.Shown.valued():
		said, more, _ := strings.Cut(v.Shown.head, "; ")
		pen.Put(faint, said)
		widget.NewPen(f, lines.Add(image.Pt(0, 1))).Put(faint, more)
	default:
		pen.Put(widget.Bold(v.s.Theme.Text), v.Shown.dimension)
		pen.Put(faint, " · gap and p of")
		for _, name := range v.outcomes() {
			title := name
			if judged := v.s.Runs[v.run].Judged(); name == "faithfulness" && len(judged) == 1 {
				title = widget.MetricName(judged[0])
			}
			if name == v.outcome {
				pen.Put(widget.Bold(v.s.Theme.Accent), " ‹"+title+"›")
			} else {
				pen.Put(faint, " "+title)
			}
		}
	}
	if lines.Min.Y++; v.Shown.valued() {
		pen := widget.NewPen(f, lines)
		causes, _ := v.causes()
		widget.CauseKey(pen, v.s.Look, causes)
		notes := v.Shown.sheet.Notes
		if v.Shown.n > mostCounted {
			notes = append([]string{"the values of all dimensions are counted for at most " + strconv.Itoa(mostCounted) + " examples"}, notes...)
		}
		pen.Put(faint, strings.Join(notes, " · "))
	}
	v.sides.DrawSheet(f, rows, v.s.Look)
}

// outcomes are those that gaps can be about: right, faithful, and the numbers
// of the run, without those whose mean a few examples rule.
func (v *screen) outcomes() []string {
	names := []string{"right", "faithful"}
	if len(v.s.Runs[v.run].Judged()) == 0 {
		names = names[:1]
	}
	return append(names, slices.DeleteFunc(v.s.Table(v.run).Measures(), v.ruled)...)
}

// ruled reports whether a few examples rule the mean of a column.
func (v *screen) ruled(name string) bool {
	return slices.ContainsFunc(v.s.Table(v.run).Columns(), func(c facts.Column) bool { return c.Ruled && c.Name == name })
}

// leads returns the query for the selection, combined with the filter, after a sign; ""
// if there is none.
func (v *screen) leads(sign string) string {
	sheet := &v.sides.Sheet
	if sheet.Of == nil || sheet.Count() == 0 {
		return ""
	}
	where := sheet.Leads()
	if v.Shown.valued() && (sign != "" || where == "") { // of the value
		where = sheet.At(sheet.Chosen(), 0).Leads
	}
	if n, counted := sheet.Cell().Value.(int); where == "" || v.Shown.crossed() && counted && n == 0 {
		return ""
	}
	if where[0] == '(' || strings.Contains(where, " and ") {
		where = "(" + where + ")"
		sign = strings.Replace(sign, "-", "not ", 1)
	}
	where = strings.TrimPrefix(sign+where, "--")
	q, err := query.Parse(v.where, v.s.Table(v.run).Fields())
	if err == nil {
		q, err = q.And(where)
	}
	if err != nil {
		return ""
	}
	return q.String()
}

// open goes to the values; there it lists the examples of the selected one.
func (v *screen) open() tea.Cmd {
	if !v.sides.Inside {
		v.sides.Inside = true
		v.arrange()
		return nil
	}
	where := v.leads("")
	if where == "" {
		return v.s.Post(views.Flash{Text: "no example has it"})
	}
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: where}))
}

// filter sets another filter, which can be undone.
func (v *screen) filter(where string) tea.Cmd {
	set := func(where string) tea.Cmd {
		v.where = where
		return v.Compute()
	}
	views.Record(v.s, "the filter "+loaders.Clean(where), v.where, where, set)
	return set(where)
}
