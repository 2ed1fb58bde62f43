package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Report is the scores of runs under one Settings.
type Report struct {
	Settings scoring.Settings
	Runs     []RunScores

	protocols []scoring.Protocol
}

// RunScores is the scores of one run.
type RunScores struct {
	*loaders.Run
	Members    []string
	Examples   int
	Read       int
	Unreadable int
	Problems   int
	isGroup    bool // the problems are the file's
	Scores     []scoring.Score
	Controls   []*ControlTest // nil if untested
}

// Build gathers scores of the examples read so far, without intervals. It reads examples again
// whose evidence was dropped. With settings.UpperBound, the proposals' upper bound follows the
// model's own scores, protocol by protocol.
func Build(runs session.Runs, settings scoring.Settings) *Report {
	r := &Report{Settings: settings}
	for _, s := range runs {
		r.Runs = append(r.Runs, scoresOf(s, settings))
		for _, p := range s.Protocols() {
			if r.findProtocol(p.Name) == nil {
				r.protocols = append(r.protocols, p)
			}
		}
	}
	return r
}

func scoresOf(s *session.ScoredRun, settings scoring.Settings) RunScores {
	r, own := factsOf(s), settings
	own.UpperBound = false
	for _, protocol := range s.Protocols() {
		under := []scoring.Settings{own}
		if settings.UpperBound && protocol.Boxes {
			under = append(under, settings)
		}
		for _, settings := range under {
			scores, _ := s.Whole(context.Background(), protocol.Name, settings)
			r.Scores = append(r.Scores, scores...)
		}
	}
	return r
}

func factsOf(s *session.ScoredRun) RunScores {
	read, _, _ := s.Progress()
	whole := s.Run
	for whole.Whole != nil {
		whole = whole.Whole
	}
	_, problems := whole.Problems.All()
	return RunScores{
		Run: s.Run, Examples: s.Run.Len(), Read: read, Unreadable: s.Unreadable(), Problems: problems, isGroup: whole != s.Run,
		Members: loaders.Map(s.Members(), func(m *session.ScoredRun) string { return m.Run.Name }),
	}
}

func (r *Report) findProtocol(name string) *scoring.Protocol {
	if k := scoring.Place(r.protocols, name); k >= 0 {
		return &r.protocols[k]
	}
	return nil
}

func sameGroup(scores []scoring.Score) int {
	for k, s := range scores {
		if s.Protocol != scores[0].Protocol || s.Settings != scores[0].Settings {
			return k
		}
	}
	return len(scores)
}

func (r *RunScores) headLines() []string {
	s := loaders.Count(r.Examples, "example")
	if r.Selected != "" {
		s += ", " + r.Selected
	}
	if r.Read < r.Examples {
		s += fmt.Sprintf(", %d read so far", r.Read)
	}
	if r.Unreadable > 0 {
		s += fmt.Sprintf(", %d unreadable and not scored", r.Unreadable)
	}
	if n := len(r.Members); n > 0 {
		s += " of " + loaders.Count(n, "run")
	}
	lines := []string{loaders.Clean(r.Format) + " · " + s + " · " + loaders.Count(r.Problems, "problem") +
		loaders.IfElse(r.isGroup && r.Problems > 0, " in the file", "")}
	if said := r.readAs(); said != "" {
		lines = append(lines, loaders.Clean(said))
	}
	if said := answers.ReportedBeside(r.Reported, r.answerScore); said != "" {
		lines = append(lines, loaders.Clean(said))
	}
	return lines
}

func (r *RunScores) answerScore(metric, scoreSubject string) scoring.Value {
	for _, s := range r.Scores {
		if s.Protocol == answers.Protocol.Name && s.Metric == metric && s.Of == scoreSubject {
			return s.Value
		}
	}
	return scoring.Undefined("not scored")
}

func (r *RunScores) readAs() string {
	return answers.ReadAs(r.Columns.Said, r.answerScore(answers.Unanswered, "overall"))
}

func (r *Report) describeIntervals(runScores *RunScores) string {
	for _, s := range runScores.Scores {
		switch i := s.Interval; {
		case i == nil:
		case i.Runs > 0:
			return fmt.Sprintf("mean of %s ± their standard deviation (n - 1)", loaders.Count(i.Runs, "run"))
		default:
			return fmt.Sprintf(
				"±: half the %g %% interval, [both ends] if one side is over 1.5 times the other (≤ ≥: far end only; Wilson's for shares of 0 or 1), "+
					"%s over %s, seed %d",
				100*i.Level,
				loaders.Count(s.Settings.Trials, "bootstrap trial"),
				loaders.IfElse(runScores.Controls == nil, "examples", "examples (steps: whole problems)"),
				s.Settings.Seed,
			)
		}
	}
	return ""
}

// AddArguments inserts the F1 by argument ([boxes.ByArgument]) after the scores of boxes. runs are
// the report's, in order.
func (r *Report) AddArguments(runs session.Runs) {
	for i, s := range runs {
		run := &r.Runs[i]
		last := slices.IndexFunc(run.Scores, func(s scoring.Score) bool { return s.Protocol == boxes.Protocol.Name })
		if last < 0 {
			continue
		}
		last += sameGroup(run.Scores[last:])
		scores, _, _ := facts.ArgumentScores(context.Background(), s, r.Settings)
		run.Scores = slices.Insert(run.Scores, last, scores...)
	}
}

