package quackie

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/record"
)

var formats = loadertest.Formats{Format}

func golds(ex *loaders.Example) (list []int) {
	for _, r := range ex.Rationales {
		list = append(list, *r.Sentence)
	}
	return list
}

func TestConformance(t *testing.T) {
	run := formats.Open(t, nil, "testdata/results.jsonl", loaders.Options{})
	for i, want := range []struct {
		id, question, answer string
		golds                []int
		scores               []float64
		sentences            []string
	}{
		{"q1", "Where did she sell it?", "in Łódź | Łódź", []int{1, 1, 2}, []float64{.25, .75, -.5},
			[]string{"Ada kept bees.", "She sold “honey” in Łódź!", "Nobody else did."}},
		{"q2", "Who kept bees?", "Ada", []int{0}, []float64{.5, .25, .125}, []string{"", "", ""}},
		{"q3", "How many?", "One", []int{0}, []float64{1.5}, []string{""}},
		{"q4", "", "", []int{1}, []float64{.5, .25, 0}, []string{"", ""}},
	} {
		ex := run.Example(i)
		var sentences []string
		for _, s := range ex.Passage.Sentences {
			sentences = append(sentences, strings.Join(ex.Passage.Tokens[s.Start:s.End], " "))
		}
		a := ex.Attributions[0]
		if ex.ID != want.id || ex.Question != want.question || ex.Answer.Gold != want.answer || !slices.Equal(golds(ex), want.golds) ||
			!slices.Equal(a.Scores, want.scores) || a.Over != "sentences" || a.Signed != (i == 0) || !slices.Equal(sentences, want.sentences) {
			t.Errorf("example %d: %+v %q %+v, want %+v", i, ex, sentences, a, want)
		}
	}
	loadertest.Problems(t, run, "3 scores for 2 sentences; counted as a failure", "no question of this id")
}

