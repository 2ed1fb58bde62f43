package tabular

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// goldBeside names the gold of [beside].
var goldBeside = loaders.Options{}.With(loaders.GoldFile, "gold")

func beside(run, gold string) fstest.MapFS {
	return fstest.MapFS{"run": {Data: []byte(run)}, "gold": {Data: []byte(gold)}}
}

// outline returns the examples of a run: "id: predicted/gold verdict", one after the other.
func outline(run *loaders.Run) string {
	var list []string
	for i := range run.Len() {
		ex := run.Example(i)
		list = append(list, fmt.Sprintf("%s: %s/%s %s", ex.ID, ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct))
	}
	return strings.Join(list, ", ")
}

// Rows are found wherever they are.
func TestRowsAnywhere(t *testing.T) {
	row := func(id string) string { return `{"id": "` + id + `", "prediction": "a", "gold": "a"}` }
	rows := strings.Join([]string{row("x"), row("y"), row("z")}, ", ")
	const want = "x: a/a right, y: a/a right, z: a/a right"
	large := strings.Repeat("long ", loaders.HeadSize)
	for why, c := range map[string]struct{ text, columnMap, want string }{
		"a list":          {"[" + rows + "]", "", want},
		"lines":           {strings.ReplaceAll(rows, "}, ", "}\n"), "", want},
		"a comma a line":  {strings.ReplaceAll(rows, "}, ", "},\n") + ",\n", "", want},
		"deep":            {`{"config": {"a": [1, 2]}, "run": {"out.0": {"list": [` + rows + `]}}}`, "", want},
		"behind tasks":    {`{"tasks": [{"id": 1, "goal": "g"}, {"id": 2, "goal": "h"}, {"id": 3}], "runs": [` + rows + `]}`, "", want},
		"beyond the head": {`{"config": "` + large + `", "list": [` + rows + `]}`, "", want},
		"a long first row": {`{"list": [{"id": "w", "prediction": "a", "gold": "a", "context": "` + large + `"}, ` + rows + `]}`, "",
			"w: a/a right, " + want},
		"entries": {`{"x": ` + row("1") + `, "y": ` + row("2") + `, "z": ` + row("3") + `}`, "", want},
		"entries by a map": {`{"x": ` + row("1") + `, "y": ` + row("2") + `}`, "rows=*,predicted=prediction,gold=gold",
			"x: a/a right, y: a/a right"},
		"entries whose id a map names": {`{"1": ` + row("x") + `, "2": ` + row("y") + `, "3": ` + row("z") + `}`,
			"id=id,predicted=prediction,gold=gold", want},
		"by a map of the place alone": {`{"few": [` + rows + `], "all": [` + rows + `, ` + rows + `]}`, "rows=all", want + ", " + want},
		"by a map": {`{"runs": [{"list": [{"a": 1}, {"a": 2}, {"a": 3}]}, {"list": [` + rows + `]}]}`,
			"rows=runs[1].list,predicted=prediction,gold=gold", want},
		"lists in cells, Python's and JSON's": {"id,prediction,gold\nx,a,\"['b', 'a']\"\ny,b,\"[\"\"b\"\", \"\"c\"\"]\"\nz,[,['a]\n", "",
			"x: a/b or a right, y: b/b or c right, z: [/['a] wrong"},
		"columns as lists": {`{"acc": 0.5, "classes": ["a", "b", "c"], "y_true": ["a", "b", "a", "c"], "y_pred": ["a", "a", null, "c"]}`, "",
			"record 1: a/a right, record 2: a/b wrong, record 3: /a unanswered, record 4: c/c right"},
		"columns as long lists": {`{"note": [], "y_true": ["a", "b", "a"], "long": ["` + large + `", "", ""], "y_pred": ["a", "a", "b"]}`, "",
			"record 1: a/a right, record 2: a/b wrong, record 3: b/a wrong"},
		"what describes the rows is not one": {`{"_meta": {"n": 3}, "x": ` + row("1") + `, "y": ` + row("2") + `, "z": ` + row("3") + `, "n": 3}`,
			"", want},
		"solutions that end in a number": {"id,prediction,gold\nx,so 1018,\"so it is. #### 1,018\"\ny,#### 18,half. #### 17\n" +
			"z,,#### 2\nw,much,#### 2\n", "",
			"x: so 1018/so it is. #### 1,018 right, y: #### 18/half. #### 17 wrong, z: /#### 2 unanswered, w: much/#### 2 wrong"},
		"a run's row with a list in it": {`{"id": "x", "prediction": "a", "gold": "a", "contexts": [{"t": 1}, {"t": 2}, {"t": 3}]}`, "",
			"x: a/a right"},
	} {
		check.Equal(t, why, outline(opened(t, c.text, c.columnMap)), c.want)
	}
}

