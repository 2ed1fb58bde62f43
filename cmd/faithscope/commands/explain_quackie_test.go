package commands

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// quackieModel stands for the pipeline of the README; MODELS is the folder of the models.
const quackieModel = `
import sys
sys.path.insert(0, "MODELS/qa")
import model
from faithscope_model import serve

qa = model.load()
serve(lambda batch: qa.predict([(" ".join(x["question"]), " ".join(x["context"])) for x in batch]),
      ["unanswerable", "answerable"], ["question", "context"], name="qa", outputs="binary")
`

// quackieAgain is a second implementation: IoU of occlusion, computed from the questions and
// the model alone, and of the random ranking, from its scores.
const quackieAgain = `
import gzip, json, sys
sys.path.insert(0, "MODELS/qa")
import model

def iou(scores, gold):
    best = [i for i, s in enumerate(scores) if s == max(scores)]
    return max(len({g} & set(best)) / len({g} | set(best)) for g in gold)

qa, occluded, ranked = model.load(), [], []
task = [json.loads(l) for l in gzip.open("task.jsonl.gz", "rt")][1:]
explained = [json.loads(l) for l in gzip.open("explained.jsonl.gz", "rt")][1:]
assert len(task) == len(explained) == ASKED
for q, e in zip(task, explained):
    tokens, spans = q["passage"]["tokens"], q["passage"]["sentences"]
    gold = {r["sentence"] for r in q["rationales"]}
    texts = [" ".join(tokens)] + [" ".join(tokens[:a] + tokens[b:]) for a, b in spans]
    p = qa.predict([(" ".join(q["tokens"]), t) for t in texts])
    if p[0] <= .5:
        assert "attributions" not in e
        continue
    occluded.append(iou(list(p[0] - p[1:]), gold))
    ranked.append(iou(next(a["scores"] for a in e["attributions"] if a["name"] == "Random"), gold))
print(json.dumps({"occlusion": sum(occluded) / len(occluded), "Random": sum(ranked) / len(ranked), "n": len(ranked)}))
`

// The five commands of the README, word for word, on a small model that stands for the
// pipeline. FAITHSCOPE_MODELS names the folder that has it, beside the data, and
// FAITHSCOPE_QUESTIONS how many of the 420 questions are asked, since all take minutes.
func TestQuackieInFiveCommands(t *testing.T) {
	models := os.Getenv("FAITHSCOPE_MODELS")
	squad := filepath.Join(models, "../data/quackie/export/squad.json")
	if _, err := os.Stat(squad); models == "" || err != nil {
		t.Skip("FAITHSCOPE_MODELS names no folder of models beside data: ", err)
	}
	interpreter := ""
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			interpreter = name
			break
		}
	}
	if interpreter == "" {
		t.Skip("no Python has numpy")
	}
	readme, err := os.ReadFile(readme("cmd/faithscope"))
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(readme), "### From a pipeline to a table of QUACKIE")
	five := regexp.MustCompile(`(?m)^    (faithscope .*)$`).FindAllStringSubmatch(page, 5)
	if len(five) != 5 {
		t.Fatalf("the README has %q", five)
	}
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(strings.ReplaceAll(text, "MODELS", models)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("model.py", quackieModel)
	write("python3", "#!/bin/sh\nOPENBLAS_NUM_THREADS=1 exec "+interpreter+" \"$@\"\n")
	if err := os.Chmod(filepath.Join(folder, "python3"), 0o700); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(squad)
	if err != nil {
		t.Fatal(err)
	}
	asked := 420
	if most, err := strconv.Atoi(os.Getenv("FAITHSCOPE_QUESTIONS")); err == nil {
		text, asked = firstQuestions(t, text, most), most
	}
	write("squad.json", string(text))
	write("again.py", strings.ReplaceAll(quackieAgain, "ASKED", strconv.Itoa(asked)))
	sh := func(command string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", command, err, said.String())
		}
		return string(out)
	}
	table := ""
	for _, command := range five {
		table = sh(command[1])
	}
	again := sh("python3 again.py")
	t.Log(table, again)
	scores := sh("faithscope score interpreters.jsonl.gz --protocol sentences --no-intervals --format json")
	if n := gjson.Get(scores, "runs.#").Int(); n != 10 || !strings.Contains(table, "LIME, sum, 100 samples") {
		t.Errorf("%d interpreters, want LIME, SHAP, Random and occlusion; the table is\n%s", n, table)
	}
	for _, of := range []string{"occlusion", "Random"} {
		got := gjson.Get(scores, `runs.#(name=="`+of+`").scores.#(metric=="iou")`)
		want, n := gjson.Get(again, of).Float(), gjson.Get(again, "n").Int()
		if math.Abs(got.Get("value").Float()-want) > 1e-9 || got.Get("count").Int() != n {
			t.Errorf("IoU of %s is %s, want %v of %d", of, got, want, n)
		}
	}
}

// firstQuestions leaves the first questions of a file in SQuAD's form.
func firstQuestions(t *testing.T, text []byte, most int) []byte {
	t.Helper()
	var of struct {
		Data []struct {
			Paragraphs []struct {
				Context string            `json:"context"`
				Asked   []json.RawMessage `json:"qas"`
			} `json:"paragraphs"`
		} `json:"data"`
	}
	if err := json.Unmarshal(text, &of); err != nil {
		t.Fatal(err)
	}
	for i := range of.Data {
		for k := range of.Data[i].Paragraphs {
			p := &of.Data[i].Paragraphs[k]
			p.Asked = p.Asked[:min(most, len(p.Asked))]
			most -= len(p.Asked)
		}
	}
	text, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
