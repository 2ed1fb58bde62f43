package commands

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"gonum.org/v1/gonum/stat"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
)

// printedScores returns the numbers that score prints of runs, by run, protocol, metric and of.
func printedScores(t *testing.T, args ...string) map[[4]string]*float64 {
	t.Helper()
	out := printed(t, append([]string{"score --no-intervals --format json"}, args...)...)
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
	check.NoError(t, json.Unmarshal([]byte(out), &report))
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

// tablesJSON holds what tables prints as JSON.
type tablesJSON struct{ Tables []tableJSON }

type tableJSON struct {
	ID       string
	Settings map[string]string
	Cells    []struct {
		Row, Run, Group, Column, Protocol, Metric, Of, Where, Printed string
		Paper                                                         bool
		UpperBound                                                    bool `json:"upper_bound"`
		Value                                                         *float64
		Count                                                         int
		Undefined                                                     string `json:"value_undefined"`
	}
}

// sharedRuns returns the runs of all papers below the folder that FAITHSCOPE_RUNS names.
func sharedRuns(t *testing.T) (runs []string) {
	t.Helper()
	folder := os.Getenv("FAITHSCOPE_RUNS")
	if folder == "" {
		t.Skip("FAITHSCOPE_RUNS names no folder")
	}
	const patterns = "nlvr1/runs/*_count* drop/runs/*.gz counting/runs/*.gz alignment/runs/*.gz quackie/runs/*.gz dfol/runs/*.gz"
	for _, pattern := range strings.Fields(patterns) {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || found == nil {
			t.Fatalf("%s: no runs, %v", pattern, err)
		}
		runs = append(runs, found...)
	}
	return runs
}

// All tables of the shared runs, the papers' numbers beside theirs.
func TestTablesOfSharedRuns(t *testing.T) {
	out := printed(t, append([]string{"tables --paper"}, sharedRuns(t)...)...)
	golden.CompareFile(t, golden.FilePath("report", "shared.table"), golden.ExcerptLines(out, 6, 1))
}

// wrongInAll are the examples of Table 3 of the alignment paper.
const wrongInAll = "wrong and all(others, .wrong) and defined(c.expert)"

// The tables of runs of the demo, of every kind one and of those that explain two, are the
// numbers of score, under the settings of each; with FAITHSCOPE_TEST_LONG those of the whole
// demo, and of the runs below the folder that FAITHSCOPE_RUNS names.
func TestTablesEqualScore(t *testing.T) {
	t.Parallel()
	explained := []string{"demo/alignment/runs/bow.jsonl.zst", "demo/alignment/runs/bilstm-lime.jsonl.gz"}
	runs := append(slices.Clone(explained), "demo/nlvr/runs/layer_count/predictions.json.zst", "demo/drop/lexical-narrow.jsonl.gz",
		"demo/counting/runs/scn-normal.jsonl.gz", "demo/dfol/runs/weak.jsonl.gz", "demo/quackie/runs/lime.jsonl.gz",
		"demo/quackie/runs/occlusion.jsonl.gz")
	if programtest.Long {
		runs = []string{"--demo"}
	}
	if os.Getenv("FAITHSCOPE_RUNS") != "" {
		runs = slices.DeleteFunc(sharedRuns(t), func(run string) bool { // it answers nothing wrong, which --where wrong refuses
			return strings.Contains(run, "dfol/runs/golden")
		})
		explained = loaders.Filter(runs, func(run string) bool { return strings.Contains(run, "alignment/runs") })
	}
	out := printed(t, append([]string{"tables --paper --format json"}, runs...)...)
	var all tablesJSON
	check.NoError(t, json.Unmarshal([]byte(out), &all))
	ids := map[string]int{} // one for each data set of its runs
	for _, table := range all.Tables {
		ids[table.ID]++
	}
	if len(ids) != 27 || ids["nmn-1"] < 2 {
		t.Errorf("there are %d tables of 27: %v", len(ids), ids)
	}
	scores := map[string]map[[4]string]*float64{}
	cells, paths := 0, pathsByName(t, runs)
	for _, table := range all.Tables {
		var flags []string
		for _, name := range []string{"average", "negative_iou"} {
			if value := table.Settings[name]; value != "" {
				flags = append(flags, "--"+strings.ReplaceAll(name, "_", "-"), value)
			}
		}
		for _, c := range table.Cells {
			if c.Paper || c.UpperBound || c.Protocol == "" || table.ID == "dfol-1" && c.Run == "" { // TestRealQuestionsFindTheirFiles has those
				continue
			}
			of, own := runs, flags
			switch {
			case table.ID == "alignment-3":
				of, own = explained, []string{"--where", wrongInAll}
				c.Run = strings.Replace(c.Run, "bilstm-lime", "bilstm lime", 1) // its name in the demo, and in its file
			case c.Where != "":
				own = append(slices.Clone(flags), "--where", c.Where)
			}
			if path := paths[c.Run]; path != "" && len(own) > 0 && table.ID != "alignment-3" {
				of = []string{path} // no other run has a part in this number
			}
			key := strings.Join(append(slices.Clone(own), of...), " ")
			if scores[key] == nil {
				scores[key] = printedScores(t, append(slices.Clone(of), own...)...)
			}
			want, found := scores[key][[4]string{c.Run, c.Protocol, c.Metric, c.Of}]
			switch {
			case c.Column == "validation" && c.Value == nil: // of a run that is not called one of a validation set
			case !found && c.Value != nil, found && (want == nil) != (c.Value == nil):
				t.Errorf("%s, %s, %s: the table has %v, score %v", table.ID, c.Run, c.Column, c.Value, want)
			case c.Value != nil && *want != *c.Value:
				t.Errorf("%s, %s, %s: the table has %v, score %v", table.ID, c.Run, c.Column, *c.Value, *want)
			case c.Value != nil:
				cells++
			}
		}
	}
	if cells < 135 {
		t.Errorf("only %d cells were compared", cells)
	}
	correlationsFollow(t, &all)
}

// pathsByName returns the runs of files by their names, none of the whole demo.
func pathsByName(t *testing.T, runs []string) map[string]string {
	t.Helper()
	paths := map[string]string{}
	if !programtest.Long {
		opened := opening.Runs(t.Context(), runs, opening.Options{})
		defer opened.Close()
		for i, run := range opened.Runs {
			paths[run.Name] = runs[i]
		}
	}
	return paths
}

// correlationsFollow compares Table 5 of the alignment paper with what Tables 2 and 3 have of
// the runs.
func correlationsFollow(t *testing.T, all *tablesJSON) {
	t.Helper()
	of := map[[3]string]*float64{}
	for _, table := range all.Tables {
		for _, c := range table.Cells {
			of[[3]string{table.ID, c.Column, c.Run}] = c.Value
		}
	}
	rows := all.Tables[slices.IndexFunc(all.Tables, func(table tableJSON) bool { return table.ID == "alignment-5" })].Cells
	for _, c := range rows {
		var xs, ys []float64
		id := map[bool]string{true: "alignment-3", false: "alignment-2"}[c.Group == "expert subset"]
		for key, y := range of {
			if x := of[[3]string{"alignment-2", "accuracy", key[2]}]; key[0] == id && key[1] == c.Column && x != nil && y != nil {
				xs, ys = append(xs, *x), append(ys, *y)
			}
		}
		if c.Row != "accuracy" || c.Value == nil && len(xs) < 2 {
			continue
		}
		if r := stat.Correlation(xs, ys, nil); math.Abs(*c.Value-r) > 1e-9 || c.Count != len(xs) {
			t.Errorf("%s, %s: r %v of %d runs, want %v of %d", c.Group, c.Column, *c.Value, c.Count, r, len(xs))
		}
	}
	if len(rows) < 5 {
		t.Errorf("%d correlations", len(rows))
	}
}

// Table 4 of the alignment paper has the coefficients that regress prints.
func TestTableOfCoefficientsEqualsRegress(t *testing.T) {
	t.Parallel()
	runs := []string{"demo/alignment/runs/bow.jsonl.zst", "demo/alignment/runs/bilstm-lime.jsonl.gz", "--format", "json"}
	table := printed(t, append([]string{"tables --table alignment-4"}, runs...)...)
	compared := 0
	for _, got := range gjson.Get(table, "tables.0.cells").Array() {
		where := map[bool]string{true: wrongInAll, false: "wrong"}[got.Get("group").Str == "expert subset"]
		column := map[string]string{"ΔA hard": "", "ΔA expert": ".expert"}
		of, known := column[got.Get("column").Str]
		if !known {
			continue // bow has no soft oracle
		}
		formula := "c" + of + " - c_random" + of + " ~ model + (1 | id)"
		fit := printed(t, append([]string{"regress", formula, "--where", where}, runs...)...)
		want := gjson.Get(fit, "coefficients.1")
		if compared++; got.Get("row").Str != want.Get("term").Str || got.Get("value").Num != want.Get("coefficient").Num ||
			got.Get("count").Int() != gjson.Get(fit, "rows").Int() || want.Get("coefficient").Num == 0 {
			t.Errorf("the table has %s, regress %s", got, want)
		}
	}
	check.Equal(t, "coefficients", compared, 3)
}

func TestTablesAreWritten(t *testing.T) {
	t.Parallel()
	ours := []string{"demo/quackie/runs/lime.jsonl.gz", "demo/quackie/runs/occlusion.jsonl.gz"}
	for format, want := range map[string][]string{
		"table": {"quackie-4, laid out like Table 4 of Rychener et al. 2020 (QUACKIE)", "─ SQuAD ─", "  Classif (%)  QA (%)", "24.64   25.38"},
		"csv": {"table,row,run,paper,upper_bound,group,column,protocol,metric,of,where,unit,printed,mark,scale,value,count",
			"quackie-4,\"lime, sum\",qa-lime,false,false,SQuAD 2.0,dilated convolutions with question matching,sentences," +
				"iou,sum,,%,61.67,,100,0.61666",
			"quackie-4,paper: Random,,true,false,SQuAD,Classif,sentences,iou,overall,,%,24.64,,100,,"},
		"markdown": {"## quackie-4", "| SQuAD: Classif (%) |"},
		"latex": {`\begin{tabular}{lrrr`, `\caption{IoU of the best sentence with the gold one.}`,
			`\multicolumn{2}{c}{New Wiki}`, `\cmidrule(lr){3-4}`},
		"html": {`<th colspan="2">SQuAD</th>`},
	} {
		runs := ours
		if format == "csv" {
			runs = []string{"--demo"} // with runs of other tables
		}
		out := printed(t, append([]string{"tables --paper --table quackie-4 --format", format}, runs...)...)
		check.Contains(t, out, want...)
		check.Lacks(t, out, "nmn-1")
	}
	refused(t, "unknown table", "tables", ours[0], "--table", "nmn-3")
	refused(t, "no run has the numbers", "tables", programtest.SmallRun(t, "small"))
}

// How many answers are right says nothing of examples that are chosen by their answers.
func TestTablesOfChosenAnswers(t *testing.T) {
	const nlvr, fol = "demo/nlvr/runs/layer_count/predictions.json.zst", "demo/dfol/runs/weak.jsonl.gz"
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
		{fol, "dfol-1", "wrong", "accuracy", false},
		{fol, "dfol-1", "depth > 1", "accuracy", true},
	} {
		out := printed(t, "tables", c.run, "--table", c.table, "--where", c.where, "--format", "json")
		var all tablesJSON
		check.NoError(t, json.Unmarshal([]byte(out), &all))
		cell := all.Tables[0].Cells[0]
		for _, of := range all.Tables[0].Cells {
			if cell.UpperBound {
				cell = of
			}
		}
		if cell.Metric != c.metric || cell.Value != nil != c.told || c.told == (cell.Undefined != "") {
			t.Errorf("%s --where %s: %+v", c.table, c.where, cell)
		}
	}
}

