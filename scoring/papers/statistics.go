package papers

import (
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/figure"
	"faithscope/scoring/mixed"
	"faithscope/scoring/session"
)

func (l *FilledTable) addStatistics(ctx context.Context, runIndices []int) error {
	for k := range l.Columns {
		var chosen session.Runs
		for _, i := range runIndices {
			run, err := l.chooseExamples(ctx, exampleSubset{i, l.isExpert(&l.Columns[k])})
			if err != nil {
				return err
			}
			chosen = append(chosen, run)
		}
		var err error
		if l.Name == "alignment-5" {
			err = l.correlateRuns(ctx, k, runIndices, chosen)
		} else {
			err = l.regressRuns(ctx, k, chosen)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *FilledTable) partOf(k int) string {
	_, of, _ := strings.Cut(l.Columns[k].Name, " ")
	return strings.Replace(of, "hard", "overall", 1)
}

func (l *FilledTable) describeRows() []string {
	if l.Name == "alignment-5" {
		return []string{"Pearson's r with accuracy; one point per run, or per --by group; ** p < .01, * p < .05, + p < .1"}
	}
	notes := []string{
		"C - C_R ~ size * model_kind + (size | id), over the runs with these facts; ~ model + (1 | id), over all runs; REML",
		"*** p < .0001, ** p < .001, * p < .01, by the Wald test",
	}
	if slices.Sort(l.against); l.against != nil {
		notes = append(notes, "reference levels: "+strings.Join(l.against, ", "))
	}
	return notes
}

func (l *FilledTable) putCell(rowName string, k int, cell Cell) {
	none := Cell{Score: scoring.Score{Value: scoring.Undefined("too few runs have this score")}, Run: AllRuns}
	row := scoring.FindOrAppend(&l.Rows, func(r Row) bool { return r.Name == rowName },
		Row{Name: rowName, Run: AllRuns, Cells: slices.Repeat([]Cell{none}, len(l.Columns))})
	cell.Run = AllRuns
	row.Cells[k] = cell
}

// correlateRuns puts Pearson's r of ΔA with accuracy into column k, over all runs and without
// each model, because one model may make a correlation.
func (l *FilledTable) correlateRuns(ctx context.Context, k int, runIndices []int, chosenRuns session.Runs) error {
	var models []string
	var xs, ys []float64
	for n, run := range chosenRuns {
		delta, err := numberOf(ctx, run, ScoreName{"alignment", "delta_a", l.partOf(k)}, l.Settings)
		if err != nil {
			return err
		}
		accuracy, err := numberOf(ctx, l.runs[runIndices[n]], ScoreName{"answers", "accuracy", "overall"}, l.Settings)
		if err != nil {
			return err
		}
		y, ok := delta.Float()
		if x, answered := accuracy.Float(); ok && answered {
			models, xs, ys = append(models, run.Run.Fact("model")), append(xs, x), append(ys, y)
		}
	}
	for _, c := range figure.Correlate(models, xs, ys) {
		name := "accuracy"
		if c.Without != "" {
			name += ", without " + c.Without
		}
		p, tested := c.P.Float()
		mark := strings.Repeat("*", loaders.CountFunc([]float64{.01, .05}, func(level float64) bool { return tested && p < level }))
		if mark == "" && tested && p < .1 {
			mark = "+"
		}
		l.putCell(name, k, Cell{Score: scoring.Score{Value: c.R, Count: c.N}, Mark: mark})
	}
	return nil
}

func numberOf(ctx context.Context, run *session.ScoredRun, m ScoreName, s scoring.Settings) (scoring.Value, error) {
	scores, err := run.Whole(ctx, m.Protocol, s)
	score, ok := scoring.Pick(scores, m.Metric, m.Of)
	if !ok {
		score.Value = scoring.Undefined("the run lacks this number")
	}
	return score.Value, err
}

// regressions are the paper's formulas for C - C_R: over transformers, and over smaller models.
var regressions = []string{"size * model_kind + (size | id)", "model + (1 | id)"}

// regressRuns puts the coefficients of the paper's regressions into column k. It skips one that
// can't be fitted, because runs may lack its facts.
func (l *FilledTable) regressRuns(ctx context.Context, k int, runs session.Runs) error {
	for _, terms := range regressions {
		fit, err := l.fitRegression(ctx, terms, l.partOf(k), runs)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue // no such runs, or equal levels
		}
		l.against = scoring.AppendNew(l.against, fit.References...)
		for _, c := range fit.Coefficients {
			if c.Estimate.IsDefined() && c.Name != "(intercept)" {
				l.putCell(c.Name, k, Cell{Score: scoring.Score{Value: c.Estimate, Count: fit.Rows}, Mark: mixed.Stars(c.P)})
			}
		}
	}
	return nil
}

func (l *FilledTable) fitRegression(ctx context.Context, terms, oracleName string, runs session.Runs) (*mixed.Fit,
	error) {
	column, random := facts.ColumnOf(l.protocol, "c", oracleName), facts.ColumnOf(l.protocol, "c_random", oracleName)
	formula, err := mixed.Parse(column + " - " + random + " ~ " + terms)
	if err != nil {
		return nil, err
	}
	names, tables := formula.Names(), []*facts.Table(nil)
	for _, run := range runs {
		t := facts.New(run).Table(l.Settings, nil)
		lacks := func(name string) bool { return run.Run.Fact(name) == "" }
		if t.Column(column) != nil && !slices.ContainsFunc(names[1:len(names)-1], lacks) {
			tables = append(tables, t)
		}
	}
	columns, err := facts.Variables(ctx, tables, formula)
	if err != nil {
		return nil, err
	}
	const reference = "base"
	if size := columns["size"]; size != nil && slices.Contains(size.Texts, reference) {
		size.Reference = reference
	}
	return formula.Fit(ctx, columns)
}
