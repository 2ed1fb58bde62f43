package commands

import (
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
)

// lexicalModules finds the words of its argument, and the number that is nearest to them.
const lexicalModules = `
from faithscope_model import serve

def find(argument, inputs, example):
    found = [float(token in argument.split()) for token in example["passage"]]
    return [x / sum(found) for x in found]

def number(argument, inputs, example):
    at = max(range(len(inputs[0])), key=lambda i: inputs[0][i])
    digits = [i for i, token in enumerate(example["passage"]) if token.isdigit()]
    nearest = min(digits, key=lambda i: abs(i - at))
    return [float(i == nearest) for i in range(len(inputs[0]))]

serve(modules={"find": find, "find-num": number}, name="lexical")
`

// countingModules finds the first boxes, as many as its argument has words, and counts those
// that are likelier than not.
const countingModules = `
from faithscope_model import serve

def find(argument, inputs, example):
    if argument == "short":
        return [[1.0]]
    if argument == "nan":
        return [[float("nan") for _ in image["proposals"]] for image in example["images"]]
    left = len(argument.split())
    lists = []
    for image in example["images"]:
        boxes = len(image["proposals"])
        lists.append([float(i < left) for i in range(boxes)])
        left -= min(left, boxes)
    return lists

serve(modules={"find": find, "count": lambda argument, inputs, example: [sum(p > .5 for image in inputs[0] for p in image)]})
`

// asking starts a process of Python, and returns what runs a run's programs and asks it.
func asking(t *testing.T, run *loaders.Run, script string) (executor.Executor, *model.Asker, *executor.Network) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"faithscope_model.py": string(model.Python()), "model.py": script} {
		writeFile(t, filepath.Join(folder, name), text)
	}
	m, err := model.StartLines(t.Context(), []string{python, filepath.Join(folder, "model.py")}, model.DefaultLimits)
	check.NoError(t, err)
	t.Cleanup(func() { m.Close() })
	a := &model.Asker{Model: m, Cache: model.NewCache()}
	network := explain.Network(t.Context(), a)
	x, _, done, err := (&oracle.ProgramFlags{}).For(t.Context(), opening.NewFlags(), run, network)
	check.NoError(t, err)
	t.Cleanup(done)
	return x, a, network
}

func isNumber(token string) bool {
	_, err := strconv.Atoi(token)
	return err == nil
}

// beside returns a word that a passage has once, and the number that is nearest to it.
func beside(tokens []string) (word, number string) {
	times := map[string]int{}
	for _, token := range tokens {
		times[token]++
	}
	for i := 1; i+1 < len(tokens); i++ {
		if times[tokens[i]] == 1 && !isNumber(tokens[i]) && isNumber(tokens[i+1]) && !isNumber(tokens[i-1]) {
			word, number = tokens[i], tokens[i+1] // the last one: numbers before it are nearer to others
		}
	}
	return word, number
}

// Another argument of find reaches the answer over a passage, through modules that a process
// runs again and others that are computed; without the process it cannot be given.
func TestEditedArgumentsReachTheAnswerOverAPassage(t *testing.T) {
	t.Parallel()
	run := demoRunOf(t, "lexical-narrow")
	x, asker, _ := asking(t, run, lexicalModules)
	alone, _, done, err := (&oracle.ProgramFlags{}).For(t.Context(), opening.NewFlags(), run, nil)
	check.NoError(t, err)
	defer done()
	tried := 0
	for i := range run.Len() {
		ex := run.Scan(i)
		word, number := beside(ex.Passage.Tokens)
		if len(ex.Program) != 4 || ex.Program[1].Op != "find-max-num" || word == "" {
			continue
		}
		tried++
		edit := executor.OutputChanges{3: {Text: word}}
		o, err := x.Run(ex, edit)
		if err != nil || o.Answer != number || strings.Join(o.Frozen, "") != "" || !o.Asked[3] || !o.Asked[2] {
			t.Errorf("%s: of %q the answer is not %s, %v", ex.ID, word, number, err)
		}
		if _, err := alone.Run(ex, edit); err == nil {
			t.Errorf("%s: a find that nothing runs has another argument", ex.ID)
		}
		if o, err := x.Run(ex, executor.OutputChanges{3: {Text: "no-such-word"}}); err != nil || !strings.Contains(o.Frozen[3],
			"ZeroDivisionError") ||
			!slices.Equal(o.Outputs[3].Tokens, ex.Program[3].Output.Tokens) {
			t.Errorf("%s: what the process cannot run is not frozen, %v", ex.ID, err)
		}
	}
	if asked := asker.Asked.Load(); tried < 10 || asked < int64(tried) {
		t.Errorf("%d examples, %d calls", tried, asked)
	}
}

// Over pictures too, and what a process returns in another form costs that module alone.
func TestEditedArgumentsReachTheAnswerOverPictures(t *testing.T) {
	t.Parallel()
	run := demoRunOf(t, "layer_count")
	x, _, network := asking(t, run, countingModules)
	ex := *run.Scan(0)
	find := loaders.Module{Op: "find", Text: "a tower"}
	for _, im := range ex.Images {
		find.Output.Boxes = append(find.Output.Boxes, make([]float64, len(im.Proposals)))
	}
	counted := loaders.Output{Number: &loaders.Number{Mean: .5, Var: .25}}
	ex.Program = []loaders.Module{
		{Op: "equal", Children: []int{1, 3}}, {Op: "count", Children: []int{2}, Output: counted}, find, {Op: "number", Text: "3"},
	}
	for argument, want := range map[string]string{"one two three": "True", "one two": "False"} {
		o, err := x.Run(&ex, executor.OutputChanges{2: {Text: argument}})
		if n := float64(len(strings.Fields(argument))); err != nil || o.Answer != want || o.Outputs[1].Number == nil ||
			math.Abs(o.Outputs[1].Number.Mean-n) > 0 || strings.Join(o.Frozen, "") != "" {
			t.Errorf("%q: %+v, %v, want a count of %g", argument, o, err, n)
		}
	}
	for argument, want := range map[string]string{"short": "1 list instead of 2", "nan": "not JSON compliant"} {
		o, err := x.Run(&ex, executor.OutputChanges{2: {Text: argument}})
		if err != nil || !strings.Contains(o.Frozen[2], want) || o.Undefined == "" {
			t.Errorf("%q: %+v, %v, want %q", argument, o, err, want)
		}
	}
	if why := network.Failures(); len(why) != 2 || !strings.HasPrefix(why[0], "find: it ") {
		t.Errorf("of what could not be asked it says %q", why)
	}
	none := loaders.Output{Boxes: find.Output.Boxes}
	if o, err := x.Run(&ex, executor.OutputChanges{2: {Output: &none}}); err != nil || !o.Asked[1] || o.Outputs[1].Number.Mean != 0 {
		t.Errorf("a count of no box after the process failed: %+v, %v", o, err)
	}
}
