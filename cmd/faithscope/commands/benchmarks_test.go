package commands

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/loaders/loadertest/check"
)

// scored holds what `faithscope score` says of a run, by "metric of thing" of a
// protocol.
func scored(t *testing.T, protocol string, args ...string) map[string]float64 {
	t.Helper()
	scores := map[string]float64{}
	for _, s := range reported(t, args...).Array() {
		if x := s.Get("value"); s.Get("protocol").Str == protocol && x.Type == gjson.Number {
			scores[s.Get("metric").Str+" of "+s.Get("of").Str] = x.Num
		}
	}
	return scores
}

// The scores of files of a benchmark's shape are those that the benchmark's own
// evaluation code gives for them; where it stands says each testdata's README.
func TestOwnEvaluations(t *testing.T) {
	for _, c := range []struct {
		run, protocol string
		want          map[string]float64
	}{
		{"../../scoring/protocols/eraser/testdata/results.jsonl", "eraser", map[string]float64{
			"token_f1 of overall": 0.3479056723400615, "iou_f1 of overall": 0.3880914407230196, "auprc of overall": 0.4649874580884197,
			"comprehensiveness of overall": -.0486,
		}},
		{"../../loaders/pages/testdata/hotpot/hotpot_predictions.json", "answers",
			map[string]float64{"em of overall": 1. / 3, "f1 of overall": 5. / 9,
				"precision of overall": .5, "recall of overall": 2. / 3}},
		{"../../loaders/pages/testdata/hotpot/hotpot_predictions.json", "rationales", map[string]float64{
			"em of overall": 0, "f1 of overall": 0.48888888888888893, "precision of overall": 0.4444444444444444,
			"recall of overall":   0.5555555555555555,
			"joint_em of overall": 0, "joint_f1 of overall": 0.4148148148148148, "joint_precision of overall": 1. / 3,
			"joint_recall of overall": 0.5555555555555555,
		}},
		{"../../loaders/pages/testdata/fever/predictions.jsonl --missing omit", "rationales", map[string]float64{"fever_score of overall": 2. / 3,
			"evidence_precision of overall": .475, "evidence_recall of overall": .5, "evidence_f1 of overall": 0.48717948717948717}},
		{"../../loaders/pages/testdata/fever/no_evidence.jsonl", "rationales", map[string]float64{"fever_score of overall": .6,
			"evidence_precision of overall": .5, "evidence_recall of overall": 1, "evidence_f1 of overall": 2. / 3}},
		{"../../loaders/pages/testdata/vqa/results.json", "answers",
			map[string]float64{"vqa_accuracy of overall": .58, "accuracy of overall": .58}},
		{"../../loaders/gqa/testdata/pope/answers.jsonl", "classes", map[string]float64{
			"precision of yes": 10. / 13, "recall of yes": 10. / 12, "f1 of yes": .8}},
		{"../../loaders/gqa/testdata/pope/answers.jsonl", "answers", map[string]float64{"accuracy of overall": 19. / 24}},
		{"../../loaders/gqa/testdata/mme/existence.txt", "answers", map[string]float64{"accuracy of overall": .75}},
	} {
		got := scored(t, c.protocol, strings.Fields(c.run)...)
		for name, want := range c.want {
			if x, ok := got[name]; !ok || math.Abs(x-want) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", c.run, name, x, want)
			}
		}
	}
}

// A run of several files is without the answers that none of them has, and says
// how many they are; its verdicts move with --missing.
func TestUnansweredOfShards(t *testing.T) {
	dir := t.TempDir()
	ids := make([]string, 10)
	var questions []string
	for i := range ids {
		ids[i] = fmt.Sprintf("56be4db0acb8001400a502%02d", i)
		questions = append(questions, fmt.Sprintf(`{"id": %q, "question": "Who?", "answers": [{"text": "Denver", "answer_start": 0}]}`, ids[i]))
	}
	for name, text := range map[string]string{
		"squad.json":             `{"data": [{"paragraphs": [{"context": "Denver won.", "qas": [` + strings.Join(questions, ",") + `]}]}]}`,
		"run/predictions-1.json": fmt.Sprintf(`{%q: "Denver", %q: "Boston", %q: "Denver"}`, ids[0], ids[1], ids[2]),
		"run/predictions-2.json": fmt.Sprintf(`{%q: "Boston", %q: "Denver", %q: "Boston"}`, ids[4], ids[5], ids[9]),
	} {
		path := filepath.Join(dir, name)
		check.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
	for policy, want := range map[string]float64{"zero": .3, "omit": .5} {
		got := scored(t, "answers", filepath.Join(dir, "run"), "--missing", policy)
		if got["em of overall"] != want || got["accuracy of overall"] != want || got["f1 of overall"] != want ||
			got["unanswered of overall"] != 4 {
			t.Errorf("--missing %s: %v", policy, got)
		}
		out := printed(t, "convert", filepath.Join(dir, "run"), "--to", "csv", "--where", "wrong", "-o", "-", "--missing", policy)
		check.Equal(t, "wrong answers", strings.Count(out, "\n")-1, map[string]int{"zero": 7, "omit": 3}[policy], "with --missing", policy)
	}
}

// CLEVR's programs run on its scenes as an oracle answer every question as the
// file does, and every module returns its gold.
func TestRunCLEVR(t *testing.T) {
	const folder = "../../loaders/clevr/testdata/"
	out := newPath(t, "golden.jsonl")
	printed(t, "run", folder+"CLEVR_val_questions.json", "--oracle", "golden:"+folder+"CLEVR_val_scenes.json", "-o", out)
	if x := scored(t, "answers", out); x["accuracy of overall"] != 1 || x["unknown of overall"] != 0 {
		t.Errorf("answers %v", x)
	}
	check.Equal(t, "F1 of overall", scored(t, "module-boxes", out)["f1 of overall"], 1)
	run, counted := openedRun(t, out), 0
	for i := range run.Len() {
		for _, m := range run.Example(i).Program {
			if m.Gold == nil || m.Gold.Value == nil {
				continue
			}
			counted++
			if n := m.Output.Number; n == nil || math.Abs(n.Mean-*m.Gold.Value) > 1e-9 {
				t.Errorf("%s: %+v, want %v", run.Example(i).ID, m.Output, *m.Gold.Value)
			}
		}
	}
	if counted == 0 {
		t.Error("no module counts")
	}
}
