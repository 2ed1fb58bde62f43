package pages

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/tabular"
)

var formats = loadertest.Formats(loaders.Map(Ours, DocumentedFormat.Reads))

// small is a page without a flaw.
const small = `name = "quiz"
about = "a quiz"

[[recognised]]
keys = "query, reply"

[columns]
question = "query"
predicted = "reply"
meta."a b" = "c"

[[beside]]
name = "texts"
what = "texts"
keys = "id"
id = "id"
`

// A page is strict: what is wrong is named with its place and with what to do.
func TestPageErrors(t *testing.T) {
	if _, err := readPage("quiz.toml", []byte(small)); err != nil {
		t.Fatal(err)
	}
	for why, c := range map[string][3]string{
		"an unknown key":       {`about = `, `abuot = `, `quiz.toml:2:1: abuot is not a key of a page`},
		"an unknown role":      {`question = `, `qestion = `, `quiz.toml:8:1: "qestion" is not a column role`},
		"a hint":               {`question = `, `qestion = `, `question`},
		"no TOML":              {`"quiz"`, `"quiz`, `quiz.toml:1:`},
		"a type":               {`"quiz"`, `7`, `quiz.toml:1:8: `},
		"a condition":          {`"query"`, `["query"]`, "quiz.toml:8:1: [columns] must map roles"},
		"a name for terminals": {`"quiz"`, `"\u001b[2J"`, `quiz.toml:1:1: a name must consist of up to 40`},
		"an unknown function": {`name = "quiz"`, "name = \"quiz\"\nprepare = \"shell\"",
			`quiz.toml:2:1: unknown function; choose from atif, counted`},
		"an unknown rule":      {`name = "quiz"`, "name = \"quiz\"\nright = \"eqaul\"", `quiz.toml:2:1: `},
		"an unknown flag":      {`id = "id"`, "id = \"id\"\nflag = \"golden\"", `quiz.toml:17:1: flag must be gold or scenes`},
		"nothing to recognise": {`keys = "query, reply"`, `keys = ""`, "quiz.toml:4:3: [[recognised]] has neither keys nor columns"},
		"a file of anything":   {`keys = "id"`, ``, "quiz.toml:12:3: name, what, keys or id is missing"},
		"an entry nowhere":     {`name = "texts"`, ``, "quiz.toml:12:3: name, what, keys or id is missing"},
		"size":                 {`"a quiz"`, `"` + strings.Repeat("x", maxSize) + `"`, "quiz.toml:1:1: larger than 64 KB"},
		"a path as a role":     {`question = `, `rows = `, `quiz.toml:8:1: [columns] must map roles`},
	} {
		_, err := readPage("quiz.toml", []byte(loadertest.Twin(t, small, c[0], c[1])))
		check.Error(t, why, err, c[2])
		if err != nil && loaders.Clean(err.Error()) != err.Error() {
			t.Errorf("%s: the error is not clean: %q", why, err)
		}
	}
}

// Whatever a page says, reading it, and a file with it, ends with an error at most.
func FuzzPage(f *testing.F) {
	f.Add(small, `{"query": "a", "reply": "b"}`)
	for _, p := range Ours {
		f.Add(string(p.Text), `[{"question_id": 1, "answer": "b"}]`)
	}
	f.Fuzz(func(t *testing.T, text, content string) {
		p, err := readPage("page.toml", []byte(text))
		if err != nil || content == "" {
			return
		}
		_ = loadertest.Formats{p.asFormat()}.Err(t, nil, "testdata/none", loaders.Options{})
		p.asFormat().Detect([]byte(content))
	})
}

// openOwn opens the first of files, whose names and texts are in turn, by a page of a person's own.
func openOwn(t *testing.T, text string, inTurn ...string) *loaders.Run {
	t.Helper()
	p, flaw := readPage("own.toml", []byte(text))
	if flaw != nil {
		t.Fatal(flaw)
	}
	fsys := fstest.MapFS{}
	for i := 0; i < len(inTurn); i += 2 {
		fsys[inTurn[i]] = &fstest.MapFile{Data: []byte(inTurn[i+1])}
	}
	return loadertest.Formats{p.asFormat()}.Open(t, fsys, inTurn[0], loaders.Options{})
}

