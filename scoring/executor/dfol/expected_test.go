package dfol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
	"faithscope/scoring/vectors"
)

// shared is where the data of ../shared lies as seen from here; tests that
// read it are skipped where it is not.
var shared = filepath.Join("..", "..", "..", "..", "shared")

// lines calls f for each line of a packed file.
func lines(t testing.TB, path string, f func(line []byte)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	check.NoError(t, err)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		f(slices.Clone(s.Bytes()))
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
}

func readScenes(t testing.TB, path string) map[string]*Scene {
	t.Helper()
	scenes := map[string]*Scene{}
	lines(t, path, func(line []byte) {
		s, err := ReadScene(&record.Record{Bytes: line})
		check.NoError(t, err)
		scenes[s.Picture] = s
	})
	return scenes
}

// asked returns the examples of a questions file, by id.
func asked(t testing.TB, format loaders.Format, path string) map[string]*loaders.Example {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, path)
	if err != nil {
		t.Skip(err)
	}
	run, err := format.Open(context.Background(), src, loaders.Options{})
	check.NoError(t, err)
	defer run.Close()
	check.NoError(t, run.Wait(context.Background(), math.MaxInt))
	examples := map[string]*loaders.Example{}
	for i := range run.Len() {
		ex := run.Scan(i)
		examples[ex.ID] = ex
	}
	return examples
}

// executed is a line of an expected file.
type executed struct {
	ID         string `json:"question_id"`
	Type       string
	Likelihood []float64
	Options    []any
	Answer     []string
	Trace      []struct {
		Op        string
		Attention []float64
	}
	Correct bool
}

// TestOracleExpected runs all questions of ../shared/data/dfol, read in both of
// their forms, on every oracle that has an expected file, there or in the
// folder of vectors. Questions and oracles in that folder come before those of
// ../shared.
func TestOracleExpected(t *testing.T) {
	home := filepath.Join(shared, "data", "dfol")
	for _, folder := range []string{home, os.Getenv(vectors.Variable)} {
		if folder == "" {
			continue
		}
		at := func(name string) string {
			if own := filepath.Join(folder, name); isFile(own) {
				return own
			}
			return filepath.Join(home, name)
		}
		text, err := os.ReadFile(at("ontology.json"))
		if err != nil {
			t.Skip(err)
		}
		c := concepts(t, text)
		forms := map[string]map[string]*loaders.Example{
			"GQA":      asked(t, gqa.Questions, at("questions.json")),
			"DFOL-VQA": asked(t, gqa.Preprocessed, at("p_questions.jsonl")),
		}
		expected, _ := filepath.Glob(filepath.Join(folder, "expected-*.jsonl.gz"))
		for _, path := range expected {
			name := strings.TrimPrefix(filepath.Base(path), "expected-")
			scenes := readScenes(t, at("oracle-"+name))
			for form, questions := range forms {
				right, n := 0, 0
				lines(t, path, func(line []byte) {
					var want executed
					check.NoError(t, json.Unmarshal(line, &want))
					n++
					if agrees(t, form+" "+name+" "+want.ID, questions[want.ID], scenes, c, &want) {
						right++
					}
				})
				t.Logf("%s, questions of %s: %d of %d right", name, form, right, n)
				if n != len(questions) || n == 0 {
					t.Errorf("%s: %d expected of %d questions", name, n, len(questions))
				}
			}
		}
	}
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func agrees(t *testing.T, what string, ex *loaders.Example, scenes map[string]*Scene, c *ConceptCategories, want *executed) (right bool) {
	p := compiled(t, ex.Program, c)
	scene := scenes[ex.Meta["image"]]
	o, err := NewRunner(Settings{}).Run(p, scene, nil)
	check.NoError(t, err)
	likelihood, err := NewRunner(Settings{}).Likelihood(p, scene)
	check.NoError(t, err)
	close := func(what string, got, want []float64) {
		if len(got) != len(want) {
			t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
			return
		}
		for i := range got {
			check.Near(t, what, got[i], want[i], 1e-6, i)
		}
	}
	close(what, likelihood, want.Likelihood)
	check.Equal(t, what+": answer", o.Answer, strings.Join(want.Answer, " | "))
	check.Equal(t, what+": answer "+o.Answer+" to gold "+ex.Answer.Gold+", correct", (o.Answer == ex.Answer.Gold), want.Correct)
	// The trace is branch after branch, each from its select on.
	step := 0
	var walk func(i int)
	walk = func(i int) {
		for _, child := range ex.Program[i].Children {
			walk(child)
		}
		if op := ex.Program[i].Op; op == "select" || op == "filter" || op == "relate" {
			if step < len(want.Trace) && want.Trace[step].Op == op {
				close(what+" after "+op, o.Outputs[i].Boxes[0], want.Trace[step].Attention)
			}
			step++
		}
	}
	walk(0)
	check.Equal(t, what+": steps", step, len(want.Trace))
	return o.Answer == ex.Answer.Gold
}

// BenchmarkQuestions asks the thousand questions of 36 objects and three hops
// whose likelihoods the authors' code gives in 27.5 s.
func BenchmarkQuestions(b *testing.B) {
	var in struct {
		Normalize bool
		Ontology  json.RawMessage
		Scenes    []table
		Questions []struct {
			Scene   int
			Program branches
		}
		Likelihoods []float64 `json:"likelihoods_concatenated"`
	}
	lines(b, filepath.Join(shared, "bench", "dfol_1000.json.gz"), func(line []byte) {
		check.NoError(b, json.Unmarshal(line, &in))
	})
	c := concepts(b, in.Ontology)
	var scenes []*Scene
	for _, s := range in.Scenes {
		scenes = append(scenes, s.scene(b))
	}
	var programs []*Program
	for _, q := range in.Questions {
		modules, _ := q.Program.modules()
		programs = append(programs, compiled(b, modules, c))
	}
	r := NewRunner(Settings{Normalize: in.Normalize})
	var got []float64
	for b.Loop() {
		got = got[:0]
		for i, p := range programs {
			likelihood, err := r.Likelihood(p, scenes[in.Questions[i].Scene])
			check.NoError(b, err)
			got = append(got, likelihood...)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(programs)), "µs/question")
	for i, want := range in.Likelihoods {
		if !(math.Abs(got[i]-want) <= 2e-5) {
			b.Fatalf("likelihood %d is %v, want %v", i, got[i], want)
		}
	}
}

// TestOracleBranches writes the questions of GQA's form as DFOL-VQA's.
func TestOracleBranches(t *testing.T) {
	home := filepath.Join(shared, "data", "dfol")
	text, err := os.ReadFile(filepath.Join(home, "ontology.json"))
	if err != nil {
		t.Skip(err)
	}
	c := concepts(t, text)
	prepared := map[string]string{}
	file, err := os.ReadFile(filepath.Join(home, "p_questions.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	for line := range bytes.Lines(file) {
		var q struct {
			ID      string `json:"question_id"`
			Program any
		}
		check.NoError(t, json.Unmarshal(line, &q))
		want, _ := json.Marshal(q.Program)
		prepared[q.ID] = string(want)
	}
	for id, ex := range asked(t, gqa.Questions, filepath.Join(home, "questions.json")) {
		b, ok := compiled(t, ex.Program, c).Branches()
		text, _ := json.Marshal(b)
		var whole any
		check.NoError(t, json.Unmarshal(text, &whole))
		if got, _ := json.Marshal(whole); !ok || string(got) != prepared[id] {
			t.Errorf("%s: %s, want %s", id, got, prepared[id])
		}
	}
}
