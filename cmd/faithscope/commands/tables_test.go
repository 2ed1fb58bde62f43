package commands

import (
	"encoding/json"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
)

// demoScores are the numbers that score prints of the demo, by run, protocol, metric
// and of.
func demoScores(t *testing.T, args ...string) map[[4]string]*float64 {
	t.Helper()
	out, said, err := command(t, append([]string{"score", "--demo", "--no-intervals", "--format", "json"}, args...)...)
	if err != nil {
		t.Fatal(err, said)
	}
	var report struct {
		Runs []struct {
			Name   string
			Scores []struct {
				Protocol, Metric, Of string
				Value                *float64
				Settings             struct {
					UpperBound bool `json:"upper_bound"`
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	values := map[[4]string]*float64{}
	for _, run := range report.Runs {
		for _, s := range run.Scores {
			if !s.Settings.UpperBound {
				values[[4]string{run.Name, s.Protocol, s.Metric, s.Of}] = s.Value
			}
		}
	}
	return values
}

// tablesJSON is what tables prints as JSON.
type tablesJSON struct {
	Tables []struct {
		ID       string
		Settings map[string]string
		Cells    []struct {
			Run, Column, Protocol, Metric, Of string
			Paper                             bool
			UpperBound                        bool `json:"upper_bound"`
			Value                             *float64
			Undefined                         string `json:"value_undefined"`
		}
	}
}

// The tables of the demo are the numbers of score, under the settings of each.
func TestTablesEqualScore(t *testing.T) {
	t.Parallel()
	out, said, err := command(t, "tables", "--demo", "--paper", "--format", "json")
	if err != nil {
		t.Fatal(err, said)
	}
	var all tablesJSON
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Tables) != 15 {
		t.Errorf("the demo has %d tables of 15", len(all.Tables))
	}
	scores := map[string]map[[4]string]*float64{}
	cells := 0
	for _, table := range all.Tables {
		var flags []string
		for name, value := range table.Settings {
			flags = append(flags, "--"+strings.ReplaceAll(name, "_", "-"), value)
		}
		key := table.Settings["average"] + table.Settings["negative_iou"]
		if scores[key] == nil {
			scores[key] = demoScores(t, flags...)
		}
		for _, c := range table.Cells {
			if c.Paper || c.UpperBound {
				continue
			}
			want, found := scores[key][[4]string{c.Run, c.Protocol, c.Metric, c.Of}]
			switch {
			case !found && c.Value != nil, found && (want == nil) != (c.Value == nil):
				t.Errorf("%s, %s, %s: the table has %v, score %v", table.ID, c.Run, c.Column, c.Value, want)
			case c.Value != nil && *want != *c.Value:
				t.Errorf("%s, %s, %s: the table has %v, score %v", table.ID, c.Run, c.Column, *c.Value, *want)
			case c.Value != nil:
				cells++
			}
		}
	}
	if cells < 100 {
		t.Errorf("only %d cells were compared", cells)
	}
}

func TestTablesAreWritten(t *testing.T) {
	t.Parallel()
	for format, want := range map[string][]string{
		"table": {"quackie-4, laid out as Table 4 of Rychener et al. 2020 (QUACKIE)", "paper: random, Classif, SQuAD  0.246",
			"paper: random, QA, SQuAD       0.254"},
		"csv": {"table,run,paper,upper_bound,column,protocol,metric,of,value,value_undefined,count",
			"quackie-4,qa-lime,false,false,IoU,sentences,iou,overall,",
			"quackie-4,\"paper: random, QA, SQuAD\",true,false,IoU,sentences,iou,overall,0.2538,,0"},
		"markdown": {"## quackie-4"},
		"latex":    {`\begin{tabular}{lrrr}`, `\caption{quackie-4: IoU of the best sentence with the gold one.}`},
	} {
		out, said, err := command(t, "tables", "--demo", "--paper", "--table", "quackie-4", "--format", format)
		if err != nil {
			t.Fatal(err, said)
		}
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("%s: no %q in\n%s", format, text, out)
			}
		}
		if strings.Contains(out, "nmn-1") {
			t.Errorf("%s: another table was printed", format)
		}
	}
	if _, _, err := command(t, "tables", "--demo", "--table", "nmn-3"); err == nil || !strings.Contains(err.Error(), "not one of the tables") {
		t.Errorf("a table that there is not: %v", err)
	}
	if _, _, err := command(t, "tables", programtest.SmallRun(t, "small")); err == nil || !strings.Contains(err.Error(),
		"no run has the numbers") {
		t.Errorf("a run without numbers: %v", err)
	}
}

// How many answers are right says nothing of examples that are chosen by their answers.
func TestTablesOfChosenAnswers(t *testing.T) {
	const nlvr, fol = "demo/nlvr/runs/layer_count/predictions.json.gz", "demo/dfol/runs/weak.jsonl.gz"
	const drop = "demo/drop/lexical-narrow.jsonl.gz"
	for _, c := range []struct {
		run, table, where, metric string
		told                      bool
	}{
		{nlvr, "nmn-1", "wrong", "accuracy", false},
		{nlvr, "nmn-1", `quadrant == "right but unfaithful"`, "accuracy", false},
		{nlvr, "nmn-1", "not right or f1 < .5", "accuracy", false},
		{nlvr, "nmn-1", "predicted != gold", "accuracy", false},
		{nlvr, "nmn-1", "predicted=True gold=False", "accuracy", false},
		{nlvr, "nmn-1", "f1 < .5", "accuracy", true},
		{nlvr, "nmn-1", "predicted=True", "accuracy", true},
		{drop, "nmn-2", "wrong", "f1", false},
		{drop, "nmn-2", "score.f1 < .5", "f1", false},
		{drop, "nmn-2", "depth > 1", "f1", true},
		{fol, "fol-2", "wrong", "acc_hard", false},
		{fol, "fol-2", "depth > 1", "acc_hard", true},
	} {
		out, said, err := command(t, "tables", c.run, "--table", c.table, "--where", c.where, "--format", "json")
		if err != nil {
			t.Fatal(err, said)
		}
		var all tablesJSON
		if err := json.Unmarshal([]byte(out), &all); err != nil {
			t.Fatal(err)
		}
		cell := all.Tables[0].Cells[0]
		if cell.Metric != c.metric || cell.Value != nil != c.told || c.told == (cell.Undefined != "") {
			t.Errorf("%s --where %s: %+v", c.table, c.where, cell)
		}
	}
}