// Document lays out a table per protocol for people, and one of all scores for scripts.
func (r *Report) Document() *table.Document {
	d := &table.Document{List: "runs"}
	for i := range r.Runs {
		run := &r.Runs[i]
		d.Parts = append(d.Parts, table.DocumentPart{
			Name: run.Name, Path: run.Path, Lines: run.headLines(), Spread: r.describeIntervals(run), Facts: run.describeFacts(),
			Tables: append(r.layOut(run), r.scoreTable(run)),
		})
	}
	return d
}

func (r *RunScores) describeFacts() table.FactList {
	f := table.Named("format", r.Format, "examples", r.Examples)
	if len(r.Members) > 0 {
		f.Put("mean_of", r.Members)
	}
	if r.Columns.Said != "" {
		f.Put("read_as", r.readAs(), "map", r.Columns.Map)
	}
	if r.Selected != "" {
		f.Put("selected", r.Selected)
	}
	if r.Read < r.Examples {
		f.Put("read", r.Read)
	}
	if t := controlTable(r.Controls); t.Rows != nil {
		f.Put("controls", t)
	}
	return append(f, table.Named("unreadable", r.Unreadable, "problems", r.Problems)...)
}

func (r *Report) scoreTable(runScores *RunScores) *table.Table {
	t := &table.Table{Name: "scores", Columns: table.Columns(table.Score, table.Value, table.Undefined, table.Rest,
		table.Number, "low", "high", "level", "trials", "seed")}
	for k := 6; k < len(t.Columns); k++ {
		t.Columns[k].In = "interval"
	}
	for _, c := range table.Spread {
		c.In = "mean"
		t.Columns = append(t.Columns, c)
	}
	names := settingNames(r.protocols)
	settings := settingsOf(r.Settings, names...)
	t.Order = slices.Concat(strings.Fields("protocol metric of value count undefined"), thresholds,
		strings.Fields("low high level trials sd runs"))
	for k, s := range settings {
		c := table.KindOf(s.Value).Column(s.Name)
		c.In, c.Omit = "settings", k < len(thresholds)
		t.Columns = append(t.Columns, c)
		if k >= len(thresholds) {
			t.Order = append(t.Order, s.Name)
		}
	}
	for _, s := range runScores.Scores {
		spread := make([]any, 7)
		switch i := s.Interval; {
		case i == nil:
		case i.Runs > 0:
			spread[5], spread[6] = i.PlusMinus(), i.Runs
		default:
			copy(spread, []any{i.Low, i.High, i.Level, i.Trials, s.Settings.Seed})
		}
		row := append([]any{s.Protocol, s.Metric, s.Of, bareNumber(s.Value), loaders.Clean(s.Value.Why()), s.Count}, spread...)
		p := r.findProtocol(s.Protocol)
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

func bareNumber(v scoring.Value) any {
	if x, ok := v.Float(); ok {
		return x
	}
	return nil
}

func (r *Report) layOut(runScores *RunScores) (list []*table.Table) {
	for rest := runScores.Scores; len(rest) > 0; {
		end := sameGroup(rest)
		t := pivotScores(rest[:end])
		t.Title = rest[0].Protocol
		if p := r.findProtocol(t.Title); p != nil {
			t.Title, t.Notes = p.Name+" · metrics: "+p.Source, inWords(p, rest[0].Settings)
		}
		list = append(list, t)
		if t := controlTable(runScores.Controls); rest[0].Protocol == steps.Protocol.Name && t.Rows != nil {
			list = append(list, t)
		}
		rest = rest[end:]
	}
	return list
}

const mostAcross = 16

func pivotScores(scores []scoring.Score) *table.Table {
	t := &table.Table{Columns: []table.Column{{}}}
	things := loaders.Distinct(loaders.Map(scores, func(s scoring.Score) string { return s.Of }))
	metrics := loaders.Distinct(loaders.Map(scores, func(s scoring.Score) string { return s.Metric }))
	down := len(things) == 1 || len(metrics) > max(mostAcross, len(things))
	for _, s := range scores {
		m := session.MetricOf(s.Metric)
		label, column := s.Of, table.Number.Column(s.Metric)
		column.Better, column.Rests = m.Better, !m.Counts
		switch {
		case len(things) == 1:
			label, column = m.Label(), table.Value
		case down:
			label, column = m.Label(), table.Number.Column(s.Of)
			column.Rests = true
		}
		i := slices.IndexFunc(t.Rows, func(row []table.Cell) bool { return row[0].Value == label })
		if i < 0 {
			i = len(t.Rows)
			t.Add(label)
		}
		t.Put(i, column, cellOf(s))
	}
	t.Columns[1].Rests = true
	return t
}

func cellOf(s scoring.Score) table.Cell {
	c := table.Cell{Value: s.Value, Interval: s.Interval, N: s.Count}
	if x, ok := s.Value.Float(); ok {
		switch m := session.MetricIn(s.Protocol, s.Metric); {
		case m.Counts && s.Interval == nil:
			c.Value = int(math.Round(x))
		case m.Chance:
			c.Value = table.ChanceText(s.Value)
		}
	}
	return c
}

func addTo(a scoring.Aggregate, e scoring.Evidence) {
	if e != nil {
		a.Add(e)
	}
}