// A row is of a run, or of those of its examples that --by names.
func TestTablesByGroups(t *testing.T) {
	check.Contains(t, printed(t, "tables demo/counting/runs/scn-normal.jsonl.gz --table scn-2 --by", "count.gold > 3"),
		"scn-normal · count.gold > 3 no   ", "scn-normal · count.gold > 3 yes")
}

// A family is the runs with the same facts: its numbers are the means of theirs. No model here
// was trained under several seeds, so these are seeds of what explains it, two of them, three
// with FAITHSCOPE_TEST_LONG. LIME weighs ten words only, and so has no ΔA.
func TestFamiliesAreMeansOverRuns(t *testing.T) {
	t.Parallel()
	dir, of, seeds := t.TempDir(), map[string][]float64{}, 2
	if programtest.Long {
		seeds = 3
	}
	var runs []string
	for _, method := range []string{"random", "kernelshap"} {
		for seed := range seeds {
			out := filepath.Join(dir, fmt.Sprintf("bow-%s-%d.jsonl", method, seed))
			printed(t, "explain demo/alignment/runs/bow.jsonl.zst --model demo --with", method, "--samples", "20",
				"--orders", "0", "--seed", strconv.Itoa(seed), "-o", out)
			runs = append(runs, out)
		}
	}
	for key, x := range printedScores(t, runs...) {
		if key[1] == "alignment" && key[2] == "delta_a" && key[3] == "overall" {
			name := "bow, " + strings.Split(key[0], "-")[1]
			of[name] = append(of[name], *x)
		}
	}
	family := append(slices.Clone(runs), "--as", "{model}-{method}-{seed}", "--by", "run.model, run.method; run.model")
	scores := printedScores(t, family...)
	of["bow"] = slices.Concat(of["bow, kernelshap"], of["bow, random"])
	for name, xs := range of {
		mean := loaders.Sum(xs) / float64(len(xs))
		if got := scores[[4]string{name, "alignment", "delta_a", "overall"}]; got == nil || math.Abs(*got-mean) > 1e-12 || len(xs) < seeds {
			t.Errorf("%s: ΔA %v, want the mean of %v", name, got, xs)
		}
	}
	check.Contains(t, printed(t, append([]string{"tables --table alignment-2"}, family...)...), "bow, kernelshap ", " ±0.0")
	refused(t, "run.size: no run has this fact", "score", runs[0], "--by", "run.size")
}

