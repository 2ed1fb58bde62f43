package terminal

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// The walk of views/README.md through hard questions: one command and eight keys, from bare answers to
// real questions of GQA, on real scene graphs, to the first operation that the base gets wrong.
func TestHardQuestionsWalk(t *testing.T) {
	t.Parallel()
	above := t.TempDir() // where the authors' lists are
	check.NoError(t, os.CopyFS(above, os.DirFS(filepath.Join("..", "..", "scoring", "executor", "dfol", "testdata", "gqa"))))
	home := filepath.Join(above, "answers")
	check.NoError(t, os.Mkdir(home, 0o755))
	for _, name := range []string{"train_balanced_questions.json.zst", "train_sceneGraphs.json.zst"} {
		check.NoError(t, os.Rename(filepath.Join(above, name), filepath.Join(home, name)))
	}
	answers := `{"question_id": "07601182", "text": "Avocado"}
{"question_id": "05508133", "text": "Yes"}
{"question_id": "16395356", "text": "Printer"}
`
	check.NoError(t, os.WriteFile(filepath.Join(home, "llava.jsonl"), []byte(answers), 0o644))
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		cmd := exec.Command("faithscope", "llava.jsonl", "--base", "golden:train_sceneGraphs.json.zst,noise=.3")
		cmd.Dir, cmd.Env = home, append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
		config := programtest.Wide
		config.Cols, config.Rows = size[0], size[1]
		term := screentest.Start(t, config, cmd)
		term.WaitFor("hard set from ‹simulated›")
		for _, step := range []struct {
			key  string
			want []string
		}{
			{"2", []string{"67 of 67 · file order", "llava\n"}},
			{"f", []string{"filter by"}},
			{"h", []string{"41 of 67 [hard]"}},
			{"f", []string{"wrong"}},
			{"w", []string{"41 of 67 [hard] [wrong]"}},
			{"\r", []string{"✗ Avocado wrong", "hard: simulated answers bowl · goes wrong f",
				"borrowed from", "train_sceneGraphs.json.zst", "peppers", "filter[red]: 1 gold box"}},
			{"j", []string{"gold #0 vegetable"}},
			{"}", []string{"07601182 in simulated", "!find[vegetable]"}},
		} {
			term.Type(step.key)
			for _, want := range step.want {
				term.WaitFor(want)
			}
			check.Lacks(t, term.Text(), "no output for this module")
		}
		term.Type("Q")
		term.WaitForEnd()
	}
}
