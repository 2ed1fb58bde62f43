package commands

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"

	"github.com/tidwall/gjson"
)

// madeQuestion is a question as TallyQA and COCO-Grounding have it.
type madeQuestion struct {
	ID       int          `json:"question_id"`
	Question string       `json:"question"`
	Answer   int          `json:"answer"`
	Simple   *bool        `json:"issimple,omitempty"`
	Source   string       `json:"data_source"`
	Image    string       `json:"image"`
	ImageID  any          `json:"image_id"`
	Name     string       `json:"name,omitempty"`
	Gold     [][4]float64 `json:"gt_bboxes,omitempty"`
}

// made runs a command that must not fail, and returns what it prints.
func made(t *testing.T, args ...string) string {
	t.Helper()
	out, _, err := programtest.Command(t, args...)
	check.NoError(t, err)
	return out
}

func readMade(t *testing.T, path string) (list []madeQuestion) {
	t.Helper()
	vectors.ReadFile(t, path, &list)
	return list
}

// The sets are the authors' draw, question by question in their order.
func TestMakeOddEvenIsTheAuthorsDraw(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			Strategy, Split string
			Removed         float64  `json:"p_removed"`
			Questions       [][3]any // id, answer, issimple or null
			Expected        struct {
				IDs []int `json:"ids_in_order_cpython_random_seed_1337"`
			}
		}
	}
	vectors.ReadFile(t, "../../scoring/mcd/testdata/scn_mcd.json", &v)
	for _, c := range v.Cases {
		dir := t.TempDir()
		var list []madeQuestion
		for _, q := range c.Questions {
			made := madeQuestion{
				ID: int(q[0].(float64)), Question: fmt.Sprintf("How many <b>cats & dogs</b> are in %v?", q[0]), Answer: int(q[1].(float64)),
				Source: "vg", Image: fmt.Sprintf("%v.jpg", q[0]), ImageID: q[0],
			}
			if simple, ok := q[2].(bool); ok {
				made.Simple = &simple
			}
			list = append(list, made)
		}
		text, err := json.Marshal(list)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "questions.json"), text, 0o600)
		}
		check.NoError(t, err)
		questions, out := filepath.Join(dir, "questions.json"), filepath.Join(dir, "out")
		args := []string{"make", "odd-even", questions, questions, "--p", fmt.Sprint(100 * c.Removed), "--validation", "0", "-o", out}
		if c.Strategy == "Even-Odd" {
			args = append(args, "--even-odd")
		}
		made(t, args...)
		written := readMade(t, filepath.Join(out, map[bool]string{true: "test.json", false: "train.json"}[c.Split == "test"]))
		var ids []int
		for _, q := range written {
			ids = append(ids, q.ID)
			if k := slices.IndexFunc(list, func(o madeQuestion) bool { return o.ID == q.ID }); k < 0 || list[k].Question != q.Question {
				t.Fatalf("question %d became %q", q.ID, q.Question)
			}
		}
		if c.Expected.IDs != nil && !slices.Equal(ids, c.Expected.IDs) {
			t.Errorf("%s %g %s:\n%v, want\n%v", c.Strategy, c.Removed, c.Split, ids, c.Expected.IDs)
		}
	}
}

func TestMakeOddEvenSplitsByPicture(t *testing.T) {
	t.Parallel()
	run, out := "demo/counting/runs/scn-normal.jsonl.gz", newPath(t, "out")
	text := made(t, "make odd-even", run, run, "--p", "50", "-o", out, "--format", "json")
	var sizes struct {
		Sizes []map[string]any
	}
	if err := json.Unmarshal([]byte(text), &sizes); err != nil || len(sizes.Sizes) != 2 {
		t.Fatalf("%v: %s", err, text)
	}
	whole, half := sizes.Sizes[0], sizes.Sizes[1]
	if whole["train_odd"] != half["train_odd"] || !(half["train_even"].(float64) < whole["train_even"].(float64)) ||
		whole["test_even"] != half["test_even"] || !(half["test_odd"].(float64) < whole["test_odd"].(float64)) || whole["words"] != 1. {
		t.Errorf("the sizes are %v", sizes.Sizes)
	}
	pictures := map[string]string{}
	for _, name := range []string{"train", "validation"} {
		file := readFile(t, filepath.Join(out, name+".jsonl"))
		for line := range strings.Lines(file) {
			var ex struct{ Images []struct{ Path string } }
			check.NoError(t, json.Unmarshal([]byte(line), &ex))
			for _, im := range ex.Images {
				if in := pictures[im.Path]; in != "" && in != name {
					t.Errorf("%s is in %s and in %s", im.Path, in, name)
				}
				pictures[im.Path] = name
			}
		}
	}
	if len(pictures) == 0 {
		t.Error("no picture is named")
	}
	var report struct{ Runs []struct{ Examples int } }
	text = made(t, "score", run, "--where", `slice = "odd-even-50"`, "--no-intervals", "--format", "json")
	test := half["test_odd"].(float64) + half["test_even"].(float64)
	if err := json.Unmarshal([]byte(text), &report); err != nil || report.Runs[0].Examples != int(test) {
		t.Errorf("%v: %+v examples are in the slice, %v in the test set", err, report, test)
	}
}

