package overview

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// pane is a table of the overview. A cell of it leads to examples: by a query, or
// as the score of a run that it is.
type pane struct {
	widget.Sheet
	// score is which run a row is of, and which score of it a cell is, the zero value
	// for none; nil where no cell is one.
	score func(row, column int) (run int, n views.Number)
}

// rightUnfaithful is the query of the examples that the overview begins with.
const rightUnfaithful = "right unfaithful"

// whereOf is a query for the examples of a cell of the quadrant.
func whereOf(answer, faithful loaders.Verdict) string {
	return [...]string{"-judged ", "right ", "wrong "}[answer] + [...]string{"-scored", "faithful", "unfaithful"}[faithful]
}

// runColumn is a column of the list of runs, with the metric that it is of, "" for
// none. A greater leave leaves first where the room is short.
type runColumn struct {
	table.Column
	metric string
	leave  int
	cell   func(r *runScores) any
}

// anyHeadline is the metric of the column that shows each run's own.
const anyHeadline = "headline"

// anyRun reports whether some run is so.
func (b *board) anyRun(so func(r *runScores) bool) bool {
	return slices.ContainsFunc(b.Shown, func(r runScores) bool { return so(&r) })
}

// runColumns are the columns of the list of runs, behind their names.
func (b *board) runColumns() []runColumn {
	number := func(c table.Column, metric string, leave int, of func(r *runScores) scoring.Value) runColumn {
		return runColumn{c, metric, leave, func(r *runScores) any { return of(r) }}
	}
	columns := []runColumn{
		{table.Column{Name: "n", Kind: table.Count}, "", 0, func(r *runScores) any { return r.read }},
		number(table.Column{Name: "answers", Kind: table.Number, Better: scoring.Higher}, "accuracy", 0, func(r *runScores) scoring.Value { return r.accuracy.Value }),
	}
	for _, p := range protocols {
		if !b.anyRun(func(r *runScores) bool { return r.protocol == p.name }) {
			continue
		}
		for k, c := range p.columns {
			columns = append(columns, number(c, c.Name, 9*min(k, 1), func(r *runScores) scoring.Value { return r.overall(c.Name) }))
		}
	}
	if b.anyRun(func(r *runScores) bool { return r.headline() != nil }) {
		columns = append(columns, runColumn{table.Column{Name: anyHeadline}, anyHeadline, 4, func(r *runScores) any {
			if h := r.headline(); h != nil {
				return widget.MetricName(h.Metric) + " " + widget.Number(h.Value)
			}
			return ""
		}})
	}
	return append(append(columns, b.cellColumns()...), runColumn{table.Column{Name: "problems", Kind: table.Count}, "", 7, func(r *runScores) any { return r.problems }})
}

// cellColumns are those of the cells of the quadrant that runs have, and of the
// examples that are in none of them.
func (b *board) cellColumns() (columns []runColumn) {
	both := b.anyRun(func(r *runScores) bool { answers, faithful := r.sides(); return answers && faithful })
	count := func(c table.Column, where string, of func(r *runScores) (n int, has bool)) {
		c.Kind = table.Count
		columns = append(columns, runColumn{c, "", 0, func(r *runScores) any {
			if n, has := of(r); has && r.read > 0 {
				return table.Cell{Value: n, Leads: where}
			}
			return table.Absent
		}})
	}
	add := func(answer, faithful loaders.Verdict, name, title, group string) {
		has := func(r *runScores) bool {
			answers, scored := r.sides()
			return answers == (answer != loaders.Unknown) && scored == (faithful != loaders.Unknown)
		}
		if b.anyRun(has) {
			count(table.Column{Name: name, Title: title, In: group}, whereOf(answer, faithful), func(r *runScores) (int, bool) { return r.quadrant[answer][faithful], has(r) })
		}
	}
	wide := b.Area.Dx() >= 120
	faithful, rest := "faith.", table.Column{Name: "no_verdict", Title: "known", In: "un-"}
	if wide {
		faithful, rest = "faithful", table.Column{Name: "no_verdict", Title: "no verdict"}
	}
	for _, answer := range []loaders.Verdict{loaders.Right, loaders.Wrong} {
		if !both {
			add(answer, loaders.Unknown, answer.String(), answer.String(), "answer")
			continue
		}
		add(answer, loaders.Right, answer.String()+"_faithful", faithful, "answer "+answer.String())
		add(answer, loaders.Wrong, answer.String()+"_not_faithful", "not", "answer "+answer.String())
		if answer == loaders.Right {
			columns = append(columns, runColumn{table.Column{Name: "of_right", Title: "of right", In: "answer right", Kind: table.Number}, "", 8, func(r *runScores) any {
				right := r.quadrant[loaders.Right]
				return table.Cell{Value: share(right[loaders.Wrong], right[loaders.Right]+right[loaders.Wrong]), Leads: rightUnfaithful}
			}})
		}
	}
	if !both {
		add(loaders.Unknown, loaders.Right, "faithful", faithful, "")
		add(loaders.Unknown, loaders.Wrong, "not_faithful", "not", "")
	}
	without := func(r *runScores) int { return r.quadrant.N() - r.quadrant.Placed() }
	where := `quadrant="no verdict"`
	if !both {
		without, where = func(r *runScores) int { return r.quadrant[loaders.Unknown][loaders.Unknown] }, whereOf(loaders.Unknown, loaders.Unknown)
	}
	if b.anyRun(func(r *runScores) bool { return without(r) > 0 }) {
		count(rest, where, func(r *runScores) (int, bool) { return without(r), true })
	}
	return columns
}

