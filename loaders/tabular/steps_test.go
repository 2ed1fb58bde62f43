package tabular

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// marksOf writes an example's steps, each with people's mark behind it: + right, o neutral, - wrong, . none.
func marksOf(ex *loaders.Example) string {
	var said []string
	for _, m := range ex.Program[1:] {
		verdict := loaders.Unknown
		if m.Gold != nil {
			verdict = m.Gold.Verdict.Verdict
		}
		said = append(said, m.Text+map[loaders.Verdict]string{
			loaders.Right: "+", loaders.Neutral: "o", loaders.Wrong: "-", loaders.Unknown: ".",
		}[verdict])
	}
	return strings.Join(said, " ")
}

// Any table has steps and the first wrong one, by exact names or by a map, which says from where the index counts.
func TestTablesHaveMarkedSteps(t *testing.T) {
	const made = `"[""a"", ""b"", ""c""]"`
	for _, c := range []struct{ name, text, asked, want string }{
		{"from 0", "id,steps,first_error\n1," + made + ",1\n2," + made + ",-1\n", "", "a+ b- c.|a+ b+ c+"},
		{"no error", "id,steps,mistake_index\n1," + made + ",\n2," + made + ",N/A\n3," + made + ",2.0\n", "", "a+ b+ c+|a+ b+ c+|a+ b+ c-"},
		{"labels without -1", "id,steps,step_labels\n1," + made + `,"[1, 0, 1]"` + "\n", "", "a+ b- c+"},
		{"labels, of which another row has -1", "id,steps,step_labels\n1," + made + `,"[1, 0, 1]"` + "\n2," + made + `,"[1, 1, -1]"` + "\n", "",
			"a+ bo c+|a+ b+ c-"},
		{"labels", "id,steps,step_labels\n1," + made + `,"[1, 0, -1]"` + "\n", "", "a+ bo c-"},
		{"beside answers", "id,steps,first_error,gold,pred\n1," + made + ",1,x,x\n", "", "right a+ b- c."},
		{"beside unclear answers", "id,steps,first_error,answer,label\n1," + made + ",1,x,x\n", "", "a+ b- c."},
		{"beside a verdict", "id,steps,first_error,final_answer_correct\n1," + made + ",1,True\n", "", "right a+ b- c."},
		{"by a map", "text\tat\n['a', 'b']\t2\n", "steps=text,first_error_from_1=at", "a+ b-"},
		{"paragraphs", `{"cot": "a\n\nb\nc", "bad": 1}`, "steps=cot,first_error=bad", "a+ b\nc-"},
		{"lines", `{"cot": "a\nb\n", "bad": 2}`, "steps=cot,first_error_from_1=bad", "a+ b-"},
		{"bars", `{"cot": "a||b\nc", "bad": 1}`, "steps=cot,first_error=bad", "a+ b\nc-"},
		{"bars of a shell", `{"cot": "a || b\nc", "bad": 1}`, "steps=cot,first_error=bad", "a || b+ c-"},
		{"none from 1", `{"cot": "a\nb\n", "bad": -1}`, "steps=cot,first_error_from_1=bad", "a+ b+"},
		{"out of range", `{"cot": ["a"], "bad": 1}`, "steps=cot,first_error=bad", "a.|1 problems"},
		{"the first of a list", `{"cot": ["a", "b"], "bad": [2, 3]}` + "\n" + `{"cot": ["c"], "bad": []}`, "steps=cot,first_error_from_1=bad[0]",
			"a+ b-|c+"},
		{"not marked", `{"cot": ["a", "b"]}`, "steps=cot", "a. b."},
		{"a row per step", "id,step,text,label\n1,0,a,1\n1,1,b,0\n2,0,c,1\n", "", "a+ b-|c+"},
		{"a row per step, signed", "id,step,text,label\n1,0,a,0\n1,1,b,-1\n2,0,c,1\n", "", "ao b-|c+"},
		{"a row per step, by a map", "id,step,thought,ok\n1,0,a,1\n1,1,b,0\n2,0,c,1\n", "steps=thought,step_labels=ok", "a+ b-|c+"},
	} {
		run := opened(t, c.text, c.asked)
		var got []string
		for ex := range run.ScanAll {
			verdict := loaders.IfElse(ex.Answer.Correct == loaders.Unknown, "", ex.Answer.Correct.String()+" ")
			got = append(got, verdict+marksOf(ex))
		}
		if n := len(loadertest.ProblemsOf(run)); n > 0 {
			got = append(got, "1 problems")
		}
		check.Equal(t, c.name, strings.Join(got, "|"), c.want, loadertest.ProblemsOf(run))
	}
}

func TestStepsJoinedByBars(t *testing.T) {
	run := formats.Open(t, nil, "testdata/fur.csv#LLaMA-3-3B", loaders.Options{})
	var got []int
	for ex := range run.ScanAll {
		got = append(got, len(ex.Program)-1, ex.Program[1].Place)
	}
	check.EqualLists(t, "steps", got, []int{9, 0, 8, 0, 7, 0})
}

// A list in Parquet is steps too.
func TestParquetHasSteps(t *testing.T) {
	run := formats.Open(t, nil, "testdata/list_columns.parquet", loaders.Options{}.With(loaders.ColumnMap, "steps=utf8_list"))
	check.Equal(t, "the marks", marksOf(run.Example(0)), "abc. efg. hij.")
}

// The page that asks says of three examples how many steps they have, and which is the first wrong one.
func TestOutlookOnSteps(t *testing.T) {
	text := `[{"cot": ["a", "b"], "n": 2}, {"cot": ["a"], "n": -1}, {"cot": ["a"], "n": 7}]`
	src, err := files.OpenSource(fstest.MapFS{"a": {Data: []byte(text)}}, "a")
	check.NoError(t, err)
	defer src.Close()
	unclear, _ := errors.AsType[*UnclearTableError](lackOf(t.Context(), src, loaders.Options{}))
	lines := unclear.Outlook("steps=cot,first_error_from_1=n")
	if !strings.Contains(lines[0], "first_error counts from 0") {
		t.Errorf("the base isn't stated: %q", lines)
	}
	if want := []string{"2 steps, first wrong step 2", "1 step, none wrong", "1 step, no marks"}; !slices.Equal(lines[len(lines)-3:], want) {
		t.Errorf("%q, want %q", lines, want)
	}
}
