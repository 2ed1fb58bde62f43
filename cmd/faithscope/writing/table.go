package writing

import (
	"io"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// A table of scores has a line per example, and for scripts the same columns for
// every run: what an example lacks is empty, or null.

// column is a column of the table.
type column struct {
	table.Column
	of func(l *session.Line) any
}

// columns are those of the table, a number per module type last: for scripts all of
// them, else those that people read.
func columns(protocols []scoring.Protocol, scripts bool) []column {
	text := func(name string, of func(l *session.Line) string) column {
		return column{table.Column{Name: name}, func(l *session.Line) any { return of(l) }}
	}
	verdict := func(name string, of func(l *session.Line) loaders.Verdict) column {
		return column{table.Column{Name: name, Kind: table.Truth}, func(l *session.Line) any { return of(l) }}
	}
	number := func(name string, of func(l *session.Line) scoring.Value) column {
		return column{table.Column{Name: name, Kind: table.Number, Digits: 2}, func(l *session.Line) any { return of(l) }}
	}
	id, gold := text("id", func(l *session.Line) string { return l.ID }), text("gold", func(l *session.Line) string { return l.Gold })
	tags := text("tags", func(l *session.Line) string { return strings.Join(l.Tags, ", ") })
	question := text("question", func(l *session.Line) string { return l.Question })
	question.Wide = true
	list := []column{
		id, question, text("answer", func(l *session.Line) string {
			if l.Broken != "" {
				return "the record cannot be read"
			}
			return l.Predicted
		}), gold, text("verdict", func(l *session.Line) string { return l.Correct.String() }), tags,
		number("faithfulness", func(l *session.Line) scoring.Value { return l.Overall }),
	}
	if scripts {
		list = []column{
			id, text("predicted", func(l *session.Line) string { return l.Predicted }), gold, verdict("correct", func(l *session.Line) loaders.Verdict { return l.Correct }),
			text("protocol", func(l *session.Line) string { return l.Protocol }), text("metric", func(l *session.Line) string { return l.Metric }),
			number("overall", func(l *session.Line) scoring.Value { return l.Overall }), verdict("faithful", func(l *session.Line) loaders.Verdict { return l.Faithful }),
			text("undefined", func(l *session.Line) string { return l.Overall.Why() }), text("broken", func(l *session.Line) string { return l.Broken }),
		}
	}
	for k, t := range session.ModuleTypes(protocols) {
		c := number(t, func(l *session.Line) scoring.Value { return l.Types[k] })
		c.Omit = true
		list = append(list, c)
	}
	if scripts {
		list = append(list, tags)
	}
	return list
}

// tableSink scores examples and writes them as a table.
type tableSink struct {
	protocols []scoring.Protocol
	settings  scoring.Settings
	columns   []column
	rows      table.Rows
}

// NewTable returns a sink of a table of scores in a format.
func NewTable(w io.Writer, f *table.Format, title string, protocols []scoring.Protocol, s scoring.Settings) Sink {
	t := &tableSink{protocols: protocols, settings: s, columns: columns(protocols, f.Rows != nil)}
	heads := make([]table.Column, len(t.columns))
	for k, c := range t.columns {
		heads[k] = c.Column
	}
	t.rows = f.Open(w, title, heads)
	return t
}

func (t *tableSink) prepare(ex *loaders.Example) (func() error, error) {
	l := session.LineOf(ex, t.protocols, t.settings)
	row := make([]any, len(t.columns))
	for k, c := range t.columns {
		row[k] = c.of(&l)
	}
	return func() error { return t.rows.Write(row) }, nil
}

// Close ends the table.
func (t *tableSink) Close() error { return t.rows.Close() }
