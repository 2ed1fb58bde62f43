package commands

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// exported returns a table of a run in a format, by columns: what a file has of them.
func exported(t *testing.T, e *writing.Export, format, columns string) map[string][]string {
	t.Helper()
	var b bytes.Buffer
	o := writing.Options{Target: output.Target{Path: "-"}, To: format, Columns: writing.TableSelection{Names: columns}}
	if _, err := e.To(t.Context(), &o, &b, nil); err != nil {
		t.Fatal(err)
	}
	values := map[string][]string{}
	add := func(row map[string]any) {
		for name, v := range row {
			text := ""
			switch v := v.(type) {
			case nil:
			case []byte:
				text = string(v)
			case float64:
				text = strconv.FormatFloat(v, 'g', -1, 64)
			default:
				text = fmt.Sprint(v)
			}
			values[name] = append(values[name], text)
		}
	}
	switch format {
	case "csv":
		lines, err := csv.NewReader(&b).ReadAll()
		check.NoError(t, err)
		for _, line := range lines[1:] {
			for k, name := range lines[0] {
				values[name] = append(values[name], line[k])
			}
		}
	case "jsonl":
		for lines := bufio.NewScanner(&b); lines.Scan(); {
			row := map[string]any{}
			check.NoError(t, json.Unmarshal(lines.Bytes(), &row))
			add(row)
		}
	case "parquet":
		r := parquet.NewReader(bytes.NewReader(b.Bytes()))
		defer r.Close()
		for {
			row := map[string]any{}
			if err := r.Read(&row); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			add(row)
		}
	}
	return values
}

// mean returns the mean of the numbers that a file has of a column, and of how many.
func mean(t *testing.T, column []string) (mean float64, n int) {
	t.Helper()
	sum := 0.0
	for _, text := range column {
		if text == "" {
			continue
		}
		x, err := strconv.ParseFloat(text, 64)
		check.NoError(t, err)
		sum, n = sum+x, n+1
	}
	return sum / float64(n), n
}

// meansHold compares the means of a run's columns, as files of every format have them,
// with the scores whose metrics name them. It returns the protocols that have any.
func meansHold(t *testing.T, s *session.ScoredRun) (held []string) {
	t.Helper()
	r := facts.New(s)
	r.Probe()
	table, scores, names := r.Table(scoring.Defaults(), nil), map[string]scoring.Score{}, "id, verdict, kind, tag"
	for _, score := range s.Scores(scoring.Defaults()) {
		if name := facts.ColumnOf(score.Protocol, score.Metric, score.Of); name != "" {
			if _, ok := score.Value.Float(); ok {
				scores[name], names = score, names+", "+query.Reference(name)
			}
		}
	}
	files := map[string]map[string][]string{}
	for _, format := range []string{"csv", "jsonl", "parquet"} {
		files[format] = exported(t, &writing.Export{Scored: s, Table: table}, format, names)
	}
	for name, column := range files["csv"] {
		for _, format := range []string{"jsonl", "parquet"} {
			if other := files[format][name]; strings.Join(other, "\n") != strings.Join(column, "\n") {
				t.Errorf("%s: %s is not the same as csv and as %s", s.Run.Name, name, format)
			}
		}
	}
	for name, score := range scores {
		want, _ := score.Value.Float()
		if got, n := mean(t, files["csv"][query.Reference(name)]); n != score.Count || math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("%s: %s has the mean %v of %d, %s %s of %s is %v of %d", s.Run.Name, name, got, n, score.Protocol, score.Metric, score.Of, want,
				score.Count)
		}
		held = append(held, score.Protocol)
	}
	namesHold(t, s, table)
	return held
}

