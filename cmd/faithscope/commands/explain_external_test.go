package commands

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/model"
)

// The README's explainer scores words by their length, as one of two explainers and over sentences too.
// Whatever goes wrong with an example costs only its attribution.
func TestExplainerProcess(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	text := readFile(t, readme("cmd/faithscope"))
	script := regexp.MustCompile("(?s)```python\n([^`]*def explain.*?)```").FindStringSubmatch(text)[1]
	const result = "    return [len(part) for part in parts]\n"
	check.Contains(t, script, result)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		writeFile(t, path, text)
		return path
	}
	write("faithscope_model.py", string(model.Python()))
	words := write("words.jsonl", pairs(`["A","dog","runs"]`, 4))
	sentences := write("sentences.jsonl", pairs(`["It","rained",".","A","dog","runs","."],"sentences":[[0,3],[3,7]]`, 1))
	for name, test := range map[string]struct {
		run, label, body, args, want string
		failed                       []string // what is said of each example
	}{
		"words":     {words, "entailment", result, "--over words", "[1,3,4,0,1,5]", make([]string, 4)},
		"sentences": {sentences, "neutral", result, "--over sentences", "[11,12]", make([]string, 1)},
		"faults": {words, "entailment", `    n = int(example["id"])
    if n == 1: return [1]
    if n == 2: return [float("nan")] * len(parts)
    if n == 3: sys.exit("no more")
    assert label == "entailment" and texts["hypothesis"] == ["A", "mouse"] and example["question"] == ["A", "mouse"]
` + result, "--over words", "[1,3,4,0,1,5]", []string{
			"", "it returned the wrong number of scores: 1 for 5 parts", "Out of range float values",
			"it exited; it wrote: ", // no more, or first what example 2 had it write
		}},
	} {
		out := filepath.Join(dir, name+".out.jsonl")
		explainer := write(name+".py", "import sys\n"+strings.Replace(script, result, test.body, 1))
		_, said, err := command(t, append([]string{"explain", test.run, "--model", "demo", "--with", "occlusion", "--target", test.label,
			"--orders", "0", "--explainer", python + " " + explainer, "-o", out}, strings.Fields(test.args)...)...)
		if err != nil {
			t.Fatal(name, said, err)
		}
		written := readFile(t, out)
		for i, line := range strings.Split(strings.TrimSpace(written), "\n")[1:] {
			of := gjson.Get(line, `attributions.#(name="length").scores`).Raw
			reported := regexp.MustCompile(fmt.Sprintf(`\(id %d\): length: .*%s`, i, regexp.QuoteMeta(test.failed[i]))).MatchString(said)
			failed, occluded := test.failed[i] != "", gjson.Get(line, `attributions.#(name="occlusion").scores`)
			if failed == (of == test.want) || failed != reported || !occluded.Exists() {
				t.Errorf("%s: example %d has %s: %s", name, i, of, said)
			}
		}
	}
	for explainer, why := range map[string]string{
		python + " " + write("named.py", strings.Replace(script, "length", "lime", 1)):        `must declare its own name, not "lime"`,
		python + " " + write("other.py", strings.Replace(script, `{"explain"`, `{"find"`, 1)): "and the module explain",
		"no-such-program": "executable file not found",
	} {
		_, _, err := command(t, "explain", words, "--model", "demo", "--explainer", explainer, "-o", filepath.Join(dir, "none.jsonl"))
		if err == nil || !strings.HasPrefix(err.Error(), "--explainer: ") || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", explainer, err, why)
		}
	}
}

// pairs returns a run of n pairs with these tokens as premise.
func pairs(passage string, n int) string {
	list := []string{`{"faithscope":1,"run":{"name":"pairs"}}`}
	for i := range n {
		list = append(list, fmt.Sprintf(`{"id":"%d","question":"A mouse","tokens":["A","mouse"],"passage":{"text":"","tokens":%s},`+
			`"answer":{"predicted":"neutral","gold":"neutral"}}`, i, passage))
	}
	return strings.Join(list, "\n") + "\n"
}
