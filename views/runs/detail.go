package runs

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// runDetail holds what is known about one run: its quadrant and its modules.
type runDetail struct {
	s                 *views.Session
	of                *runScores // of the selected run, empty without one
	quadrant, modules widget.Sheet
	causes            []scoring.Cause // drawn in the modules' bars
}

func whereOf(answerVerdict, faithfulVerdict loaders.Verdict) string {
	return [...]string{"-judged ", "right ", "wrong "}[answerVerdict] + [...]string{"-scored", "faithful", "unfaithful"}[faithfulVerdict]
}

func (d *runDetail) putQuadrant(w int) {
	pane := &d.quadrant
	pane.SheetOverrides = widget.SheetOverrides{}
	if d.of.crossed != nil {
		pane.Cross(widget.Alike)
		pane.Put(d.of.crossed, d.s.Look, w)
		return
	}
	sheet := d.of.quadrantTable()
	pane.Style = func(row, column int) widget.Style {
		switch at := sheet.At(row, column); {
		case column == 0:
			return d.s.Verdict(map[any]loaders.Verdict{"right": loaders.Right, "wrong": loaders.Wrong}[at.Value])
		case at.Leads == whereOf(loaders.Right, loaders.Wrong):
			return d.s.Theme.Wrong
		}
		return d.s.Theme.Text
	}
	pane.Put(sheet, d.s.Look, w)
}

// quadrantTable returns a table of counts, verdicts on the answer by verdicts on faithfulness, whose
// cells link to examples. Verdicts without examples are left out. An undefined share of wrong,
// faithful examples replaces its count, so that the reason shows.
func (r *runScores) quadrantTable() *table.Table {
	q, wrongFaithful := &r.quadrant, r.numbers["faithfulness wrong_faithful overall"].Value
	verdicts := func(count func(v loaders.Verdict) int) []loaders.Verdict {
		return slices.DeleteFunc([]loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown},
			func(v loaders.Verdict) bool { return count(v) == 0 && (v == loaders.Unknown || q.Placed() == 0) })
	}
	across := verdicts(func(v loaders.Verdict) int { return q[0][v] + q[1][v] + q[2][v] })
	sheet := &table.Table{Name: "quadrant", Columns: table.Columns("")}
	for _, x := range across {
		name := [...]string{"unjudged", "faithful", "not"}[x]
		sheet.Columns = append(sheet.Columns, table.Columns(table.Count, name+"=: examples")...)
	}
	for _, a := range verdicts(func(v loaders.Verdict) int { return loaders.Sum(q[v][:]) }) {
		row := loaders.Map(across, func(x loaders.Verdict) any {
			if a == loaders.Wrong && x == loaders.Right && wrongFaithful.Why() != "" {
				return table.Cell{Value: wrongFaithful}
			}
			n := q.Placed()
			if a == loaders.Unknown || x == loaders.Unknown {
				n = q.N()
			}
			return table.Cell{Value: q[a][x], Among: n, Leads: whereOf(a, x)}
		})
		name := [...]string{"unjudged", "right", "wrong"}[a]
		if credited := r.credited(); a == loaders.Unknown && credited > 0 && credited == loaders.Sum(q[a][:]) {
			name = "partly right"
		}
		sheet.Add(append([]any{name}, row...)...)
	}
	return sheet
}

func (d *runDetail) putModules(w int) {
	r, pane := d.of, &d.modules
	pane.SheetOverrides, d.causes = widget.SheetOverrides{}, nil
	if r.modules == nil && r.judged == "" && len(r.classes) > classMetrics {
		pane.Put(r.classSheet(), d.s.Look, w)
		return
	}
	if r.modules == nil {
		sheet := &table.Table{Name: "scores", Columns: table.Columns("score", table.Value, table.N, table.Score[:1])}
		for i := range r.headlines {
			h := &r.headlines[i]
			sheet.Add(headlineName(h), table.Cell{Value: h.Value, Score: h}, h.Count, h.Protocol)
		}
		pane.Put(sheet, d.s.Look, w)
		return
	}
	d.causes = pane.DrawCauses(r.modules, widget.Column{Width: 8, Grow: 3, Most: 80, Drop: 1})
	shown := append([]string{"culprit", "wrong", r.modular.Module}, loaders.Map(d.causes, scoring.Cause.String)...)
	pane.Leave = func(k int) int { return slices.Index(shown, r.modules.Columns[k].Name) }
	pane.Put(r.modules, d.s.Look, w)
}

// classSheet links each number to what it rests on: F1 to examples with the class as gold or answer,
// precision as answer, recall and n as gold.
func (r *runScores) classSheet() *table.Table {
	sheet := &table.Table{Name: "classes", Columns: table.Columns("class", table.Number, "f1=F1", "precision", "recall", table.N)}
	for i := 0; i < len(r.classes); i += classMetrics {
		precision, recall, f1 := &r.classes[i], &r.classes[i+1], &r.classes[i+2]
		var gold, said, either string
		if i > 0 {
			gold = query.Equal("answer.gold", f1.Of)
			said = query.Equal("answer.predicted", f1.Of)
			either = gold + " or " + said
		}
		sheet.Add(f1.Of, table.Cell{Value: f1.Value, Leads: either, Score: f1}, table.Cell{Value: precision.Value, Leads: said, Score: precision},
			table.Cell{Value: recall.Value, Leads: gold, Score: recall}, table.Cell{Value: recall.Count, Leads: gold})
	}
	return sheet
}

// classMetrics is the number of scores per class: precision, recall and F1.
const classMetrics = 3

func headlineName(s *scoring.Score) string {
	name := widget.MetricColumn(session.MetricIn(s.Protocol, s.Metric)).Title
	if s.Of != "overall" {
		name += " " + s.Of
	}
	return name
}

func (d *runDetail) paneLines() int {
	modules := d.modules.Header() + d.modules.Count()
	if d.of.modules != nil {
		modules++
	}
	return max(d.quadrant.Header()+d.quadrant.Count(), modules)
}
