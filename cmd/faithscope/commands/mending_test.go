package commands

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// With the oracle that a run was made on, and scene graphs, commands say which predicate
// makes an answer wrong. The counts are those of a reference made in another language.
func TestAnOracleIsBlamed(t *testing.T) {
	t.Parallel()
	home := filepath.Join("..", "..", "scoring", "executor", "dfol", "testdata", "mending")
	made := newPath(t, "weak.jsonl")
	given := []string{
		"--oracle", filepath.Join(home, "oracle-weak.jsonl.gz"), "--scenes", filepath.Join(home, "scenes.json.gz"),
		"--concepts", filepath.Join(home, "ontology.json"),
	}
	run := func(args ...string) string {
		t.Helper()
		return printed(t, append(args, given...)...)
	}
	run("run", filepath.Join(home, "questions.json.gz"), "-o", made)
	scores := gjson.Get(run("score", made, "--no-intervals", "--format", "json"), "runs.0.scores")
	for metric, want := range map[string]int64{
		"mended_never": 6, "mended_by_one": 97, "mended_by_two": 18, "mended_by_three": 0, "mended_by_operator": 54,
		"mended_by_answer_step": 32, "mended_by_either": 11, "blamed_on_detections": 6, "not_judged": 0,
	} {
		if got := scores.Get(`#(metric=="` + metric + `").value`); got.Int() != want || !got.Exists() {
			t.Errorf("%s: %s, want %d", metric, got.Raw, want)
		}
	}
	// The oracle judges beside the bar, and stands with it wherever the number does.
	none := scores.Get(`#(metric=="wrong_faithful")`)
	if why := none.Get("undefined").String(); none.Get("value").Num != 0 || !strings.Contains(why, "by construction") {
		t.Errorf("right and wrong by faithful has a quarter that must be empty: %s", none.Raw)
	}
	for _, protocol := range []string{"faithfulness", "module-boxes"} {
		settings := scores.Get(`#(protocol=="` + protocol + `").settings`)
		check.Equal(t, "oracle of "+protocol, filepath.Base(settings.Get("oracle").String()), "oracle-weak.jsonl.gz")
	}
	check.Contains(t, run("score", made, "--no-intervals", "--protocol", "faithfulness"), "oracle: ")
	// A site says of the same quarter why it is empty, and which oracle judges.
	site := newPath(t, "site")
	run("export", made, "-o", site+"/")
	page := siteData(t, site)
	check.Contains(t, page.Get("settings").String(), "oracle-weak.jsonl.gz")
	quarter := ""
	for _, sheet := range page.Get("scores.0.Tables").Array() {
		for k, row := range sheet.Get("Rows").Array() {
			if row.Get("0").String() == "wrong_faithful" {
				quarter = row.Get("1").String() + " " + sheet.Get("Why").Array()[k].String()
			}
		}
	}
	if !strings.HasPrefix(quarter, "– empty by construction") {
		t.Errorf("the wrong but faithful set is %q on the site", quarter)
	}
	oracle := given
	given = nil
	if said := run("score", made, "--no-intervals"); strings.Contains(said, "oracle") || strings.Contains(said, "none can be") {
		t.Errorf("an oracle, or what it says, is in\n%s", said)
	}
	given = oracle
	types := gjson.Get(run("blame", made, "--format", "json", "--where", "wrong"), "runs.0")
	check.Equal(t, "culprits of 121 wrong answers", types.Get(`types.#(type=="overall").culprit`).Int(), 115)
	table := run("export", made, "--where", "wrong", "--format", "csv", "-o", "-", "--columns", "culprit,culprit.cause,quadrant,mended_by")
	for line, want := range map[string]int{
		",detections,wrong and unfaithful,\n": 6, "filter,attribute,wrong and unfaithful,\"medium + circle, ": 1,
		"\n": 123, // with one that is not answered
	} {
		check.Equal(t, "lines", strings.Count(table, line), want, "with", line)
	}
	check.Contains(t, run("tables", made, "--table", "nmn-1", "--format", "csv"), "module-boxes,f1,filter")
	lines := run("convert", made, "--to", "csv", "-o", "-")
	if n := strings.Count(lines, ",,false,false,"); n < 121 || strings.Contains(lines, "yes,no,wrong,f1,1,,true") {
		t.Errorf("%d examples of what is converted are not faithful:\n%s", n, lines)
	}
	// What explains wrong answers makes no slice.
	found := run("slices", made, "--top", "0", "--false-share", "1", "--format", "csv")
	for _, word := range []string{"cause", "culprit", "mended_by"} {
		if strings.Contains(found, word) || strings.Count(found, "\n") < 50 {
			t.Errorf("there are slices by %s:\n%s", word, found)
		}
	}
	drawn := newPath(t, "screen.ansi")
	for view, want := range map[string][]string{
		"runs":   {"oracle-weak.jsonl.gz", "wrong         –  121"},
		"groups": {"AUC", "Brier", "touching the wall"},
		"examples; goto 10054; open": {"blamed on attribute ○ unfaithful in filter",
			"attribute: would be right if the oracle had medium ", "+ circle right (enter)"},
		"examples; goto 10054; open; open":                     {"✗ no .75 → ✓ yes", "oracle corrected on medium + circle"},
		"examples; goto 10054; open; what-if; set-module true": {"No changes yet"},
		"examples; goto 10143; open":                           {"blamed on detections ○ unfaithful", "stays wrong"},
		"examples; goto 10064; open; what-if; theta .9":        {"recorded ✗ yes .62 · recomputed ✓ no .38", "θ .90"},
	} {
		run("render", made, "--view", view, "--size", "120x30", "--force", "-o", drawn)
		check.Contains(t, ansi.Strip(readFile(t, drawn)), want...)
	}
}

