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

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
)

// quackieAgain is a second implementation: IoU of occlusion, computed with numpy from the questions
// and the built-in model's weights alone, and of the random ranking, from its scores.
const quackieAgain = `
import gzip, json, sys
import numpy as np
sys.path.insert(0, "TESTDATA")
import model

class Packed(model.Model):
    def __init__(s):
        n, s.dtype, b = 736458, np.dtype(np.float64), open("weights.bin", "rb").read()
        u = np.frombuffer(b, np.uint8, n).astype(int) + 256 * np.frombuffer(b, np.uint8, n, n)
        v = np.where(u & 1, -(u >> 1) - 1, u >> 1) / 4096
        s.words, at, s.w = b[2 * n:].decode().split("\n"), 0, {}
        s.index = {w: i for i, w in enumerate(s.words)}
        shapes = [("emb", 7782, 64), ("idf", 7782), ("qt", 11, 16)]
        for name, *shape in [("al", 64, 64), ("qw", 1, 64), ("inp", 64, 153), ("mix", 128, 144), ("q", 128, 80), ("q2", 128, 80),
                             ("start", 1, 128), ("end", 1, 128), ("qc", 64, 3, 64), ("conv", 16, 21, 9), ("convs.0", 128, 3, 128),
                             ("convs.1", 128, 3, 128), ("convs.2", 128, 3, 128), ("null0", 48, 281), ("null1", 1, 48)]:
            shapes += [(name + ".w", *shape), (name + ".b", shape[0])]
        for name, *shape in shapes:
            s.w[name] = v[at:at + np.prod(shape)].reshape(shape) * (32 if name == "emb" else 1)
            s.w[name] = s.w[name].transpose(0, 2, 1) if len(shape) == 3 else s.w[name]
            at += np.prod(shape)
        assert at == n

def iou(scores, gold):
    best = [i for i, s in enumerate(scores) if s == max(scores)]
    return max(len({g} & set(best)) / len({g} | set(best)) for g in gold)

qa, occluded, ranked = Packed(), [], []
task = [json.loads(l) for l in gzip.open("task.jsonl.gz", "rt")][1:]
explained = [json.loads(l) for l in gzip.open("explained.jsonl.gz", "rt")][1:]
assert len(task) == len(explained) == ASKED
for q, e in zip(task, explained):
    tokens, spans = q["passage"]["tokens"], q["passage"]["sentences"]
    gold = {r["sentence"] for r in q["rationales"] if "sentence" in r}
    texts = [" ".join(tokens)] + [" ".join(tokens[:a] + tokens[b:]) for a, b in spans]
    p = qa.predict([(" ".join(q["tokens"]), t) for t in texts])
    assert abs(p[0] - e["answer"]["scores"]["p_answerable"]) < 1e-6
    if p[0] <= .5 or not gold:
        assert "attributions" not in e
        continue
    occluded.append(iou(list(p[0] - p[1:]), gold))
    ranked.append(iou(next(a["scores"] for a in e["attributions"] if a["name"] == "Random"), gold))
print(json.dumps({"occlusion": sum(occluded) / len(occluded), "Random": sum(ranked) / len(ranked), "n": len(ranked)}))
`

