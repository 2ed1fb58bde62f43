package commands

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/tui/screen/screentest"
)

// commandLines returns the command lines of a README's code: indented ones and those of
// blocks for a shell, without comments and what joins them to the next line.
func commandLines(text string) (lines []string) {
	fence := ""
	comment := regexp.MustCompile(`\s{2,}#.*$`)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch indented := strings.HasPrefix(line, "    "); {
		case strings.HasPrefix(line, "```"):
			fence = map[bool]string{true: line}[fence == ""]
		case fence == "```sh" || fence == "" && indented:
			line = strings.TrimSuffix(strings.TrimSpace(comment.ReplaceAllString(line, "")), " &&")
			if strings.HasPrefix(line, "faithscope") || strings.HasPrefix(line, "parallel") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// readmeModel answers at random, but always the same: about pairs of sentences, or where
// the folder has a file answerable, whether a question can be answered.
const readmeModel = `import os
from faithscope_model import serve
score = lambda x: len(str(sorted(x.items()))) % 7 / 10 + .2
if os.path.exists("answerable"):
    serve(lambda batch: [score(x) for x in batch], ["unanswerable", "answerable"], ["question", "context"], version="1", outputs="binary")
else:
    serve(lambda batch: [[score(x), (1 - score(x)) / 2, (1 - score(x)) / 2] for x in batch],
          ["entailment", "neutral", "contradiction"], ["premise", "hypothesis"], version="1")
`

// readmeFiles are the files of the folder in which the command lines run, by their names in the
// READMEs: files of the repository, as seen from cmd/faithscope.
var readmeFiles = map[string]string{
	"predictions.json.gz":             "demo/nlvr/runs/layer_count/predictions.json.zst",
	"graph_count/predictions.json.gz": "demo/nlvr/runs/graph_count/predictions.json.zst",
	"monday/predictions.json.gz":      "demo/nlvr/runs/layer_count/predictions.json.zst",
	"friday/predictions.json.gz":      "demo/nlvr/runs/layer_count/predictions.json.zst",
	"a/predictions.json.gz":           "demo/nlvr/runs/sum_count/predictions.json.zst",
	"b/predictions.json.gz":           "demo/nlvr/runs/graph_count_decont_pretrain/predictions.json.zst",
	"a.jsonl":                         "demo/nlvr/runs/graph_count/predictions.json.zst",
	"b.jsonl":                         "demo/nlvr/runs/graph_count_decont_pretrain/predictions.json.zst",
	"main.jsonl":                      "demo/nlvr/runs/graph_count/predictions.json.zst",
	"branch.jsonl":                    "demo/nlvr/runs/graph_count_decont_pretrain/predictions.json.zst",
	"boxes.csv":                       "demo/nlvr/nlvr1_dev_box_annotations.csv.zst",
	"nlvr1_dev_box_annotations.csv":   "demo/nlvr/nlvr1_dev_box_annotations.csv.zst",
	"nlvr1_dev_annotations.tsv.zst":   "demo/nlvr/nlvr1_dev_annotations.tsv.zst",
	"runs/bilstm-ig.jsonl.gz":         "demo/alignment/runs/bilstm-lime.jsonl.gz",
	"runs/bilstm-lime.jsonl.gz":       "demo/alignment/runs/bilstm-lime.jsonl.gz",
	"questions.json":                  "../../scoring/executor/dfol/testdata/mending/questions.json.gz",
	"oracle.jsonl.gz":                 "../../scoring/executor/dfol/testdata/mending/oracle-weak.jsonl.gz",
	"scenes.json":                     "../../scoring/executor/dfol/testdata/mending/scenes.json.gz",
	"ontology.json":                   "../../scoring/executor/dfol/testdata/mending/ontology.json",
	"gqa/val_balanced_questions.json": "../../scoring/executor/dfol/testdata/gqa/train_balanced_questions.json.zst",
	"gqa/val_sceneGraphs.json":        "../../scoring/executor/dfol/testdata/gqa/train_sceneGraphs.json.zst",
	"train.json":                      "demo/counting/runs/scn-normal.jsonl.gz",
	"test.json":                       "demo/counting/runs/scn-normal.jsonl.gz",
	"squad.json":                      "../../loaders/reading/testdata/squad.json",
	"instances_val2014.json":          "../../loaders/coco/testdata/instances.json",
	"shards/1.jsonl":                  "../../loaders/native/testdata/three.jsonl",
}

// readmeTexts are files of that folder that are written here.
var readmeTexts = map[string]string{
	"model.py":        readmeModel,
	"gqa/llava.jsonl": `{"question_id": "07601182", "text": "Avocado"}` + "\n",
	"models.csv":      "model,size\nbow,small\nbilstm,large\n",
	"results.jsonl": `{"text": "a?", "choices": [{"message": {"content": "x"}}], "label": "x", "prob": 0.9}
{"text": "b?", "choices": [{"message": {"content": "y"}}], "label": "x", "prob": 0.4}
`,
	"results.csv": "q,out,label\na?,x,x\nb?,y,x\n",
	"chat.jsonl":  `{"messages": [{"role": "user", "content": "a?"}, {"role": "assistant", "content": "x"}]}` + "\n",
	"run.jsonl": `{"faithscope": 1, "run": {"name": "mine", "box_format": "xywh", "box_units": "pixels"}}
{"id": "1", "question": "is there a dog?", "answer": {"predicted": "yes", "gold": "yes"},
"images": [{"path": "dog.png", "width": 640, "height": 480, "proposals": [[10, 20, 200, 180]]}],
"program": [{"op": "find", "text": "dog", "output": {"boxes": [[0.93]]}, "gold": {"boxes": [[[12, 22, 198, 176]]]}}]}
`,
}

// joined puts a text's lines that end with a comma before those that follow.
func joined(text string) string { return strings.ReplaceAll(text, ",\n", ", ") }

// readmeFolder makes the folder in which the command lines run.
func readmeFolder(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write := func(name string, text []byte, err error) {
		t.Helper()
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		check.NoError(t, err)
	}
	for name, from := range readmeFiles {
		text, err := os.ReadFile(from)
		write(name, text, err)
	}
	for name, text := range readmeTexts {
		write(name, []byte(joined(text)), nil)
	}
	for _, name := range []string{"runs/bow-ig.jsonl.gz", "runs/bow-lime.jsonl.gz"} {
		write(name, programtest.Beginning(t, "demo/alignment/runs/bow.jsonl.zst", 16), nil)
	}
	for _, shard := range []string{"2", "3", "4", "5", "6", "7", "8"} {
		text := joined(readmeTexts["run.jsonl"])
		write("shards/"+shard+".jsonl", []byte(strings.Replace(text, `"id": "1"`, `"id": "shard `+shard+`"`, 1)), nil)
	}
	write("home/.config/faithscope/themes/mine.toml", []byte(block(t, "tui", "toml")), nil)
	pictures, err := filepath.Abs("demo/nlvr/images")
	if err == nil {
		err = os.Symlink(pictures, filepath.Join(dir, "pictures"))
	}
	check.NoError(t, err)
	programtest.AddMarks(t, filepath.Join(dir, "monday/predictions.json.gz"),
		marks.Change{ID: "dev-3125-1", Module: marks.Whole, Kind: marks.Mark})
	run, err := opening.Options{}.Opener().Open(t.Context(), filepath.Join(dir, "predictions.json.gz"), loaders.Options{})
	check.NoError(t, err)
	defer run.Close()
	check.NoError(t, run.Wait(t.Context(), math.MaxInt))
	for _, name := range []string{"", "ann"} {
		annotate(t, run, name, func(int, *marks.Annotation) {})
	}
	return dir
}

// notRun says why a command line is parsed and not run.
func notRun(line string) string {
	switch {
	case strings.HasPrefix(line, "faithscope serve"):
		return "it ends with a signal: package guests tests it"
	case strings.Contains(line, "http://localhost"):
		return "it asks a server"
	}
	return ""
}

// Every command line of the READMEs does what it says on files of the names that it has: it
// succeeds, or shows a screen.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
	}
	count := 0
	for _, folder := range references {
		lines := commandLines(readReadme(t, folder))
		if len(lines) == 0 {
			continue
		}
		count += len(lines)
		t.Run(strings.ReplaceAll(folder, "/", " "), func(t *testing.T) {
			t.Parallel()
			dir := readmeFolder(t)
			if strings.Contains(strings.Join(lines, "\n"), "model.py") {
				lines = slices.Insert(lines, 0, "faithscope python --model > faithscope_model.py",
					"faithscope convert runs/bow-ig.jsonl.gz --sample 3 -o pairs.jsonl")
			}
			written := map[string]bool{}
			for _, line := range lines {
				runLine(t, dir, line, written)
			}
		})
	}
	if count < 60 {
		t.Errorf("the READMEs have %d command lines", count)
	}
}

