package commands

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSlurmLines gives the lines to a shell in which sbatch runs what it is to
// wrap, and faithscope writes down its arguments: names arrive as they are.
func TestSlurmLines(t *testing.T) {
	dir := t.TempDir()
	names := []string{"plain.jsonl", "it's.jsonl", `a "b" $HOME $(id) \`, "-rf", "two\nlines", "*.jsonl", ""}
	out, _, err := command(
		t,
		append(
			[]string{"slurm", "--shards", "3", "--gold", "my gold;.csv", "--parts", "the parts", "--report", "it's done", "--threshold", ".3", "--"},
			names...)...)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(strings.ReplaceAll(out, "two\nlines", ""), "\n"); n != 2 {
		t.Errorf("%d lines, want two:\n%s", n, out)
	}
	for name, script := range map[string]string{
		"sbatch":     "#!/bin/sh\nfor last; do :; done\nSLURM_ARRAY_TASK_ID=2 sh -c \"$last\" >&2 && echo 17\n",
		"faithscope": "#!/bin/sh\nprintf '%s\\0' \"$@\" end >> " + filepath.Join(dir, "args") + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-c", out)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, said, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "args"))
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat([]string{"score"}, []string{"--gold=my gold;.csv", "--threshold=0.3"},
		[]string{"--shard", "2/3", "--force", "--partial", "the parts/2.json.gz", "--"}, names,
		[]string{"end", "merge", "--expect", "3", "--", "the parts/*.json.gz", "end"})
	if got := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00"); !slices.Equal(got, want) {
		t.Errorf("the commands are\n%q, want\n%q", got, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "it's done")); err != nil {
		t.Error(err)
	}
	for _, wrong := range [][]string{{"slurm"}, {"slurm", "a", "--shards", "2"}, {"slurm", "a", "--shards", "-1"}} {
		if _, _, err := command(t, wrong...); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