// Over the questions below the folder that FAITHSCOPE_RUNS names, what is fitted by
// predicate is right more often than .869 on pictures kept apart, and at most .040 of the
// easy questions become wrong; means over 20 splits.
func TestCalibrationByPredicateSucceeds(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("FAITHSCOPE_RUNS")
	if folder == "" {
		t.Skip("FAITHSCOPE_RUNS names no folder")
	}
	out := made(t, "calibrate", filepath.Join(folder, "dfol", "p_questions.jsonl"), "--splits", "20", "--format", "json",
		"--oracle", filepath.Join(folder, "dfol", "oracle-weak.jsonl.gz"))
	row := gjson.Get(out, `splits.#(calibration=="by predicate")`)
	if n, right, broken := row.Get("splits").Int(), row.Get("accuracy").Float(), row.Get("err_easy").Float(); n != 20 ||
		right <= .869 || broken > .04 {
		t.Errorf("accuracy %v and Err_e %v over %d splits", right, broken, n)
	}
}

// Calibrations by predicate are judged on several splits, and drawn.
func TestCalibrateByPredicate(t *testing.T) {
	t.Parallel()
	home := filepath.Join("..", "..", "scoring", "executor", "dfol", "testdata", "mending")
	curve := newPath(t, "curve.csv")
	given := []string{filepath.Join(home, "questions.json.gz"), "--oracle", filepath.Join(home, "oracle-strong.jsonl.gz"),
		"--concepts", filepath.Join(home, "ontology.json")}
	out := printed(t, append([]string{"calibrate --splits 2 --format json -o", curve}, given...)...)
	part := gjson.Parse(out)
	if n := part.Get("splits.#").Int(); n != 3 || part.Get("splits.2.calibration").String() != "by predicate" {
		t.Errorf("%d rows of splits:\n%s", n, out)
	}
	file := newFile(t, "calibration.json", out)
	common := loaders.Map([]string{"a", "b", "c", "d"}, func(name string) string { return part.Get(name).String() })
	var likelihoods []float64 // summed over the answers, by the common calibration and by that of each predicate
	for _, calibration := range []string{strings.Join(common, ","), file} {
		made := newPath(t, "run.jsonl")
		printed(t, append([]string{"run --calibration", calibration, "-o", made}, given...)...)
		sum := 0.
		for _, p := range gjson.Get(readFile(t, made), "..#.answer.probability").Array() {
			sum += p.Float()
		}
		likelihoods = append(likelihoods, sum)
	}
	if likelihoods[0] < 1 || math.Abs(likelihoods[0]-likelihoods[1]) < 1e-6 {
		t.Errorf("likelihoods %v: the file's calibration of each predicate is not used", likelihoods)
	}
	if rows := strings.Count(readFile(t, curve), "\n"); rows < 101*int(part.Get("predicates.#").Int()+1) {
		t.Errorf("the curves have %d rows for %d predicates", rows, part.Get("predicates.#").Int())
	}
}