// namesHold compares every column of a table that has the name of a score, by itself, under
// another name or with its part behind a dot, with this score: its mean is the score, or it
// says what it is.
func namesHold(t *testing.T, s *session.ScoredRun, table *facts.Table) {
	t.Helper()
	for _, score := range s.Scores(scoring.Defaults()) {
		want, ok := score.Value.Float()
		// These count modules, wrong answers and objects, not examples.
		if !ok || slices.Contains([]string{"causes", "predicates", "concepts"}, score.Protocol) {
			continue
		}
		names := []string{score.Metric + "." + score.Of, score.Protocol + "." + score.Metric + "." + score.Of}
		if score.Of == "overall" {
			names = []string{score.Metric, score.Protocol + "." + score.Metric}
			if score.Protocol == "answers" && score.Metric == "accuracy" {
				names = append(names, "right")
			}
		}
		for _, name := range names {
			field, ok := table.Fields().Find(name)
			// f1 is any number that decides whether an example is faithful.
			isOther := field.Name == "faithfulness" && !slices.Contains(s.Judged(), score.Metric)
			if !ok || field.Kind > query.Truth || isOther {
				continue
			}
			e, err := query.ParseExpression(name, table.Fields())
			check.NoError(t, err)
			values, err := e.Values(t.Context(), table, table.All())
			check.NoError(t, err)
			var mean scoring.Mean
			for _, v := range values {
				mean.Add(scoring.Defined(query.Float(v)))
			}
			got, _ := mean.Value("").Float()
			if (mean.Count != score.Count || math.Abs(got-want) > 1e-9*max(1, math.Abs(want))) &&
				!strings.Contains(field.Help, "is the ratio of the sums over all questions") {
				t.Errorf("%s: %s (%s) has the mean %v of %d, %s %s of %s is %v of %d", s.Run.Name, name, field.Help, got, mean.Count, score.Protocol,
					score.Metric, score.Of, want, score.Count)
			}
		}
	}
}

// The mean of a column that is exported is the score whose metric names it.
func TestColumnsHaveTheMeansOfTheScores(t *testing.T) {
	t.Parallel()
	held := map[string]bool{}
	for _, s := range programtest.ScoredDemo(t) {
		for _, protocol := range meansHold(t, s) {
			held[protocol] = true
		}
	}
	for _, p := range session.Protocols() {
		for _, m := range p.Metrics {
			if m.Column != "" && !held[p.Name] && p.Name != "rationales" && p.Name != "eraser" &&
				p.Name != "measurements" && p.Name != "steps" {
				t.Errorf("no run of the demo has a number of %s", p.Name)
				break
			}
		}
	}
}

// The same of all runs below the folder that FAITHSCOPE_RUNS names.
func TestColumnsOfRealRuns(t *testing.T) {
	folder := os.Getenv("FAITHSCOPE_RUNS")
	if folder == "" {
		t.Skip("FAITHSCOPE_RUNS names no folder")
	}
	runs := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		opened := opening.Runs(t.Context(), []string{path}, opening.Options{})
		defer opened.Close()
		for _, run := range opened.Runs {
			s := session.New(run, session.Protocols())
			if err := s.Read(t.Context()); err == nil && s.Unreadable() < run.Len() {
				meansHold(t, s)
				runs++
			}
		}
		return nil
	})
	if err != nil || runs == 0 {
		t.Errorf("%d runs, %v", runs, err)
	}
	t.Log(runs, "runs")
}

// A difference of two scores, or of a score in two runs, is the difference of what score prints.
func TestScoresAreSubtracted(t *testing.T) {
	const a, b = "demo/counting/runs/scn-normal.jsonl.gz", "demo/counting/runs/scn-odd-even-90.jsonl.gz"
	scores := printedScores(t, a, b)
	at := func(run, of string) float64 { return *scores[[4]string{run, "counting", "accuracy", of}] }
	refused(t, "did you mean rmse.over-15?", "tables", a, b, "--format", "json", "--columns",
		`jump = accuracy["2"] - accuracy["1"], loss = counting.accuracy - row["scn-normal"].counting.accuracy, none = rmse.over-15 / rmse`)
	out := printed(t, "tables", a, b, "--format", "json", "--columns",
		`jump = accuracy["2"] - accuracy["1"], loss = counting.accuracy - row["scn-normal"].counting.accuracy, none = rmse["over-15"] / rmse`)
	rows := gjson.Get(out, "tables.0.rows").Array()
	if len(rows) != 2 {
		t.Fatal(out)
	}
	for i, run := range []string{"scn-normal", "scn-odd-even-90"} {
		jump, loss := at(run, "2")-at(run, "1"), at(run, "overall")-at("scn-normal", "overall")
		if row := rows[i]; row.Get("jump").Num != jump || row.Get("loss").Num != loss || row.Get("jump_n").Int() == 0 ||
			row.Get("none_undefined").String() != "no question has a count over 15" {
			t.Errorf("%s, want %v and %v", row, jump, loss)
		}
	}
	check.Contains(t, printed(t, "tables", a, b, "--table", "scn-2", "--columns", "GroundP, GroundP - above.GroundP"),
		"GroundP - above.GroundP", "above.COCO-Grounding GroundP has no number")
}

