package commands

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// TestSlurmLines gives the lines to a shell in which sbatch runs what it is to
// wrap, and faithscope writes down its arguments: names arrive as they are.
func TestSlurmLines(t *testing.T) {
	dir := t.TempDir()
	names := []string{"plain.jsonl", "it's.jsonl", `a "b" $HOME $(id) \`, "-rf", "*.jsonl", ""}
	out := printed(t, append([]string{"slurm --shards 3 --gold", "my gold;.csv", "--parts", "the parts",
		"--report", "it's done", "--threshold", ".3", "--"}, names...)...)
	check.Equal(t, "lines", strings.Count(out, "\n"), 2)
	for name, script := range map[string]string{
		"sbatch":     "#!/bin/sh\nfor last; do :; done\nSLURM_ARRAY_TASK_ID=2 sh -c \"$last\" >&2 && echo 17\n",
		"faithscope": "#!/bin/sh\nprintf '%s\\0' \"$@\" end >> " + filepath.Join(dir, "args") + "\n",
	} {
		check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700))
	}
	cmd := exec.Command("sh", "-c", out)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, said, out)
	}
	text := readFile(t, filepath.Join(dir, "args"))
	want := slices.Concat([]string{"score"}, []string{"--gold=my gold;.csv", "--threshold=0.3"},
		[]string{"--shard", "2/3", "--force", "--partial", "the parts/2.json.gz", "--"}, names,
		[]string{"end", "merge", "--expect", "3", "--", "the parts/*.json.gz", "end"})
	check.EqualLists(t, "commands", strings.Split(strings.TrimSuffix(text, "\x00"), "\x00"), want)
	if _, err := os.Stat(filepath.Join(dir, "it's done")); err != nil {
		t.Error(err)
	}
	for _, hidden := range []string{"two\nlines", "a\x1b[31m", "a\u202eb"} {
		for _, args := range [][]string{{hidden}, {"a", "--gold", hidden}, {"a", "--parts", hidden}, {"a", "--report", hidden}} {
			out, _, err := command(t, append([]string{"slurm"}, args...)...)
			if err == nil || strings.Contains(out, hidden) || !strings.Contains(err.Error(), strings.Trim(strconv.QuoteToASCII(hidden), `"`)) {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
	for _, wrong := range [][]string{{"slurm"}, {"slurm", "a", "--shards", "2"}, {"slurm", "a", "--shards", "-1"}} {
		_, _, err := command(t, wrong...)
		check.Fails(t, "slurm", err, wrong)
	}
}

// An array that explains, and a job that makes one run of what it writes.
func TestSlurmExplains(t *testing.T) {
	dir := t.TempDir()
	for _, task := range []string{"1", "3"} {
		writeFile(t, filepath.Join(dir, task+".jsonl.gz"), "")
	}
	args := []string{"slurm", "explain", "my pairs.jsonl", "--shards", "4", "--parts", dir, "--model", "python3 m.py", "--with", "ig,lime",
		"-o", "out.jsonl", "--force"}
	for array, more := range map[string][]string{"1-4": nil, "2,4": {"--resume"}} {
		out := printed(t, append(args, more...)...)
		check.Equal(t, "the two jobs", out, strings.NewReplacer("SHARDS", array, "DIR", dir, `"`, `'\''`).Replace(
			`map=$(sbatch --parsable --array=SHARDS --job-name=faithscope-map --wrap 'mkdir -p DIR && faithscope explain "--model=python3 m.py" `+
				`--with=ig,lime --shard $SLURM_ARRAY_TASK_ID/4 -o DIR/$SLURM_ARRAY_TASK_ID.jsonl.gz -- "my pairs.jsonl"') &&`)+
			"\nsbatch --dependency=afterok:\"$map\" --kill-on-invalid-dep=yes --job-name=faithscope-reduce --wrap "+
			`'faithscope convert --force=true -o out.jsonl -- '\''`+dir+`/*.jsonl.gz'\'''`+"\n")
	}
	_, _, err := command(t, args[:5]...)
	check.Fails(t, "explainers need not be named", err)
}

// What is resumed are the shards whose report is missing, cut off, of another shard, or of
// other settings or protocols.
func TestSlurmResumes(t *testing.T) {
	dir, runs := t.TempDir(), []string{"--"}
	for range 7 {
		runs = append(runs, programtest.SmallRun(t, "shard"))
	}
	part := func(i int) string { return filepath.Join(dir, strconv.Itoa(i)+".json.gz") }
	score := func(i int, more ...string) {
		args := append([]string{"score", "--shard", strconv.Itoa(i) + "/7", "--partial", part(i), "--force"}, more...)
		printed(t, append(args, runs...)...)
	}
	flags := []string{"--threshold", ".3", "--protocol", "answers"}
	for _, i := range []int{1, 2, 3, 7} {
		score(i, flags...)
	}
	score(4, "--threshold", ".3")
	score(5, "--protocol", "answers")
	whole := readFile(t, part(3))
	for i, text := range map[int]string{3: whole[:len(whole)/2], 6: whole} {
		writeFile(t, part(i), text)
	}
	resumed := func(want string, says ...string) {
		t.Helper()
		out, said, err := command(t, slices.Concat([]string{"slurm", "--parts", dir, "--resume"}, flags, runs)...)
		check.NoError(t, err)
		check.Contains(t, out, want)
		check.Contains(t, said, says...)
	}
	resumed("--array=3-6 ", part(4)+" was made with different protocols", part(5)+" was made with different settings",
		part(6)+" isn't shard 6/7", "4 of 7 shards to score")
	score(4, flags...)
	check.NoError(t, os.Remove(part(2)))
	resumed("--array=2-3,5-6 ", "4 of 7")
	for i := range 7 {
		score(i+1, flags...)
	}
	resumed("sbatch --job-name=faithscope-reduce --wrap 'faithscope merge --expect 7 ", "0 of 7")
}