// runLine runs a command line in a folder. A file that an earlier one wrote is removed.
func runLine(t *testing.T, dir, line string, written map[string]bool) {
	t.Helper()
	if reason := notRun(line); reason != "" {
		parseLine(t, dir, line)
		return
	}
	if m := regexp.MustCompile(`-o ([\w./-]+)`).FindStringSubmatch(line); m != nil {
		if path := filepath.Join(dir, m[1]); written[path] {
			check.NoError(t, os.RemoveAll(path))
		} else {
			written[path] = true
		}
	}
	if strings.Contains(line, "--preset quackie") {
		writeFile(t, filepath.Join(dir, "answerable"), "")
	}
	shell := strings.TrimSuffix(line, " | sh")
	if each, ok := strings.CutPrefix(shell, "parallel "); ok { // GNU's, which may not be here
		each = strings.ReplaceAll(strings.TrimSuffix(each, " ::: {1..8}"), "{}", "$i")
		shell = "mkdir -p parts; for i in 1 2 3 4 5 6 7 8; do " + each + " || exit; done"
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", shell)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir+"/home", "XDG_CONFIG_HOME=", "XDG_DATA_HOME="+dir+"/data",
		"XDG_STATE_HOME="+dir+"/state", "XDG_CACHE_HOME="+dir+"/cache")
	if opensScreen(line) {
		term := screentest.Start(t, programtest.Wide, cmd)
		term.WaitFor("5 Results")
		term.Type("Q")
		term.WaitForEnd()
		return
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
}

// parseLine holds that a command line is one of the program's: its command is there, and has its flags.
func parseLine(t *testing.T, dir, line string) {
	t.Helper()
	split := exec.CommandContext(t.Context(), "sh", "-c", "set -- "+line+`; for word; do printf '%s\0' "$word"; done`)
	split.Dir = dir
	words, err := split.Output()
	check.NoError(t, err)
	cmd, rest, err := rootCommand().Find(strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")[1:])
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err != nil {
		t.Errorf("%s: %v", line, err)
	}
}

// opensScreen reports whether a command line opens the screen.
func opensScreen(line string) bool {
	words := strings.Fields(line)
	return len(words) == 1 || words[1] == "open" || !slices.ContainsFunc(rootCommand().Commands(), func(c *cobra.Command) bool {
		return c.Name() == words[1]
	}) && words[0] == "faithscope"
}
