package commands

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/scoring/facts"
	"faithscope/scoring/mixed"
)

func regressCommand() *cobra.Command {
	c := newCommand("regress FORMULA RUN…", "Fit a mixed-effects regression to your runs' examples",
		"Fits a linear model by REML, like lmer in R, with a row per example of each run. Formulas use R's syntax:\n\n  c - c_random ~ size * "+
			"method + (size | id)\n\nThe response is a column or an expression. a:b is a product, and a * b means a + b + a:b. Text columns are "+
			"factors, compared with the first level in alphabetical order or the level in --reference. The last term says what varies by group: (1 "+
			"| id): an intercept per example; (size | id): an intercept and a slope. Names refer to facts of runs or to columns.\n\np: "+
			"Wald test; stars as in table 4 of Prasad et al. 2021: * p < .01, ** p < .001, *** p < .0001.",
		"regress 'c - c_random ~ model + (1 | id)' runs/*.jsonl.gz --as '{model+}-{method}'",
		"regress 'c - c_random ~ size * kind + (size | id)' runs/*.jsonl --facts models.csv --reference size=base,kind=BERT")
	var references string
	c.addFormat()
	c.addFlags(&references, "reference", "reference levels of factors: FACTOR=LEVEL, comma-separated")
	c.AddQuery()
	return c.runWith(func() error { return c.printRegression(references) })
}

func (c *commandLine) printRegression(references string) error {
	formula, err := mixed.Parse(c.args[0])
	if err != nil {
		return err
	}
	return c.EachRun(c.args[1:], func(j *opening.OpenedRuns) error {
		ctx := c.Context()
		if err := j.Err(); err != nil {
			return err // it would be missing from every number
		}
		tables, err := c.Tables(j.Runs)
		if err != nil {
			return err
		}
		columns, err := facts.Variables(ctx, tables, formula)
		if err = cmp.Or(err, setReferences(columns, references)); err != nil {
			return err
		}
		var fit *mixed.Fit
		if err := progress.ShowWhile(ctx, "fitting the regression", func() (err error) {
			fit, err = formula.Fit(ctx, columns)
			return err
		}); err != nil {
			return err
		}
		return c.printDocument(fit.Document())
	})
}

func setReferences(factorColumns map[string]*mixed.VariableColumn, references string) error {
	for part := range strings.SplitSeq(references, ",") {
		name, level, ok := strings.Cut(part, "=")
		switch c := factorColumns[name]; {
		case references == "":
		case !ok || c == nil || c.Texts == nil:
			return fmt.Errorf("--reference %s: expected FACTOR=LEVEL, with a factor in the formula and one of its levels", part)
		default:
			c.Reference = level
		}
	}
	return nil
}
