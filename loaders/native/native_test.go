package native

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

func opened(t testing.TB, content []byte, o loaders.Options) *loaders.Run {
	t.Helper()
	fsys := fstest.MapFS{"runs/run.jsonl": {Data: content}, "secret.png": {}}
	for _, name := range []string{"pictures/a.png", "a/b.png", "c.png", "left.png", "right.png"} {
		fsys["runs/"+name] = &fstest.MapFile{}
	}
	return loadertest.Formats{Format}.Open(t, fsys, "runs/run.jsonl", o)
}

// An example with more problems than are kept is reported once, however often it is read.
func TestManyUnknownKeysAreReportedOnce(t *testing.T) {
	text := `{"id": "x", "question": "q", "kind": 7, "program": [{"op": "find"}]`
	for k := range 150 {
		text += fmt.Sprintf(`, "k%03d": 1`, k)
	}
	run := opened(t, []byte(text+"}\n"), loaders.Options{})
	run.Example(0)
	once := problemsOf(run)
	run.Example(0)
	if again := problemsOf(run); len(once) < 101 || !slices.Equal(once, again) {
		t.Errorf("%d problems, and then %d:\n%q", len(once), len(again), again)
	}
}

func problemsOf(run *loaders.Run) []string {
	kept, _ := run.Problems.All()
	var list []string
	for _, p := range kept {
		list = append(list, p.String())
	}
	return list
}

// withPart returns a good line with one more key, withImages with its own images.
func withPart(part string) string {
	return `{"id": "x", "question": "q", "tokens": ["a", "b"], ` +
		`"images": [{"width": 10, "height": 10, "box_units": "pixels", "proposals": [[1, 1, 5, 5], [2, 2, 6, 6]]}], ` +
		`"passage": {"tokens": ["p", "q", "r"]}, ` + part + `}`
}

func withImages(images string) string {
	return `{"id": "x", "question": "q", "images": [` + images + `]}`
}

func program(node string) string { return withPart(`"program": [` + node + `]`) }

func TestLongChain(t *testing.T) {
	var b strings.Builder
	for i := range language.MaxModules {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"op": "not", "children": [%d]}`, i+1)
	}
	ex := opened(t, []byte(program(b.String())), loaders.Options{}).Example(0)
	if len(ex.Program) != language.MaxModules || ex.Broken != "" {
		t.Errorf("%d modules, broken %q", len(ex.Program), ex.Broken)
	}
	ex = opened(t, []byte(program(b.String()+`, {"op": "not"}`)), loaders.Options{}).Example(0)
	check.Contains(t, ex.Broken, language.ErrTooLong.Error())
}

func TestConcurrentReading(t *testing.T) {
	content, err := os.ReadFile("testdata/three.jsonl")
	check.NoError(t, err)
	header, lines, _ := bytes.Cut(content, []byte("\n"))
	run := opened(t, slices.Concat(header, []byte("\n"), bytes.Repeat(lines, 200), []byte("oops\n")), loaders.Options{})
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range run.Len() {
				ex := run.Scan(i)
				if worker%2 == 0 {
					ex = run.Example(i)
				}
				if row := run.Row(i); row.ID != ex.ID || row.Broken != (i == 600) {
					t.Errorf("row %d: %+v of %q", i, row, ex.ID)
				}
			}
		})
	}
	wg.Wait()
	_, count := run.Problems.All()
	check.Equal(t, "problems", count, 1)
}

// A relation of as many good rows as proposals is none of theirs if another row could not be read.
func TestRelationsThatDoNotFit(t *testing.T) {
	for rows, problems := range map[string]int{
		`[[0.1,0.2],[0.3,0.4]]`:           0,
		`[[0.1,0.2],[0.3]]`:               1,
		`[[0.1,0.2],[0.3],[0.5,0.6]]`:     2, // the row, and how many there are
		`[[0.1,0.2],[0.3,0.4],[0.5,0.6]]`: 1,
	} {
		run := opened(t, []byte(withImages(`{"width":10,"height":10,"box_units":"pixels","proposals":[[1,1,5,5],[2,2,6,6]],`+
			`"likelihoods":{"relations":{"left":`+rows+`}}}`)), loaders.Options{})
		read := run.Example(0).Images[0].Likelihoods.Relations["left"]
		if _, n := run.Problems.All(); n != problems || (read != nil) != (problems == 0) {
			t.Errorf("%s: read as %v with %d problems", rows, read, n)
		}
	}
}

// Of a list, it isn't known whether its order or its elements matter.
func TestListsArentCompared(t *testing.T) {
	run := opened(t, []byte(withPart(`"answer": {"predicted": ["b"], "gold": ["b"]}`)), loaders.Options{})
	a := run.Example(0).Answer
	if said := strings.Join(problemsOf(run), "\n"); a.Correct != loaders.Unknown || !strings.Contains(said, "because it is a list") {
		t.Errorf("%+v, %q", a, said)
	}
}

func TestAnswersAreCompared(t *testing.T) {
	for answer, want := range map[string]loaders.Verdict{
		`"predicted": true, "gold": "True"`: loaders.Right, `"predicted": "False", "gold": "false"`: loaders.Right,
		`"predicted": true, "gold": "False"`: loaders.Wrong, `"predicted": "Yes", "gold": "yes"`: loaders.Wrong,
		`"predicted": " ", "gold": "true"`: loaders.Unanswered,
	} {
		run := opened(t, []byte(withPart(`"answer": {`+answer+`}`)), loaders.Options{})
		check.Equal(t, answer, run.Example(0).Answer.Correct, want)
	}
}