// Gold in a file of its own is joined by id, whatever either file looks like.
func TestGoldFile(t *testing.T) {
	const want = "q1: a/a right, q2: b/c wrong, q3: c/ unknown"
	runs := map[string]string{
		"lines":         `{"id": "q1", "prediction": "a"}` + "\n" + `{"id": "q2", "prediction": "b"}` + "\n" + `{"id": "q3", "prediction": "c"}`,
		"cells":         "qid,prediction\nq1,a\nq2,b\nq3,c\n",
		"answers by id": `{"q1": "a", "q2": "b", "q3": "c"}`,
		"answers deep":  `{"model": "m", "config": {"a": "b"}, "all": {"q1": "a", "q2": "b", "q3": "c"}}`,
		"entries":       `{"q1": {"prediction": "a"}, "q2": {"prediction": "b"}, "q3": {"prediction": "c"}}`,
	}
	golds := map[string]string{
		"lines": `{"question_id": "q1", "answer": "a"}` + "\n" + `{"question_id": "q4", "answer": "d"}` + "\n" +
			`{"question_id": "q2", "answer": "c"}`,
		"cells":         "id,truth\nq1,a\nq2,c\nq4,d\n",
		"answers by id": `{"q1": "a", "q2": "c", "q4": "d"}`,
		"several":       `{"q1": ["b", "a"], "q2": ["c"], "q4": ["d"]}`,
		"entries":       `{"n": 3, "all": {"q1": {"label": "a", "n": 1}, "q2": {"label": "c", "n": 2}, "q4": {"label": "d", "n": 2}}}`,
	}
	for kind, text := range runs {
		for goldKind, gold := range golds {
			run := formats.Open(t, beside(text, gold), "run", goldBeside)
			if got := strings.ReplaceAll(outline(run), "b or a", "a"); got != want || run.Gold != "gold" {
				t.Errorf("%s with %s: %s of %q, want %s", kind, goldKind, got, run.Gold, want)
			}
			loadertest.Problem(t, run, "2 of 3 examples and 2 of 3 correct answers could be paired")
		}
	}
	for why, c := range map[string][3]string{
		"ids by another name":  {"patient,state\nx,a\ny,b\n", "state,patient,use\nb,y,dev\nc,x,dev\n", "x: a/c wrong, y: b/b right"},
		"ids that others have": {"index,prediction\n0,a\n1,b\n", "index,pairID,gold_label\n0,7e,c\n1,8n,b\n", "0: a/c wrong, 1: b/b right"},
		"options of gold": {`{"q1": "Rome", "q2": "Bonn"}`, `{"id": "q1", "choices": ["Bonn", "Rome"], "answer": 1}` + "\n" +
			`{"id": "q2", "choices": ["Rome", "Bonn"], "answer": 0}`, "q1: B/B right, q2: B/A wrong"},
	} {
		run := formats.Open(t, beside(c[0], c[1]), "run", goldBeside)
		check.Equal(t, why, outline(run), c[2])
	}
	for why, c := range map[string][3]string{
		"gold without an id": {runs["lines"], "a,b\n1,2\n", "no id column"},
		"gold of many columns": {runs["lines"], "id,a,b\nq1,1,2\n",
			"name one with --map 'gold=COLUMN,predicted=COLUMN'; the columns are id, a, b"},
		"a run without ids": {"a,prediction\n1,2\n", golds["cells"],
			"the run's id column is unknown; set --map id=COLUMN to one of a, prediction"},
		"a run without a header": {"q1,a\nq2,c\n", golds["cells"],
			`no column "prediction" for predicted; the columns are column 1, column 2, gold`},
		"gold that is not a table": {runs["lines"], "nothing", "neither rows with an id"},
		"no gold":                  {runs["lines"], "", "empty"},
	} {
		err := formats.Err(t, beside(c[0], c[1]), "run", goldBeside.With(loaders.ColumnMap, "predicted=prediction"))
		check.Error(t, why, err, c[2])
	}
}

