package facts

import (
	"context"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// RunScores returns a row per run with its facts (run.model) and its scores by protocol, metric and
// part (counting.accuracy.odd), titled without the protocol if no other has it. The error is the
// context's.
func RunScores(ctx context.Context, runs []*session.ScoredRun, settings scoring.Settings) (*table.Table, error) {
	t := &table.Table{Name: "scores", Title: "scores", Columns: table.Columns(table.Run)}
	for i, run := range runs {
		t.Add(run.Run.Name)
		for _, name := range run.Run.FactNames() {
			kind, cell := table.Text, table.Cell{Value: run.Run.Fact(name)}
			if x, err := strconv.ParseFloat(run.Run.Fact(name), 64); err == nil {
				kind, cell.Value = table.Number, x
			}
			t.Put(i, kind.Column("run."+name), cell)
		}
		for _, p := range run.Protocols() {
			scores, err := run.Whole(ctx, p.Name, settings)
			if err != nil {
				return nil, err
			}
			for _, s := range scores {
				m := session.MetricIn(s.Protocol, s.Metric)
				c := loaders.IfElse(m.Counts, table.Count, table.Number).Column(s.Protocol + "." + s.Metric)
				c.Name += strings.TrimSuffix("."+s.Of, ".overall")
				c.Better, c.Rests = m.Better, !m.Counts
				_, c.Title, _ = strings.Cut(c.Name, ".")
				t.Put(i, c, table.Cell{Value: s.Value, Interval: s.Interval, N: s.Count, Score: &s})
			}
		}
	}
	return t, nil
}
