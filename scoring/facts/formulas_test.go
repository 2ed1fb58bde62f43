package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/table"
)

func number(x float64, n int) table.Cell { return table.Cell{Value: scoring.Defined(x), N: n} }

// scores is of two models on two data sets each; one number is printed, one undefined.
func scores() *table.Table {
	rests := func(c table.Column) table.Column {
		c.Rests = true
		return c
	}
	t := &table.Table{Columns: []table.Column{table.Text.Column("run"), table.Text.Column("run.model"),
		rests(table.Number.Column("easy")), rests(table.Number.Column("set hard")), table.Number.Column("run.λ"),
		rests(table.Number.Column("c")), table.Text.Column("run.set")}}
	t.Columns[3].Title = "hard"
	t.Add("a", "bow", number(.75, 40), number(.5, 10), .5, nil, "dev")
	t.Add("b", "bow", number(.5, 20), table.Cell{Value: scoring.Undefined("no hard example")}, 2.0, number(.25, 8), "dev")
	t.Add("c-1 d", "rnn", "0.5", number(0, 30), 1.0, number(.5, 9), "dev")
	return t
}

// An expression has the fewest examples behind its numbers, and the reason of one that is undefined.
func TestColumnsAreDerived(t *testing.T) {
	for list, want := range map[string]string{
		"hard, easy":                      "0.5/10 0.75/40; no hard example 0.5/20; 0/30 0.5/0",
		"easy - hard":                     "0.25/10; no hard example; 0.5/30",
		`gap = easy - column["set hard"]`: "0.25/10; no hard example; 0.5/30",
		"easy / hard":                     "1.5/10; no hard example; division by zero",
		"easy + run.λ * easy":             "1.125/40; 1.5/20; 1/0",
		"easy - above.easy":               "above.easy has no number; -0.25/20; 0/20",
		`easy - row["c-1 d"].easy`:        "0.25/40; 0/20; 0/0",
		"same.model.c":                    "0.25/8; <nil>/0; <nil>/0",
		"easy - same.model.c":             "0.5/8; same.model.c has no number; same.model.c has no number",
		"defined(hard) ? hard : easy":     "0.5/10; 0.5/20; 0/30",
		"c":                               "<nil>/0; 0.25/8; 0.5/9",
		"same.set.easy": "2 rows have a value for same.set.easy; " +
			"2 rows have a value for same.set.easy; 2 rows have a value for same.set.easy",
		"c * 2":                                 "c has no number; 0.5/8; 1/9",
		`"a"`:                                   `error: "a": not a number`,
		"ease":                                  "error: ease: there is no field ease; did you mean easy?",
		"easy, easy":                            "error: easy: the name is used twice",
		"run.model + run":                       "run.model has no number; run.model has no number; run.model has no number",
		"x = easy - hard, x = hard":             "error: x = hard: the name is used twice",
		strings.Repeat("(", 5000) + "easy":      "error",
		`row["c-1 d"].easy / row["a"].set hard`: "error",
	} {
		got, err := facts.Derive(t.Context(), scores(), list)
		if err != nil {
			if wants, ok := strings.CutPrefix(want, "error"); !ok || wants != "" && ": "+err.Error() != wants {
				t.Errorf("%.40s: %v, want %s", list, err, want)
			}
			continue
		}
		var rows []string
		for i := range got.Rows {
			var cells []string
			for k := 1; k < len(got.Columns); k++ {
				cells = append(cells, shown(got.At(i, k)))
			}
			rows = append(rows, strings.Join(cells, " "))
		}
		check.Equal(t, list, strings.Join(rows, "; "), want)
	}
}

func shown(c table.Cell) string {
	if v, ok := c.Value.(scoring.Value); ok && v.Why() != "" {
		return v.Why()
	} else if x, ok := v.Float(); ok {
		c.Value = x
	}
	return fmt.Sprintf("%v/%d", c.Value, c.N)
}