// Each broken twin says what is wrong, and the example stays.
func TestBroken(t *testing.T) {
	const good = `{"sample_id":"q1","gt":[[0,1,0]],"prediction":[0.25,0.75,0.5],"sentences":[[0,14],[15,41],[42,58]]}`
	squad, err := os.ReadFile("testdata/squad.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why, old, changed, squad string
		problem                  string
		golds                    int
		broken                   bool
	}{
		{"as it is", "", "", "", "", 1, false},
		{"no id", `"q1"`, `null`, "", "no sample_id", 1, false},
		{"an id that SQuAD has not", `"q1"`, `"q9"`, "", "answer none of its records", 1, false},
		{"two sentences in one vector", `[0,1,0]`, `[0,1,1]`, "", "gt[0] is not one of 3", 0, false},
		{"no sentence in a vector", `[0,1,0]`, `[0,0,0]`, "", "gt[0] is not one of 3", 0, false},
		{"a vector too long", `[0,1,0]`, `[0,1,0,0]`, "", "gt[0] is not one of 3", 0, false},
		{"a vector with half a sentence", `[0,1,0]`, `[0,1,0.5]`, "", "gt[0] is not one of 3", 0, false},
		{"a vector that is none", `[0,1,0]`, `"x"`, "", "gt[0] is not one of 3", 0, false},
		{"a score too few", `0.75,`, ``, "", "2 scores for 3 sentences", 1, false},
		{"a NaN", `0.75`, `NaN`, "", "1 of 3 are not numbers", 1, false},
		{"sentences that overlap", `[15,41]`, `[3,41]`, "", "sentence 1, characters 3 to 41", 1, false},
		{"sentences behind the end", `[42,58]`, `[42,99]`, "", "in a passage of 58", 1, false},
		{"sentences that are none", `[[0,14],[15,41],[42,58]]`, `"three"`, "", "a JSON string where a whole number belongs", 1, false},
		{"no whole number", `[[0,14],[15,41],[42,58]]`, `1e18`, "", "a whole number belongs", 1, false},
		{"more sentences than a passage has", `[[0,14],[15,41],[42,58]]`, `99999999`, "", "99999999 sentences", 0, true},
		{"a negative number", `[[0,14],[15,41],[42,58]]`, `-5`, "", "", 1, false},
		{"no number of sentences", `"gt":[[0,1,0]],"prediction":[0.25,0.75,0.5],"sentences":[[0,14],[15,41],[42,58]]`,
			`"gt":[],"prediction":[]`, "", "the number of sentences is not known", 0, true},
		{"cut off", `]]}`, `]`, "", "cut off", 0, true},
		{"a paragraph without end", "", "", "cut", "the JSON text is cut off", 1, false},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "results.jsonl")
		if err := os.WriteFile(path, []byte(loadertest.Twin(t, good, c.old, c.changed)), 0o600); err != nil {
			t.Fatal(err)
		}
		text := squad
		if c.squad != "" {
			text = text[:len(text)-20]
		}
		if err := os.WriteFile(filepath.Join(dir, "squad.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		run := formats.Open(t, nil, path, loaders.Options{})
		ex := run.Example(0)
		if run.Len() != 1 || (ex.Broken != "") != c.broken || len(ex.Rationales) != c.golds {
			t.Errorf("%s: %d examples, broken %q, gold %v", c.why, run.Len(), ex.Broken, golds(ex))
		}
		got := loadertest.ProblemsOf(run)
		if c.why == "as it is" && len(got) > 0 || !slices.ContainsFunc(got, func(p string) bool { return strings.Contains(p, c.problem) }) &&
			c.problem != "" {
			t.Errorf("%s: problems %q, want %q", c.why, got, c.problem)
		}
	}
}

// Without a SQuAD file there are scores without texts.
func TestNoTexts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.jsonl")
	if err := os.WriteFile(path, []byte(`{"sample_id":"q1","gt":[[0,1]],"prediction":[1,2]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	run := formats.Open(t, nil, path, loaders.Options{})
	if ex := run.Example(0); ex.Question != "" || len(ex.Passage.Sentences) != 2 || len(ex.Attributions[0].Scores) != 2 {
		t.Errorf("%+v", ex)
	}
	loadertest.Problem(t, run, "no SQuAD file")
	if err := formats.Err(t, nil, path, loaders.Options{Gold: "absent.json"}); err == nil ||
		!strings.Contains(err.Error(), "texts: absent.json") {
		t.Errorf("a SQuAD file that is not there: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"sample_id":[1,"q"],"gt":[[0,1]],"prediction":[1,2],"sentences":[[0,1],[1,3]]}`), "a “b” c")
	f.Add([]byte(`{"sample_id":"q","gt":[[1]],"prediction":[NaN],"sentences":1}`), "\xff\xfe")
	f.Fuzz(func(t *testing.T, b []byte, text string) {
		Format.Detect(b)
		rec := &record.Record{Bytes: b, Line: 1}
		ex := (&join{}).example(rec)
		if ex.Broken != "" {
			return
		}
		n := len(ex.Passage.Sentences)
		for _, r := range ex.Rationales {
			if *r.Sentence < 0 || *r.Sentence >= n {
				t.Errorf("sentence %d of %d", *r.Sentence, n)
			}
		}
		var in sample
		if rec.Decode(&in) != nil || n != in.Sentences.count {
			return
		}
		ex.Passage.Text = text
		in.Sentences.set(rec, ex.Passage)
		if len(ex.Passage.Sentences) != n || len(ex.Passage.Tokens) != len(strings.Fields(text)) && in.Sentences.spans == nil {
			t.Errorf("%d sentences of %d tokens from %q", len(ex.Passage.Sentences), len(ex.Passage.Tokens), text)
		}
		for _, s := range ex.Passage.Sentences {
			if s.Start < 0 || s.Start > s.End || s.End > len(ex.Passage.Tokens) {
				t.Errorf("the sentence %v in %d tokens", s, len(ex.Passage.Tokens))
			}
		}
	})
}