func TestMakeGroundingCountsWhatIsAnnotated(t *testing.T) {
	t.Parallel()
	out := newPath(t, "coco-ground.json")
	made(t, "make coco-grounding ../../loaders/coco/testdata/instances.json -o", out)
	questions := readMade(t, out)
	if len(questions) == 0 {
		t.Fatal("no question")
	}
	for _, q := range questions {
		if len(q.Gold) != q.Answer || q.Answer > 2 || !strings.Contains(q.Question, strings.Fields(q.Name)[0][:2]) {
			t.Errorf("%+v", q)
		}
	}
}

func TestMakeSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	run := "demo/counting/runs/scn-normal.jsonl.gz"
	for want, args := range map[string][]string{
		"too few arguments":                   {"odd-even", run},
		"name the folder":                     {"odd-even", run, run},
		"not a percentage":                    {"odd-even", run, run, "-o", t.TempDir(), "--p", "101"},
		"at least 0 and below 1":              {"odd-even", run, run, "-o", t.TempDir(), "--validation", "1"},
		"no counting question":                {"odd-even", "demo/drop/lexical-wide.jsonl.gz", run, "-o", t.TempDir()},
		"must be 1 or more":                   {"coco-grounding", run, "-o", "-", "--each", "0"},
		"no picture has annotated categories": {"coco-grounding", run, "-o", "-"},
	} {
		_, _, err := programtest.Command(t, append([]string{"make"}, args...)...)
		check.Error(t, "make", err, want, args)
	}
}

// Sentences are cut where a trained splitter cuts them, at nearly every answer.
func TestSentencesAgreeWithATrainedSplitter(t *testing.T) {
	t.Parallel()
	runs, err := demo.Open(t.Context(), opening.Formats)
	check.NoError(t, err)
	defer opening.CloseAll(runs)
	equal, all := 0, 0
	for _, run := range runs {
		check.NoError(t, run.Wait(t.Context(), math.MaxInt))
		for i := range run.Len() {
			ex := run.Example(i)
			own := withSentences(ex)
			for k := range ex.Rationales {
				if s := ex.Rationales[k].Sentence; s != nil && *s < len(ex.Passage.Sentences) {
					if all++; slices.Contains(own.Passage.Sentences, ex.Passage.Sentences[*s]) {
						equal++
					}
				}
			}
		}
	}
	if all == 0 || float64(equal) < .9*float64(all) {
		t.Errorf("%d of %d gold sentences are the same", equal, all)
	}
}

func TestMakeQuackie(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	questions, out := filepath.Join(dir, "squad.json"), filepath.Join(dir, "quackie.jsonl")
	text := `{"version":"v2.0","data":[{"title":"Rain","paragraphs":[{"context":"It rained on Dr. Low. He left in 1902! Nobody came.",
"qas":[{"id":"a","question":"When did he leave?","answers":[{"text":"1902","answer_start":33},{"text":"Dr. Low","answer_start":13}]},
{"id":"b","question":"Who came?","answers":[],"is_impossible":true},
{"id":"c","question":"` + strings.Repeat("why ", 20) + `?","answers":[{"text":"Nobody","answer_start":39}]}]}]}]}`
	writeFile(t, questions, text)
	_, said, err := programtest.Command(t, "make quackie", questions, "-o", out, "--most-tokens", "25")
	check.NoError(t, err)
	want := "2 questions, 1 with a gold sentence (1 with several), 3.00 sentences per passage; " +
		"1 left out: too many tokens"
	check.Contains(t, said, want)
	written := made(t, "convert", out, "-o", "-")
	check.Contains(t, written, `"sentences":[[0,7],[7,12],[12,15]]`, `"sentence":1`, `"sentence":0`, `"id":"b"`,
		`"rationales":[{"name":"gold","over":"sentences"}]`)
}

// Of the 420 questions below the folder that FAITHSCOPE_RUNS names, at least 408 have the
// gold sentence of that data, which another splitter cut.
func TestMakeQuackieFindsTheGoldSentences(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("FAITHSCOPE_RUNS")
	if folder == "" {
		t.Skip("FAITHSCOPE_RUNS names no folder")
	}
	out := newPath(t, "quackie.jsonl")
	made(t, "make quackie", filepath.Join(folder, "quackie", "export", "squad.json"), "-o", out)
	own := goldSentences(made(t, "convert", out, "-o", "-"))
	want := goldSentences(made(t, "convert", filepath.Join(folder, "quackie", "runs", "random.jsonl.gz"), "-o", "-"))
	equal := 0
	for id, text := range want {
		if own[id] == text {
			equal++
		}
	}
	if len(want) != 420 || equal < 408 {
		t.Errorf("%d of %d gold sentences are equal", equal, len(want))
	}
}

// goldSentences returns the first gold sentences of a native run, by id and without blanks.
func goldSentences(run string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(run) {
		ex := gjson.Parse(line)
		at := ex.Get("passage.sentences." + ex.Get("rationales.#.sentence|0").String())
		if tokens := ex.Get("passage.tokens").Array(); at.IsArray() {
			text := ""
			for _, token := range tokens[at.Get("0").Int():at.Get("1").Int()] {
				text += token.String()
			}
			all[ex.Get("id").String()] = strings.Join(strings.Fields(text), "")
		}
	}
	return all
}
