package esnli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/record"
)

var all = loadertest.Formats{Table, Pairs, Highlights, Lime}

func TestPairs(t *testing.T) {
	run := all.Open(t, nil, "testdata/labels.dev", loaders.Options{})
	if run.Len() != 6 || run.Format != "esnli" {
		t.Fatalf("%d examples of %s", run.Len(), run.Format)
	}
	ex := run.Example(1)
	if ex.ID != "line 2" || ex.Question != "The man is awake ." || ex.Passage.Text != "A man in a T-shirt sleeps , alone ." ||
		ex.Explanation != "he cannot sleep and be awake" ||
		ex.Answer.Gold != "contradiction" || ex.Answer.Correct != loaders.Unknown || len(ex.Tokens) != 5 || len(ex.Passage.Tokens) != 9 {
		t.Errorf("%+v", ex)
	}
	if last := run.Example(5); last.Answer.Gold != "" || last.Question != "The cat is hungry ." || last.Explanation != "" {
		t.Errorf("a pair without label and explanation: %+v", last)
	}
	loadertest.Problems(t, run, "preproc1_expl_1.dev has nothing in line 6")
}

func TestHighlights(t *testing.T) {
	run := all.Open(t, nil, "testdata/highlights-dev.jsonl", loaders.Options{})
	ex := run.Example(0)
	a := ex.Attributions[0]
	want := []float64{0.125, 0.25, 0, 0, 0, 0, 0.0625, 0.75, 0, 0.5, 0, 0.125, 0.25, 0.375, 0.9375, 0}
	if !slices.Equal(a.Scores, want) || len(a.Tokens) != len(want) || a.Tokens[4] != "T" || a.Tokens[14] != "awake" || a.Over != "tokens" ||
		a.Signed {
		t.Errorf("%+v, want the probabilities of both sentences without tags and padding", a)
	}
	if ex.ID != "line 2" || ex.Explanation != "he cannot sleep and be awake" || ex.Answer.Gold != "contradiction" ||
		len(ex.Passage.Tokens) != 11 {
		t.Errorf("not joined by its letters: %+v", ex)
	}
	if len(ex.Rationales) != 0 {
		t.Errorf("the model's own labels became a rationale: %+v", ex.Rationales)
	}
	alone := run.Example(1)
	if alone.ID != "record 2" || alone.Explanation != "" || len(alone.Attributions) != 1 {
		t.Errorf("%+v, want an example without its pair", alone)
	}
	loadertest.Problems(t, run, "no pair of the parallel files")
	if run.Gold != filepath.Join("testdata", "labels.dev") {
		t.Errorf("gold from %q", run.Gold)
	}
}

func TestLime(t *testing.T) {
	run := all.Open(t, nil, "testdata/lime-dev.jsonl", loaders.Options{Gold: "testdata/labels.dev"})
	if run.Len() != 2 {
		t.Fatalf("%d examples", run.Len())
	}
	ex := run.Example(0)
	if ex.ID != "line 2" || ex.Explanation == "" || ex.Passage == nil || len(ex.Attributions) != 1 ||
		ex.Attributions[0].Name != "LIME → contradiction" {
		t.Errorf("%+v", ex)
	}
	twice := run.Example(1)
	var names []string
	for _, a := range twice.Attributions {
		names = append(names, fmt.Sprintf("%s %v", a.Name, a.Signed))
	}
	if want := []string{"LIME → neutral true", "LIME → contradiction false"}; !slices.Equal(names, want) || twice.Passage != nil {
		t.Errorf("rows %q, want %q and no premise", names, want)
	}
	loadertest.Problems(t, run, "2 pairs of the parallel files")
}

func TestTable(t *testing.T) {
	run := all.Open(t, nil, "testdata/table.csv", loaders.Options{})
	ex := run.Example(0)
	if ex.ID != "1.jpg#0r1c" || ex.Question != "The man is awake." || ex.Passage.Text != "A man, alone, sleeps." ||
		ex.Explanation != `he cannot "sleep" and be awake` ||
		ex.Answer.Gold != "contradiction" || !slices.Equal(ex.Explanations, []string{"asleep is not awake"}) {
		t.Errorf("%+v", ex)
	}
	var rows []string
	for _, r := range ex.Rationales {
		rows = append(rows, fmt.Sprint(r.Name, " ", r.Over, " ", r.Scores))
	}
	want := []string{
		"annotator 1 passage [0 0 0 1]", "annotator 1 question [0 0 0 1]",
		"annotator 2 passage [0 1 0 1]", "annotator 2 question [0 0 1 1]",
	}
	if !slices.Equal(rows, want) {
		t.Errorf("rationales %q, want %q", rows, want)
	}
	if other := run.Example(1); len(other.Rationales) != 1 || !slices.Equal(other.Rationales[0].Scores, []float64{0, 0, 0}) {
		t.Errorf("a sentence without marks, and one with other words: %+v", other.Rationales)
	}
	loadertest.Problems(t, run, "Sentence2_marked_1 has other words")
}