// share is n of all, undefined where there are none.
func share(n, all int) scoring.Value {
	if all == 0 {
		return scoring.Undefined("no such example")
	}
	return scoring.Defined(float64(n) / float64(all))
}

// putRuns lays the list of runs out. Those that lack a verdict stand behind those
// that have both, and say so.
func (b *board) putRuns() {
	columns := b.runColumns()
	sheet := &table.Table{Name: "runs", Columns: []table.Column{{Name: "run"}}}
	for _, c := range columns {
		sheet.Columns = append(sheet.Columns, c.Column)
	}
	b.listed = nil
	for i := range b.Shown {
		b.listed = append(b.listed, i)
	}
	lacks := func(i int) int { return len(b.Shown[i].lacks()) }
	slices.SortStableFunc(b.listed, func(a, b int) int { return min(lacks(a), 1) - min(lacks(b), 1) })
	mixed := b.anyRun(func(r *runScores) bool { return r.lacks() != b.Shown[0].lacks() })
	for _, i := range b.listed {
		r, name := &b.Shown[i], b.s.Run(i).Name
		if mixed && r.lacks() != "" && b.Area.Dx() >= 120 {
			name += "  " + r.lacks()
		}
		row := []any{name}
		for _, c := range columns {
			row = append(row, c.cell(r))
		}
		sheet.Add(row...)
	}
	b.runs.Leave = func(k int) int { return columns[k-1].leave }
	b.runs.score = func(row, k int) (int, views.Number) {
		run := b.listed[row]
		return run, b.Shown[run].number(columns[max(0, k-1)].metric)
	}
	at := func(name string) int {
		return slices.IndexFunc(sheet.Columns, func(c table.Column) bool { return c.Name == name })
	}
	if b.runs.Of == nil || at(b.runs.Of.Columns[b.runs.Column].Name) < 0 { // what it begins with, or stands for it
		b.runs.Of, b.runs.Column = nil, max(1, at("right_not_faithful"), at("right"), at("not_faithful"))
	}
	if b.runs.Least = 14; b.Area.Dx() >= 120 {
		b.runs.Least = 22
	}
	b.runs.Drawn = []widget.Column{{Title: "shares", Width: 12, Grow: 1, Drop: 6, Show: func(row int) widget.Entry { return b.shares(&b.Shown[b.listed[row]]) }}}
	b.runs.Put(sheet, b.s.Look, b.Area.Dx())
}

// number names the number that a column of the list shows of the run, the zero
// value for one that the run does not have.
func (r *runScores) number(metric string) views.Number {
	h := r.headline()
	switch {
	case metric == anyHeadline && h != nil:
		return numberOf(h)
	case metric == "accuracy":
		return views.Number{Protocol: answers.Protocol.Name, Metric: metric, Of: "overall"}
	case r.overall(metric) != scoring.Value{}:
		return views.Number{Protocol: r.protocol, Metric: metric, Of: "overall"}
	}
	return views.Number{}
}

func numberOf(s *scoring.Score) views.Number {
	return views.Number{Protocol: s.Protocol, Metric: s.Metric, Of: s.Of}
}

// shares draws the counts of a run as one bar: colour tells right from wrong, and
// density all four apart where there is none.
func (b *board) shares(r *runScores) widget.Entry {
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		t, pen := b.s.Theme, widget.NewPen(f, area)
		pieces := []piece{
			{"█", widget.Ink(t.Right), r.quadrant[loaders.Right][loaders.Right]}, {"▒", widget.Ink(t.Right), r.quadrant[loaders.Right][loaders.Wrong]},
			{"▓", widget.Ink(t.Wrong), r.quadrant[loaders.Wrong][loaders.Right]}, {"░", widget.Ink(t.Wrong), r.quadrant[loaders.Wrong][loaders.Wrong]},
		}
		pile(pen, area.Dx(), r.quadrant.Placed(), pieces)
	}}
}