// A companion called "." gives the row what it lacks, what is around its entry too, and no column of
// that name.
func TestACompanionCompletesRows(t *testing.T) {
	run := openOwn(t, `name = "dotted"
about = "rows that a file beside completes"

[[recognised]]
keys = "nr, guess"

[columns]
id = "nr"
question = "ask"
gold = "solution"
predicted = "guess"
passage = "chapter.text"

[[beside]]
name = "."
what = "solutions"
flag = "gold"
at = "chapters.*.items.*"
around = "chapter"
keys = "nr, solution"
id = "nr"
lacks = "kept without gold"
`, "run.jsonl", `{"nr": "1", "guess": "a", "ask": "own"}`+"\n"+`{"nr": "2", "guess": "b", ".": "own"}`+"\n"+
		`{"nr": "9", "guess": "b"}`+"\n",
		"key.json", `{"chapters": [{"text": "a story", "items": [{"nr": "1", "solution": "a", "ask": "what?", "hint": "h"},`+
			`{"nr": "2", "solution": "c", "ask": "who?"}]}]}`)
	for i, want := range []struct {
		question, gold, passage string
		meta                    map[string]string
	}{{"own", "a", "a story", map[string]string{"hint": "h"}}, {"who?", "c", "a story", map[string]string{".": "own"}}, {}} {
		ex, err := run.Decode(i)
		check.NoError(t, err)
		passage := cmp.Or(ex.Passage, &loaders.Passage{}).Text
		if ex.Question != want.question || ex.Answer.Gold != want.gold || passage != want.passage || !maps.Equal(ex.Meta, want.meta) {
			t.Errorf("row %d: %q, %q, %q, %v", i, ex.Question, ex.Answer.Gold, passage, ex.Meta)
		}
	}
}

// A list around rows, which has no columns, is a problem, and nothing is made of it.
func TestListsAroundRows(t *testing.T) {
	run := openOwn(t, `name = "nested"
about = "lists in lists"
rows = "items.*.*"
around = "page"

[[recognised]]
at = "{items.*.*"
keys = "nr, guess, truth"

[columns]
id = "nr"
predicted = "guess"
gold = "truth"
`, "run.json", `{"items": [[{"nr": "1", "guess": "a", "truth": "a"}, {"nr": "2", "guess": "b", "truth": "a"}]]}`)
	for i := range 2 {
		if ex, err := run.Decode(i); err != nil || ex.Answer.Gold != "a" || ex.Meta != nil {
			t.Errorf("row %d: %+v, %v", i, ex, err)
		}
	}
	if found, n := run.Problems.All(); n != 2 || !strings.Contains(found[0].String(), "the page cannot be read") {
		t.Errorf("%d problems: %v", n, found)
	}
}

// A kept map is not used on a file that a page recognises.
func TestPagesComeBeforeKeptMaps(t *testing.T) {
	const promptfoo = `{"results":{"results":[{"vars":{"query":"a"},"success":true,"response":{"output":"b"}},` +
		`{"vars":{"query":"a"},"success":true,"response":{"output":"b"}},{"vars":{"query":"a"},"success":true,"response":{"output":"b"}}]}}`
	for _, shape := range []string{"response,success,vars", "response,success,vars at results.results.*"} {
		opener := files.NewOpener(fstest.MapFS{"run": {Data: []byte(promptfoo)}}, append(slices.Clone(formats), tabular.Any)...)
		run, err := opener.Open(t.Context(), "run", loaders.Options{Maps: map[string]string{shape: "predicted=success"}})
		check.NoError(t, err)
		defer run.Close()
		check.Equal(t, shape, run.Format, "promptfoo")
	}
}

// DeepEval keeps its newest run one level deeper than the runs that it exports.
func TestDeepEvalsLatestRun(t *testing.T) {
	cases := `{"testCases": [{"name": "a", "input": "q", "actualOutput": "x", "expectedOutput": "y", "success": false},
{"name": "b", "input": "q", "actualOutput": "y", "expectedOutput": "y", "success": true}]}`
	for _, text := range []string{cases, `{"testRunData": ` + cases + `}`} {
		run := formats.Open(t, fstest.MapFS{".latest_test_run.json": {Data: []byte(text)}}, ".latest_test_run.json", loaders.Options{})
		if run.Format != "deepeval" || run.Len() != 2 || run.Example(1).ID != "b" || run.Example(1).Answer.Correct != loaders.Right {
			t.Errorf("%s: %d examples as %s: %+v", text, run.Len(), run.Format, run.Example(1))
		}
	}
}