// What bow answers to pairs that the generator of HANS (McCoy et al. 2019, MIT licence) makes.
const hans = `id,question,gold,predicted,heuristic
0,The doctor was admired by the artist . / The doctor admired the artist .,non-entailment,non-entailment,lexical_overlap
1,The artist stopped the senator . / The senator stopped the artist .,non-entailment,entailment,lexical_overlap
2,The senators admired the judges . / The judges admired the senators .,non-entailment,entailment,lexical_overlap
3,The athletes believed that the manager ran . / The manager ran .,non-entailment,non-entailment,constituent
4,The students hoped that the tourist shouted . / The tourist shouted .,non-entailment,non-entailment,constituent
5,Hopefully the banker ran . / The banker ran .,non-entailment,entailment,constituent
6,Hopefully the lawyer slept . / The lawyer slept .,non-entailment,entailment,constituent
`

// Correct answers of another file belong to every system, one verdict to none of them, and a grouping without values is
// an error.
func TestSystemsShareAFilesGold(t *testing.T) {
	dir := t.TempDir()
	run, gold := filepath.Join(dir, "run.csv"), filepath.Join(dir, "gold.json")
	for path, text := range map[string]string{run: "id,m,n,ok\na,x,y,1\nb,y,y,0\nc,z,z,1\n", gold: `{"a":"x","b":"y","c":"q"}`} {
		writeFile(t, path, text)
	}
	const systems = "id=id,predicted.m=m,predicted.n=n"
	out := printed(t, "score", run, "--gold", gold, "--map", systems+",right=equal", "--format", "json")
	check.Equal(t, "accuracies", gjson.Get(out, `runs.#.scores.#(metric=="accuracy").value`).Raw, "[0.6666666666666666,0.3333333333333333]")
	refused(t, "several predictions", "score", run, "--map", systems+",correct=ok")
	refused(t, "group: no example has a value", "score", run, "--map", "id=id,predicted=m,gold=n", "--by", "group")
}

// A model's accuracy by heuristic stands beside the ΔA of its run on other data.
func TestRunsAreJoinedByAFact(t *testing.T) {
	const bow = "demo/alignment/runs/bow.jsonl.zst"
	path := newFile(t, "bow-hans.csv", hans)
	out, said, err := command(t, "tables", path, bow, "--as", "{model}-{set}", "--by", "meta.heuristic; run.model, run.name",
		"--columns", "answers.accuracy, joined = same.model.delta_a", "--format", "json")
	if err != nil || !strings.Contains(said, "the run is not in any group: meta.heuristic: there is no field") {
		t.Fatal(out, said, err)
	}
	delta, got := *printedScores(t, bow)[[4]string{"bow", "alignment", "delta_a", "overall"}], map[string]string{}
	for _, row := range gjson.Get(out, "tables.0.rows").Array() {
		joined := cmp.Or(row.Get("joined").Raw, "none")
		if row.Get("joined").Num == delta {
			joined = "ΔA"
		}
		accuracy, n := row.Get(`answers\.accuracy`).Num, row.Get(`answers\.accuracy_n`).Int()
		got[row.Get("run").String()] = fmt.Sprintf("%.2f of %d, %s", accuracy, n, joined)
	}
	for name, text := range map[string]string{"bow-hans · meta.heuristic lexical_overlap": "0.33 of 3, ΔA",
		"bow-hans · meta.heuristic constituent": "0.50 of 4, ΔA", "bow, bow-hans": "0.43 of 7, ΔA"} {
		check.Equal(t, name, got[name], text)
	}
	refused(t, "meta.heuristics", "tables", path, bow, "--by", "meta.heuristics")
}