// The four commands of the README, word for word, on the built-in model of questions.
// FAITHSCOPE_QUESTIONS says how many of the 30 questions are asked.
func TestQuackieInFourCommands(t *testing.T) {
	t.Parallel()
	readme := readFile(t, readme("cmd/faithscope"))
	_, page, _ := strings.Cut(readme, "### From questions to a table of QUACKIE")
	four := regexp.MustCompile(`(?m)^    (faithscope .*)$`).FindAllStringSubmatch(page, 4)
	if len(four) != 4 {
		t.Fatalf("the README has %q", four)
	}
	folder, asked := t.TempDir(), 4
	if most, err := strconv.Atoi(os.Getenv("FAITHSCOPE_QUESTIONS")); err == nil {
		asked = most
	}
	testdata, err := filepath.Abs(filepath.Join(moduleRoot, "cmd/faithscope/testdata/quackie"))
	check.NoError(t, err)
	write := func(name string, text []byte, err error) {
		t.Helper()
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		check.NoError(t, err)
	}
	questions, err := os.ReadFile(filepath.Join(testdata, "squad.json"))
	write("squad.json", firstQuestions(t, questions, asked), err)
	again := strings.NewReplacer("ASKED", strconv.Itoa(asked), "TESTDATA", testdata).Replace(quackieAgain)
	write("again.py", []byte(again), nil)
	table := ""
	for _, command := range four {
		table = inFolder(t, folder, command[1])
	}
	scores := inFolder(t, folder, "faithscope score interpreters.jsonl.gz --protocol sentences --no-intervals --format json")
	if n := gjson.Get(scores, "runs.#").Int(); n != 16 || !strings.Contains(table, "SmoothGrad, max, 5 samples") {
		t.Errorf("%d interpreters, want the paper's 15 and occlusion; the table is\n%s", n, table)
	}
	confusion := regexp.MustCompile(
		`span on SQuAD: recall [01]\.\d\d over \d+ answerable questions; \d+ true and \d+ false positives`).FindString(table)
	if confusion == "" {
		t.Errorf("no recall in\n%s", table)
	}
	interpreter := pythonWithNumpy(t)
	z, err := zstd.NewReader(nil)
	check.NoError(t, err)
	defer z.Close()
	packed := readFile(t, filepath.Join(moduleRoot, "scoring/model/span/qa.bin.zst"))
	weights, err := z.DecodeAll([]byte(packed), nil)
	write("weights.bin", weights, err)
	said := inFolder(t, folder, "OPENBLAS_NUM_THREADS=1 "+interpreter+" again.py")
	for _, of := range []string{"occlusion", "Random"} {
		got := gjson.Get(scores, `runs.#(name=="`+of+`").scores.#(metric=="iou")`)
		want, n := gjson.Get(said, of).Float(), gjson.Get(said, "n").Int()
		if math.Abs(got.Get("value").Float()-want) > 1e-9 || got.Get("count").Int() != n {
			t.Errorf("IoU of %s is %s, want %v of %d", of, got, want, n)
		}
	}
}

func TestLongExplanationsAreEstimated(t *testing.T) {
	t.Parallel()
	task := newPath(t, "task.jsonl")
	made(t, "make quackie", filepath.Join(moduleRoot, "cmd/faithscope/testdata/quackie/squad.json"), "-o", task)
	run, err := opening.Options{}.OpenOne(t.Context(), task)
	check.NoError(t, err)
	defer run.Close()
	check.NoError(t, run.Wait(t.Context(), math.MaxInt))
	var asked explaining.Model
	asked.AddTo(pflag.NewFlagSet("", pflag.ContinueOnError))
	asked.Name = model.QuestionsName
	options := explain.Defaults()
	options.Preset = explain.Quackie
	m, done, err := asked.Asker(t.Context(), run, &options, false)
	check.NoError(t, err)
	defer done()
	options.Steps = 40 // takes ten seconds anywhere
	work := explaining.ExplainedRun{Run: run, Options: &options, Model: m}
	want := regexp.MustCompile(`^30 examples will take about [\dmh]+s, with \d\d+ inputs each$`)
	if got := work.EstimateCost(t.Context(), 0); !want.MatchString(got) {
		t.Errorf("it estimates %q", got)
	}
	check.Equal(t, "for two examples it estimates", work.EstimateCost(t.Context(), 28), "")
}

// inFolder runs a line of a shell and returns its output.
func inFolder(t *testing.T, folder, line string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	cmd.Dir = folder
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", line, err, said.String())
	}
	return string(out)
}

func pythonWithNumpy(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	t.Skip("no Python has numpy")
	return ""
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
	check.NoError(t, json.Unmarshal(text, &of))
	for i := range of.Data {
		for k := range of.Data[i].Paragraphs {
			p := &of.Data[i].Paragraphs[k]
			p.Asked = p.Asked[:min(most, len(p.Asked))]
			most -= len(p.Asked)
		}
	}
	text, err := json.Marshal(of)
	check.NoError(t, err)
	return text
}
