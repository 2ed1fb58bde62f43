package commands

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// What kill -9 leaves in the middle is continued, to the same numbers as without it.
func TestExplainGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	runs, err := filepath.Glob("demo/alignment/runs/*bow*")
	if err != nil || len(runs) == 0 {
		t.Fatal(runs, err)
	}
	dir := t.TempDir()
	explain := func(out string) *exec.Cmd {
		return exec.Command("faithscope", "explain", runs[0], "--model", "demo", "--with", "occlusion,lime-tokens", "--samples", "300",
			"--orders", "2", "-o", filepath.Join(dir, out))
	}
	cmd := explain("a.jsonl")
	check.NoError(t, cmd.Start())
	part := filepath.Join(dir, "a.jsonl.part")
	deadline := time.Now().Add(time.Minute)
	for {
		if text, err := os.ReadFile(part); err == nil && bytes.Count(text, []byte("\n")) > 20 {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("nothing is written: ", err)
		}
		time.Sleep(time.Millisecond)
	}
	check.NoError(t, cmd.Process.Kill())
	if code := programtest.AwaitExit(t, cmd); code != -1 {
		t.Fatalf("it ended by itself, with %d", code)
	}
	for out, name := range map[string]string{"a.jsonl": "a", "b.jsonl": "b"} {
		if said, err := explain(out).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, said)
		}
	}
	seconds := regexp.MustCompile(`"seconds":[^,]*,|"name":"[ab]",`)
	read := func(out string) string { return seconds.ReplaceAllString(readFile(t, filepath.Join(dir, out)), "") }
	if a, b := read("a.jsonl"), read("b.jsonl"); a != b || len(a) < 1e5 {
		t.Errorf("%d bytes after the kill, %d without it, or not the same", len(a), len(b))
	}
}

// The figures over all held pairs of the run that the reference was computed on, which
// lies beside the folder of the vectors.
func TestOracleExplainedRun(t *testing.T) {
	folder := os.Getenv("FAITHSCOPE_ORACLE")
	run := filepath.Join(folder, "../data/alignment/runs/bow-ig.jsonl.gz")
	text, err := os.ReadFile(filepath.Join(folder, "explain_dataset.json"))
	if _, wrong := os.Stat(run); folder == "" || err != nil || wrong != nil {
		t.Skip("no run beside the vectors: ", err, wrong)
	}
	out := newPath(t, "out.jsonl")
	if _, _, err := programtest.Command(t, "explain", run, "--model", "demo", "--with", "occlusion,gradient-input,ig", "--steps", "20",
		"--orders", "0", "-o", out); err != nil {
		t.Fatal(err)
	}
	scores, _, err := programtest.Command(t, "score", out, "--protocol", "intervention", "--no-intervals", "--format", "json")
	check.NoError(t, err)
	n := 0
	for of, key := range map[string]string{"occlusion": "occlusion", "gradient-input": "gradient_x_input", "ig": "ig_midpoint_20"} {
		for metric, name := range map[string]string{"aopc_comprehensiveness": "aopc_comprehensiveness", "aopc_sufficiency": "aopc_sufficiency",
			"deletion_area": "deletion_auc", "insertion_area": "insertion_auc", "flip_share": "flip_share", "flip_fraction": "flip_fraction"} {
			want := gjson.GetBytes(text, "models.bow."+key+"."+name)
			got := gjson.Get(scores, `runs.0.scores.#(of=="`+of+`")#|#(metric=="`+metric+`").value`)
			if !want.Exists() || !got.Exists() || math.Abs(got.Float()-want.Float()) > 1e-6 {
				t.Errorf("%s of %s is %v, want %v", metric, of, got, want)
			}
			n++
		}
	}
	t.Log(n, "figures")
}

// Shards that were explained apart are, opened as one run, the run that is explained whole.
func TestExplainedShardsAreOneRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	explain := func(out string, more ...string) {
		t.Helper()
		args := append([]string{"explain", "demo/alignment/runs/bow.jsonl.zst", "--model", "demo", "--with", "ig", "--orders", "1",
			"-o", filepath.Join(dir, out)}, more...)
		printed(t, args...)
	}
	explain("1.jsonl", "--shard", "1/2")
	explain("2.jsonl", "--shard", "2/2")
	explain("whole.json")
	rows := printed(t, "export", filepath.Join(dir, "whole.json"), "--rows", "attributions", "--columns", "calls,seconds",
		"--format", "jsonl", "-o", "-")
	if calls := gjson.Get(rows, "calls").Float(); calls != 52 || gjson.Get(rows, "seconds").Float() <= 0 {
		t.Errorf("its first attribution took %.80s", rows)
	}
	merged := filepath.Join(dir, "merged.json")
	printed(t, "convert", filepath.Join(dir, "*.jsonl"), "-o", merged, "--to", "native")
	if text, err := os.ReadFile(merged); err != nil || gjson.GetBytes(text, "run.facts.seed").String() != "0" ||
		gjson.GetBytes(text, "run.facts.method").String() != "ig" {
		t.Errorf("facts of the run: %.500s, %v", text, err)
	}
	seconds := regexp.MustCompile(`"seconds":[^,]*,`)
	examples := func(path string) []string {
		t.Helper()
		text := readFile(t, path)
		lines := strings.Split(seconds.ReplaceAllString(text, ""), "\n")[1:]
		slices.Sort(lines)
		return lines
	}
	if got, want := examples(merged), examples(filepath.Join(dir, "whole.json")); !slices.Equal(got, want) || len(got) != 51 {
		t.Errorf("%d lines of shards differ from %d of the whole", len(got), len(want))
	}
}