// Each broken twin says what is wrong, and the example stays.
func TestBroken(t *testing.T) {
	const highlight, lime, table = `{"word":["<tag1>","a","<tag2>","b","<tag3>"],"label":[-1,0,-1,1,-1],"prob":[-1,0.25,-1,0.75,-1]}`,
		`{"word":["a","b"],"neutral":[0.5,0.25]}`, "pairID,gold_label,Sentence1,Sentence2,Explanation_1\np,neutral,a,b,c\n"
	for _, c := range []struct {
		why, base, old, new, problem string
		broken                       bool
	}{
		{"no parallel files", highlight, "", "", "no labels.*", false},
		{"a probability too large", highlight, "0.75", "7", "prob: 1 of 2 probabilities are outside", false},
		{"a padding among the words", highlight, "0.75", "-1", "outside 0..1", false},
		{"probabilities too few", highlight, "0.25,-1,0.75,-1", "0.25", "2 probabilities", false},
		{"a NaN", highlight, "0.75", "NaN", "1 of 2 are not numbers", false},
		{"tags in another order", highlight, `"<tag1>"`, `"<tag9>"`, "words without <tag1>", true},
		{"words that are none", highlight, `"a"`, `1`, "word: a JSON number", false},
		{"cut off", highlight, `-1]}`, `-1`, "cut off", true},
		{"weights too many", lime, "0.25]", "0.25,1]", "3 weights where 2 belong", false},
		{"weights that are null", lime, "[0.5,0.25]", "[null,null]", "2 of 2 are not numbers", false},
		{"no pairID", table, "p,neutral", ",neutral", "no pairID", false},
		{"a cell too few", table, "p,neutral,a", "p,neutral", "4 cells where the header has 5", true},
	} {
		text := loadertest.Twin(t, c.base, c.old, c.new)
		path := filepath.Join(t.TempDir(), "run")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run := all.Open(t, nil, path, loaders.Options{})
		if run.Len() != 1 {
			t.Fatalf("%s: %d examples", c.why, run.Len())
		}
		if ex := run.Example(0); (ex.Broken != "") != c.broken {
			t.Errorf("%s: broken %q", c.why, ex.Broken)
		}
		loadertest.Problem(t, run, c.problem)
	}
}

// Blank lines in one of the parallel files move no other line.
func TestParallelBlankLines(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"labels.x": "neutral\nneutral\nneutral\n", "s1.x": "a\n\nc\n", "s2.x": "\n\nf\n",
		"expl.x": "g\nh"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := all.Open(t, nil, filepath.Join(dir, "labels.x"), loaders.Options{})
	var got []string
	for i := range run.Len() {
		ex := run.Example(i)
		premise := ""
		if ex.Passage != nil {
			premise = ex.Passage.Text
		}
		got = append(got, premise+"|"+ex.Question+"|"+ex.Explanation)
	}
	if want := []string{"a||g", "||h", "c|f|"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n := len(loadertest.ProblemsOf(run)); n != 4 {
		t.Errorf("%d problems, want one per missing line: %q", n, loadertest.ProblemsOf(run))
	}
}

// Labels alone are a vocabulary: only with both sentences beside them are they
// pairs.
func TestLabelsAlone(t *testing.T) {
	labels := &fstest.MapFile{Data: []byte("entailment\nneutral\ncontradiction\n")}
	if err := all.Err(t, fstest.MapFS{"labels.train": labels}, "labels.train", loaders.Options{}); err == nil {
		t.Error("a list of three labels opens as pairs")
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		"neutral\ncontradiction\n": true, "entailment": true, "-\n-\n": false, "": false, "neutral\nmaybe\n": false, "neutral,0.5\n": false,
		strings.Repeat("neutral\n", loaders.HeadSize/8)[:loaders.HeadSize-3]:                   false,
		strings.Repeat("neutral\n", loaders.HeadSize/8+1)[:loaders.HeadSize]:                   true,
		"neutral\n" + strings.Repeat("contradiction\n", loaders.HeadSize)[:loaders.HeadSize-8]: true,
	} {
		if got := isLabels([]byte(text)); got != want {
			t.Errorf("%.40q: %v, want %v", text, got, want)
		}
	}
}

// The real files, where they are: all 3,278 highlighted pairs are joined, and
// are contradictions; of LIME's 211 rows, 200 have one pair.
func TestOracleFiles(t *testing.T) {
	dir := "../../../shared/data/esnli"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/data here")
	}
	for _, c := range []struct {
		file            string
		examples, joint int
	}{{"esnli_bert-seq-labeling-dev.jsonl", 3278, 3278}, {"esnli_bert-lime-dev-top5.jsonl", 211, 200}, {"labels.dev", 9842, 9842}} {
		run := all.Open(t, nil, filepath.Join(dir, c.file), loaders.Options{})
		joint := 0
		for i := range run.Len() {
			ex := run.Scan(i)
			if ex.Explanation != "" && ex.Passage != nil && ex.Question != "" && (ex.Answer.Gold == "contradiction" || c.file == "labels.dev") {
				joint++
			}
		}
		if run.Len() != c.examples || joint != c.joint {
			t.Errorf("%s: %d of %d joined, want %d of %d", c.file, joint, run.Len(), c.joint, c.examples)
		}
		if got := loadertest.ProblemsOf(run); len(got) != c.examples-c.joint {
			t.Errorf("%s: %d problems, the first %.1q", c.file, len(got), got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"testdata/highlights-dev.jsonl", "testdata/lime-dev.jsonl"} {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			f.Add([]byte(line), "a *b* c", "a b c")
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, text, words string) {
		for _, format := range all {
			format.Detect(b)
		}
		j := &join{}
		for _, decode := range []record.Decode{record.As(j.highlights), record.As(j.lime)} {
			ex := decode(&record.Record{Bytes: b, Line: 1})
			for _, a := range ex.Attributions {
				if a.Scores != nil && len(a.Scores) != len(a.Tokens) {
					t.Errorf("%d scores over %d tokens", len(a.Scores), len(a.Tokens))
				}
			}
		}
		if marks, ok := marked(text, strings.Fields(words)); ok && len(marks) != len(strings.Fields(words)) {
			t.Errorf("%d marks for %q", len(marks), words)
		}
	})
}