// piece is a part of a bar.
type piece struct {
	glyph string
	style widget.Style
	n     int
}

// pile draws pieces of all side by side, over w cells.
func pile(pen *widget.Pen, w, all int, pieces []piece) {
	from, sum := 0, 0
	for _, p := range pieces {
		sum += p.n
		to := (sum*w + all/2) / max(1, all)
		pen.Put(p.style, strings.Repeat(p.glyph, to-from))
		from = to
	}
}

// quadrantOf lays out how many examples are right or wrong, faithful or not, and
// how many nobody knows that of; with totals below where there are any rows to add.
// Verdicts that a run lacks have neither row nor column.
func quadrantOf(q *scoring.Quadrant, totals bool) *table.Table {
	var counts [2][3]int // of answers, of faithfulness
	for a := range q {
		for x, n := range q[a] {
			counts[0][a], counts[1][x] = counts[0][a]+n, counts[1][x]+n
		}
	}
	verdicts := func(of [3]int) []loaders.Verdict {
		return slices.DeleteFunc([]loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown}, func(v loaders.Verdict) bool { return of[v] == 0 && (v == loaders.Unknown || q.Placed() == 0) })
	}
	answers, faithful := [...]string{"-judged", "right", "wrong"}, [...]string{"-scored", "faithful", "unfaithful"}
	sheet := &table.Table{Name: "quadrant", Columns: table.Text.Columns("answer")}
	last := []any{"n"}
	for _, x := range verdicts(counts[1]) {
		sheet.Columns = append(sheet.Columns, table.Column{Name: [...]string{"unknown", "faithful", "not"}[x], Title: [...]string{"", "", "not faithful"}[x], Kind: table.Count})
		last = append(last, table.Cell{Value: counts[1][x], Leads: faithful[x]})
	}
	sheet.Columns = append(sheet.Columns, table.Column{Name: "n", Kind: table.Count})
	for _, a := range verdicts(counts[0]) {
		row := []any{a.String()}
		for _, x := range verdicts(counts[1]) {
			row = append(row, table.Cell{Value: q[a][x], Leads: whereOf(a, x)})
		}
		sheet.Add(append(row, table.Cell{Value: counts[0][a], Leads: answers[a]})...)
	}
	if totals && len(sheet.Rows) > 1 {
		sheet.Add(append(last, q.N())...)
	}
	return sheet
}

// putQuadrant lays out the quadrant of the selected run, with shares of the
// examples that have the verdicts that the run has.
func (v *screen) putQuadrant(totals bool) {
	q := v.run().quadrant
	sheet, all := quadrantOf(&q, totals), q.Placed()
	if all == 0 {
		all = q.N()
	}
	shared := func(row, column int) bool {
		where := sheet.At(row, column).Leads
		known := !strings.Contains(where, "-") || q.Placed() == 0
		return all > 0 && known && strings.Contains(where, " ")
	}
	v.quadrant.Text = func(row, column int) string {
		text := widget.Brief(&sheet.Columns[column], sheet.At(row, column))
		if n, _ := sheet.At(row, column).Float(); shared(row, column) {
			text += fmt.Sprintf(" %5s", widget.Percent(int(n), all))
		}
		return text
	}
	v.quadrant.Style = func(row, column int) widget.Style {
		if n, _ := sheet.At(row, column).Float(); shared(row, column) {
			return v.s.Heat().Style(n / float64(all))
		}
		if column == 0 {
			return v.s.Verdict(map[any]loaders.Verdict{"right": loaders.Right, "wrong": loaders.Wrong}[sheet.At(row, 0).Value])
		}
		return widget.Ink(v.s.Theme.Faint)
	}
	if v.quadrant.Of == nil || len(v.quadrant.Of.Columns) == 2 { // without examples
		v.quadrant.Of, v.quadrant.Column = nil, 2
	}
	v.quadrant.Leave = func(int) int { return 0 }
	v.quadrant.Put(sheet, v.s.Look, quadrantWidth)
}

