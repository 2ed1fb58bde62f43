package report

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Document is the report: of each run a table per protocol for people, and for
// scripts one of all scores with every digit.
func (r *Report) Document() *table.Document {
	d := &table.Document{List: "runs"}
	for i := range r.Runs {
		run := &r.Runs[i]
		d.Parts = append(d.Parts, table.Part{
			Name: run.Name, Path: run.Path, Lines: []string{run.heading()}, Spread: r.drawn(run), Facts: run.facts(),
			Tables: append(r.laidOut(run), r.scores(run)),
		})
	}
	return d
}

// facts are what is known of a run beside its name and its path.
func (r *RunScores) facts() table.Facts {
	f := table.Named("format", r.Format, "examples", r.Examples)
	if r.Read < r.Examples {
		f = append(f, table.Named("read", r.Read)...)
	}
	return append(f, table.Named("unreadable", r.Unreadable, "problems", r.Problems)...)
}

// undefined is the column of scripts that says why a number is.
var undefined = table.Column{Name: "undefined", Omit: true}

// scores has a row for each score of a run, with the settings that move it, and
// nothing in the columns of settings that do not.
func (r *Report) scores(run *RunScores) *table.Table {
	t := &table.Table{Name: "scores", Columns: table.Columns("protocol", "metric", "of", table.Number, "value", undefined, table.Count,
		"count",
		table.Number, "low", "high", "level", "trials", "seed")}
	for k := 6; k < len(t.Columns); k++ {
		t.Columns[k].In = "interval"
	}
	names := slices.Clip(thresholds)
	for i := range r.protocols {
		names = append(names, r.protocols[i].Settings...)
	}
	settings := settingsOf(r.Settings, names...)
	t.Order = slices.Concat(strings.Fields("protocol metric of value count undefined"), thresholds, strings.Fields("low high level trials"))
	for k, s := range settings {
		t.Columns = append(t.Columns, table.Column{Name: s.Name, Kind: table.KindOf(s.Value), In: "settings", Omit: k < len(thresholds)})
		if k >= len(thresholds) {
			t.Order = append(t.Order, s.Name)
		}
	}
	for _, s := range run.Scores {
		row := []any{s.Protocol, s.Metric, s.Of, bare(s.Value), loaders.Clean(s.Value.Why()), s.Count}
		if i := s.Interval; i != nil {
			row = append(row, i.Low, i.High, i.Level, i.Trials, s.Settings.Seed)
		} else {
			row = append(row, nil, nil, nil, nil, nil)
		}
		p := r.protocol(s.Protocol)
		for k, f := range settingsOf(s.Settings, names...) {
			if k >= len(thresholds) && (p == nil || !slices.Contains(p.Settings, f.Name)) {
				f.Value = nil
			}
			row = append(row, f.Value)
		}
		t.Add(row...)
	}
	return t
}

// bare is the number of a value, nil where it is undefined; the reason has a
// column of its own.
func bare(v scoring.Value) any {
	if x, ok := v.Float(); ok {
		return x
	}
	return nil
}

// laidOut are the scores of a run for people, a table for each protocol and its settings.
func (r *Report) laidOut(run *RunScores) (list []*table.Table) {
	for rest := run.Scores; len(rest) > 0; {
		end := sameGroup(rest)
		t := pivot(rest[:end])
		t.Title = rest[0].Protocol
		if p := r.protocol(t.Title); p != nil {
			t.Title, t.Notes = p.Name+" · metrics: "+p.Source, inWords(p, rest[0].Settings)
		}
		list, rest = append(list, t), rest[end:]
	}
	return list
}

// pivot makes a row of each thing scored and a column of each metric. Scores that
// are all of one thing make a row of each metric instead.
func pivot(scores []scoring.Score) *table.Table {
	t := &table.Table{Columns: []table.Column{{}}}
	one := !slices.ContainsFunc(scores, func(s scoring.Score) bool { return s.Of != scores[0].Of })
	for _, s := range scores {
		m := session.MetricOf(s.Metric)
		label, column := s.Of, table.Column{Name: s.Metric, Kind: table.Number, Better: m.Better, Rests: !m.Counts}
		if one {
			label, column = m.Label(), table.Columns(table.Number, "value")[0]
		}
		i := slices.IndexFunc(t.Rows, func(row []table.Cell) bool { return row[0].Value == label })
		if i < 0 {
			i = len(t.Rows)
			t.Add(label)
		}
		k := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == column.Name })
		if k < 0 {
			k, t.Columns = len(t.Columns), append(t.Columns, column)
		}
		t.Rows[i] = append(t.Rows[i], make([]table.Cell, max(0, k+1-len(t.Rows[i])))...)
		t.Rows[i][k] = cellOf(s)
	}
	t.Columns[1].Rests = true // of what is only counted the first says of how many
	return t
}

// cellOf is a score for people. The interval of a whole number says nothing that
// the number of examples does not say.
func cellOf(s scoring.Score) table.Cell {
	c := table.Cell{Value: s.Value, Interval: s.Interval, N: s.Count}
	if x, ok := s.Value.Float(); ok {
		switch m := session.MetricIn(s.Protocol, s.Metric); {
		case m.Counts:
			c.Value = int(math.Round(x))
		case m.Chance:
			c.Value = scoring.Chance(s.Value)
		}
	}
	return c
}
