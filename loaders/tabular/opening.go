package tabular

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

func (d *rowReader) openRows(o *record.RunBuilder, t *tableSample) {
	hasLines := !t.columnar && t.at == ""
	switch {
	case d.by.Words && hasLines:
		d.openWords(o, t)
	case d.first > 0:
		o.Lines(d.first, d.lineExample)
	case t.columnar:
		d.openColumns(o, t)
	case t.kept != nil:
		d.openListed(o, t)
	case t.bare:
		d.openBare(o, t)
	case t.split:
		o.Elements(t.at, func(rec *record.Record) *loaders.Example {
			r, err := rows.FromCells(t.columns, rec.Bytes)
			if err != nil {
				return rec.Broken(err)
			}
			return d.exampleOf(rec, r)
		})
	case t.comma != 0:
		reportRepeated(o.Run, t.columns)
		o.Rows(func(rec *record.Record, cells record.RowCells) *loaders.Example {
			if t.isStray(loaders.Map(t.columns, func(name string) string { return cells[name] })) {
				return d.strayExample(rec)
			}
			return d.exampleOf(rec, rows.FromTexts(cells))
		})
	default:
		t.reportOthers(o.Run)
		o.Elements(strings.Join(append([]string{t.at}, t.others...), "!"), d.lineExample)
	}
}

func (d *rowReader) openBare(o *record.RunBuilder, t *tableSample) {
	names := loaders.Without(t.columns, d.gold.joinedColumns())
	o.Lines(0, func(rec *record.Record) *loaders.Example {
		cells := bareCells(rec.Bytes, t.comma)
		if len(cells) != len(names) {
			return rec.Broken(loaders.Errorf("wrong number of cells: %d, expected %d (%s)", len(cells), len(names),
				record.Listed(names, mostColumns)))
		}
		return d.exampleOf(rec, rows.FromTexts(record.CellsOf(names, cells)))
	})
}

func (t *tableSample) reportOthers(run *loaders.Run) {
	if t.others != nil {
		run.ReportProblem("these entries have nothing in common with the others, so they aren't rows: %s; left out",
			record.Listed(t.others, mostColumns))
	}
}

func (d *rowReader) openListed(o *record.RunBuilder, t *tableSample) {
	byID := map[string]rows.RowObject{}
	for _, r := range t.rows {
		byID[rows.Text(r.Values["id"])] = r.Values
	}
	o.Elements("*.*", func(rec *record.Record) *loaders.Example {
		return d.exampleOf(rec, rows.Row{Values: maps.Clone(byID[rows.Text(rows.ParseValue(rec.Bytes))])})
	})
	if missing := t.total - len(t.kept); missing > 0 {
		o.Run.ReportProblem("%d of %d examples aren't in any list; left out", missing, t.total)
	}
	if !o.Fail(o.Run.Wait(o.Context(), math.MaxInt)) {
		o.Run.Narrow(t.kept)
	}
}

func reportRepeated(run *loaders.Run, columnNames []string) {
	for i, name := range columnNames {
		if name != "" && slices.Contains(columnNames[:i], name) {
			run.ReportProblem("column %d repeats the name %q; not read", i+1, name)
		}
	}
}

func (d *rowReader) openColumns(o *record.RunBuilder, t *tableSample) {
	var others []*record.CompanionTable
	o.Elements(t.columns[0]+".*", func(rec *record.Record) *loaders.Example {
		r := rows.Row{Values: rows.RowObject{t.columns[0]: rows.ParseValue(rec.Bytes)}}
		for i, other := range others {
			name := t.columns[1+i]
			if !other.Read(cellKey(rec), func(entry *record.Record) error { r.Values[name] = rows.ParseValue(entry.Bytes); return nil }) {
				rec.Problem("the column %q has no row %q; its cell is empty", name, cellKey(rec))
			}
		}
		return d.exampleOf(rec, r)
	})
	others = loaders.Map(t.columns[1:], func(name string) *record.CompanionTable { return o.Table(o.Source.Path, name+".*", cellKey) })
}

// narrowRun narrows o's run to the rows of its part's model. It decodes all rows, because only their values tell the
// model. Problems in other models' rows are dropped.
func (d *rowReader) narrowRun(o *record.RunBuilder, hasStrays bool) {
	column, run, modelName := d.columns.PathsOf("model"), o.Run, o.Options.Part
	isPart := column != nil && modelName != ""
	if o.Failed() || !isPart && !hasStrays || o.Fail(run.Wait(o.Context(), math.MaxInt)) {
		return
	}
	own := oneRunRows{others: map[int]bool{}, ids: map[string]bool{}}
	for i := range run.Len() {
		ex, err := run.Decode(i)
		if err != nil {
			ex = &loaders.Example{Broken: err.Error()}
		}
		isOwn := !isPart || roles.ModelOf(column, func(name string) string { return ex.Meta[name] }) == modelName
		own.addRow(run, i, ex, isOwn && err == nil)
	}
	own.reportOthers(run, modelName)
	run.Narrow(own.kept)
}

// oneRunRows are the rows of one of the runs of a file.
type oneRunRows struct {
	kept   []int
	others map[int]bool    // lines
	ids    map[string]bool // of all examples, whether the run has them
	unread int
}

func (p *oneRunRows) addRow(run *loaders.Run, i int, ex *loaders.Example, isOwn bool) {
	switch {
	case ex.Broken == stray:
		return
	case isOwn:
		p.kept = append(p.kept, i)
	case ex.Broken != "":
		p.unread++
	default:
		p.others[run.Line(i)] = true
	}
	if id := cmp.Or(ex.ID, ex.Question); ex.Broken == "" && id != loaders.Place(i) {
		p.ids[id] = p.ids[id] || isOwn
	}
}

func (p *oneRunRows) reportOthers(run *loaders.Run, modelName string) {
	run.Problems.Drop(func(problem *loaders.Problem) bool { return problem.Line > 0 && p.others[problem.Line] })
	if missing := loaders.CountFunc(slices.Collect(maps.Values(p.ids)), func(isOwn bool) bool { return !isOwn }); missing > 0 {
		run.ReportProblem("examples without a row for %s: %d of %d; not in this run", modelName, missing, len(p.ids))
	}
	if p.unread > 0 {
		run.ReportProblem("unreadable rows from unknown systems: %d; left out of every run", p.unread)
	}
}