// putModules lays out the modules of the selected run, or its headlines where
// nobody scores its modules: a count, an explanation.
func (v *screen) putModules() {
	r, t := v.run(), v.s.Theme
	v.modules.Text, v.modules.Drawn, v.modules.Leave, v.modules.Style = nil, nil, nil, nil
	if r.modules == nil {
		sheet := &table.Table{Name: "scores", Columns: []table.Column{{Name: "score"}, {Name: "value", Kind: table.Number}, {Name: "n", Kind: table.Count}, {Name: "of"}}}
		for i := range r.headlines {
			h := &r.headlines[i]
			sheet.Add(headlineName(h), h.Value, h.Count, h.Protocol)
		}
		v.modules.score = func(row, _ int) (int, views.Number) { return v.selected(), numberOf(&r.headlines[row]) }
		v.modules.Put(sheet, v.s.Look, v.Area.Dx())
		return
	}
	own, worst := metrics(r.protocol), v.worst()
	v.modules.score = func(row, column int) (run int, n views.Number) {
		metric := own[0].Name
		if column >= 1 && column <= len(own) {
			metric = own[column-1].Name
		}
		return v.selected(), views.Number{Protocol: r.protocol, Metric: metric, Of: r.modules.Rows[row][0].Value.(string)}
	}
	v.modules.Text = func(row, column int) string {
		text := widget.Brief(&r.modules.Columns[column], r.modules.At(row, column))
		if column == 0 && row == worst {
			text += " ◂worst"
		}
		return text
	}
	v.modules.Style = func(row, column int) widget.Style {
		if column == 0 && row == worst {
			return widget.Bold(widget.Ink(t.Text))
		}
		return widget.Ink(t.Text)
	}
	v.modules.Leave = func(k int) int { return []int{0, 0, 6, 7, 8, 5, 9}[min(max(0, k-len(own)), 6)] }
	if r.used(0) > 0 {
		v.modules.Drawn = append(v.modules.Drawn, widget.Column{Title: "why wrong", Width: 14, Grow: 3, Drop: 2, Show: v.bar})
	}
	if curves := v.curves.of(v.selected()); curves != nil {
		v.modules.Drawn = append(v.modules.Drawn, widget.Column{Title: "F1 over p", Width: 9, Drop: 4, Show: func(row int) widget.Entry { return v.spark(curves, row) }})
	}
	v.modules.Least = 15
	v.modules.Put(r.modules, v.s.Look, v.Area.Dx())
}

// behind is the column of modules that is k behind those of the metrics.
func (r *runScores) behind(row, k int) int {
	n, _ := r.modules.Rows[row][1+len(metrics(r.protocol))+k].Value.(int)
	return n
}

// first is in how many examples the modules of a row go wrong first, used how many
// of them have a score.
func (r *runScores) first(row int) int { return r.behind(row, 0) }
func (r *runScores) used(row int) int  { return r.behind(row, 2) }

// causes are the columns of causes.
func (r *runScores) causes() []table.Column { return r.modules.Columns[1+len(metrics(r.protocol))+5:] }

// worst is the row of the module type that most often goes wrong first, the earlier
// one of two that do so equally; -1 where none does, or where there is no other
// type.
func (b *board) worst() int {
	r := b.run()
	worst, used := -1, 0
	for row := 1; row < len(r.modules.Rows); row++ {
		if r.behind(row, 3) > 0 {
			used++
		}
		if n := r.first(row); n > 0 && (worst < 0 || n > r.first(worst)) {
			worst = row
		}
	}
	if used < 2 {
		return -1
	}
	return worst
}

// putFree lays out what the room below goes to: runs side by side, accuracy by
// question type, and the worst right answers.
func (v *screen) putFree() {
	r := v.run()
	compared := v.comparisons()
	for i, c := range compared {
		if i == len(v.compared) {
			p := &pane{Sheet: widget.Sheet{Cursor: true, Least: 28, Leave: func(k int) int { return k }}}
			p.OpenCell, p.Open = v.opens(p), v.opens(p)
			v.compared = append(v.compared, p)
		}
		v.putComparison(v.compared[i], c)
	}
	v.compared = v.compared[:len(compared)]
	v.kinds.Put(cmp.Or(r.kinds, &table.Table{}), v.s.Look, v.Area.Dx())
	failures := *cmp.Or(r.failures, &table.Table{})
	failures.Columns = slices.Clone(failures.Columns)
	if len(failures.Columns) > 0 {
		title := "worst right answers · x lists all "
		if v.Area.Dx() < 100 {
			title = "worst right · x: all "
		}
		failures.Columns[0].Title = title + strconv.Itoa(r.quadrant[loaders.Right][loaders.Wrong])
	}
	v.failures.Least = 28
	v.failures.Leave = func(int) int { return 0 }
	v.failures.Put(&failures, v.s.Look, v.Area.Dx())
}

// opens lists what the selected cell of a pane leads to.
func (b *board) opens(p *pane) func() tea.Cmd {
	return func() tea.Cmd {
		if p.Of == nil || p.Count() == 0 {
			return nil
		}
		if where := p.Leads(); where != "" {
			return b.openList(examples.Filter{Where: where})
		}
		if p.score != nil {
			if run, n := p.score(p.Chosen(), p.Column); n != (views.Number{}) {
				return b.s.Push(examples.RestsOn(b.s, run, n))
			}
		}
		if _, count := p.Cell().Value.(int); !count {
			return b.s.Post(views.Flash{Text: "the run has no such number"})
		}
		return b.openList(examples.Filter{})
	}
}