// Runs of the same examples keep the same ones, another seed draws others, and --by draws of
// each group.
func TestSamples(t *testing.T) {
	const a, b = "demo/counting/runs/scn-normal.jsonl.gz", "demo/counting/runs/scn-odd-even-90.jsonl.gz"
	ids := func(args ...string) string {
		out := printed(t, append([]string{"export --columns id --format csv -o -"}, args...)...)
		return out
	}
	drawn := ids(a, "--sample", "7")
	if n := strings.Count(drawn, "\n") - 1; n != 7 || drawn != ids(b, "--sample", "7") || drawn == ids(a, "--sample", "7", "--seed", "2") {
		t.Errorf("%d drawn: %s", n, drawn)
	}
	const many = "count.gold > 3"
	if ids(a, "--sample", "1000") != ids(a) || strings.Count(ids(a, "--sample", "5", "--where", many), "\n") != 1+5 {
		t.Error("a sample of all is not all, or one of those that are selected has another number")
	}
	out := printed(t, "score", a, "--by", "count.gold > 3", "--sample", "4", "--no-intervals", "--protocol", "counting")
	check.Equal(t, "families of 4 examples", strings.Count(out, " · 4 examples · "), 2)
	refused(t, "invalid argument", "score", a, "--sample", "-1")
}

func TestFiguresByGroups(t *testing.T) {
	check.Contains(t, printed(t, "figure demo/counting/runs/scn-normal.jsonl.gz --figure accuracy-per-count --by kind"),
		"scn-normal · kind simple", "scn-normal · kind complex")
}