// Rows that are shown stay, and lists in other places are mentioned.
func TestMoreRowsElsewhere(t *testing.T) {
	list := func(n int, row string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(row+", ", n), ", ") + "]"
	}
	rows := list(3, `{"prediction": "a", "gold": "a"}`)
	others := func(n int) string { return list(n, `{"task": "a", "n": 1, "why": ""}`) }
	for text, want := range map[string]string{
		`{"n": 1, "few": ` + rows + `, "all": {"list": ` + others(30) + `}}`: "the file also has all.list (30 rows); not read " +
			"(--map rows=all.list reads them)",
		`{"n": 1, "few": ` + rows + `, "all": {"list": ` + others(29) + `}}`: "the file also has all.list (29 rows)",
	} {
		run := opened(t, text, "")
		check.Equal(t, "rows", run.Len(), 3)
		loadertest.Problem(t, run, want)
	}
}

// Totals by kind, which are numbers alone, are not the rows where a longer list of records is there.
func TestTotalsBesideRows(t *testing.T) {
	totals := `{"easy": {"n": 2, "acc": 1}, "hard": {"n": 2, "acc": 0}, "odd": {"n": 1, "acc": 0}}`
	row := `{"prediction": "a", "gold": "a"}`
	rows := "[" + strings.Repeat(row+", ", 4) + row + "]"
	for text, want := range map[string]int{
		`{"by": {"kind": ` + totals + `, "size": ` + totals + `}, "rows": ` + rows + `}`:                         5,
		`{"by": {"1": {"prediction": 1, "gold": 1}, "2": {"prediction": 1, "gold": 0}, "3": {"prediction": 0}}}`: 3,
	} {
		check.Equal(t, "rows", opened(t, text, "").Len(), want, text)
	}
}

// Lines that are broken, or that something else wrote between and before those of a run, are examples
// that cannot be read, and objects over several lines are rows as well.
func TestRowsAmongBrokenLines(t *testing.T) {
	var lines, blocks []string
	for i := range 6 {
		line := fmt.Sprintf(`{"id":%d,"gold":"%c","prediction":"%c"}`, i, "ab"[i%2], "ab"[i/2%2])
		lines, blocks = append(lines, line), append(blocks, strings.NewReplacer("{", "{\n ", ",", ",\n ", "}", "\n}").Replace(line))
	}
	with := func(at int, more ...string) string {
		return strings.Join(slices.Insert(slices.Clone(lines), at, more...), "\n") + "\n"
	}
	for why, c := range map[string]struct {
		text   string
		broken int
	}{
		"the first cut off":         {with(0, lines[0][:9]), 1},
		"the second broken":         {with(1, `{"id": x`), 1},
		"a message first":           {with(0, "INFO starting"), 1},
		"a message of columns":      {with(0, "WARNING: 3 tokens, cut off"), 1},
		"a comment and blank lines": {with(0, "# run 7", "", ""), 1},
		"a trace between":           {with(3, "Traceback:", `  File "run.py"`), 2},
		"other values between":      {with(3, "null", "[]", "7"), 3},
		"a comma at the end":        {with(3, strings.Replace(lines[0], "}", ",}", 1)), 1},
		"the last cut off":          {with(6, lines[0][:9]), 1},
		"several lines each":        {strings.Join(blocks, "\n"), 0},
		"several lines, cut off":    {strings.Join(blocks, "\n") + "\n" + blocks[0][:12], 1},
	} {
		run := formats.Open(t, fstest.MapFS{"run.jsonl": {Data: []byte(c.text)}}, "run.jsonl", loaders.Options{})
		broken := 0
		for ex := range run.ScanAll {
			broken += loaders.IfElse(ex.Broken != "", 1, 0)
		}
		if right := strings.Count(lettersOf(run), "r"); run.Len() != len(lines)+c.broken || broken != c.broken || right != 3 {
			t.Errorf("%s: %d of %d broken, %d right", why, broken, run.Len(), right)
		}
		if got := loadertest.ProblemsOf(run); len(got) < c.broken {
			t.Errorf("%s: %q", why, got)
		}
	}
}
