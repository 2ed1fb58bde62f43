package commands

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/shards"
	"faithscope/views"
)

// slurmCommand returns the command slurm, which runs slurmOptions.run and has slurm explain below
// it. It passes the flags of score on.
func slurmCommand() *cobra.Command {
	o := &slurmOptions{commandLine: newCommand("slurm RUN…",
		"Print sbatch lines that score or explain shards on a cluster",
		"Prints an array of jobs that score the runs as shards, and a job that merges the results. Flags of `faithscope score` are passed "+
			"on. --resume leaves out shards that have a whole partial report under the same settings.",
		"slurm shards/*.jsonl --shards 100 | sh",
		"slurm shards/*.jsonl --shards 100 --resume | sh",
		"slurm shards/*.jsonl --shards 100 --gold gold.csv --average cumulative"), jobs: jobs{parts: "parts"}, report: "report.txt"}
	o.declareFlags(o.Set, " (default: one for each run)", "without a valid partial report", "partial reports")
	o.addFlags(&o.report, "report", "file for the report")
	o.AddReport()
	o.AddShared()
	o.Command.AddCommand(slurmExplainCommand())
	return o.runWith(o.run)
}

type slurmOptions struct {
	*commandLine
	jobs
	report string
}

// run scores the runs in --shards jobs (by default one a run). With --resume it skips shards with a
// valid partial report, and prints to standard error why others are invalid.
func (o *slurmOptions) run() error {
	o.n = cmp.Or(o.n, len(o.args))
	if _, err := (&shards.Shard{I: 1, Of: o.n}).Share(o.args); o.n > 0 && err != nil {
		return err
	}
	protocols, err := o.Asked()
	if err != nil {
		return err
	}
	written := func(i int) (bool, error) {
		path := o.partName(strconv.Itoa(i), ".json.gz")
		if !fileExists(path) {
			return false, nil
		}
		err := o.whyInvalid(o.Context(), path, shards.Shard{I: i, Of: o.n}, protocols)
		if err != nil {
			o.Command.PrintErrln(loaders.Clean(err.Error()))
		}
		return err == nil, o.Context().Err()
	}
	return o.printScript(o.Flags, "score", written, fmt.Sprintf("--force --partial %s.json.gz -- %s", o.taskName(), shellWords(o.args...)),
		fmt.Sprintf("faithscope merge --expect %d -- %s/*.json.gz > %s", o.n, shellWords(o.parts), shellWords(o.report)))
}

// slurmExplainCommand explains a run in shards and joins them. With --resume it skips shards whose
// file exists.
func slurmExplainCommand() *cobra.Command {
	o, j := newExplainOptions("Print sbatch lines that explain a run in shards",
		"Prints an array of jobs that explain the shards of a run, and a job that joins them. Flags of `faithscope explain` are passed on. "+
			"A killed job continues when it is queued again.",
		"slurm explain pairs.jsonl --shards 100 --model 'python3 model.py' --with lime,ig -o explained.jsonl.gz | sh"), jobs{parts: "parts"}
	j.declareFlags(o.Set, "", "that are not written yet", "runs of the shards")
	return o.runWith(o.check, func() error {
		written := func(i int) (bool, error) { return fileExists(j.partName(strconv.Itoa(i), ".jsonl.gz")), nil }
		merge := []string{"faithscope", "convert", fmt.Sprintf("--force=%t", o.Force), "-o", o.Path, "--", j.partName("*", ".jsonl.gz")}
		return j.printScript(o.Flags, "explain", written, fmt.Sprintf("-o %s.jsonl.gz -- %s", j.taskName(), shellWords(o.args...)),
			shellWords(merge...))
	})
}

type jobs struct {
	n      int // 0: one job per run
	resume bool
	parts  string
}

func (j *jobs) declareFlags(set *pflag.FlagSet, number, missing, parts string) {
	value.Declare(set,
		&j.n, "shards", "how many jobs to cut the work into"+number,
		&j.resume, "resume", "submit only the shards "+missing,
		&j.parts, "parts", "folder for the "+parts)
}

func (j *jobs) partName(shard, suffix string) string { return filepath.Join(j.parts, shard+suffix) }

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (j *jobs) taskName() string { return shellWords(j.parts) + "/$SLURM_ARRAY_TASK_ID" }

// printScript submits an array of jobs, each running command on a shard with the given flags,
// except those about output and shards, and rest; reduce follows their success. With --resume,
// shards for which written returns true are skipped. It fails for a number of shards out of bounds,
// unprintable characters, or if written fails.
func (j *jobs) printScript(f *opening.Flags, command string, written func(i int) (bool, error), rest, reduce string) error {
	if err := new(shards.Shard).Set(fmt.Sprintf("1/%d", j.n)); err != nil {
		return fmt.Errorf("--shards %d: at least 1, and at most a million", j.n)
	}
	var missing []int
	for i := 1; i <= j.n; i++ {
		done := false
		if j.resume {
			var err error
			if done, err = written(i); err != nil {
				return err
			}
		}
		if !done {
			missing = append(missing, i)
		}
	}
	if j.resume {
		f.Command.PrintErrf("%d of %s to %s\n", len(missing), loaders.Count(j.n, "shard"), command)
	}
	flags := givenFlags(f.Set, func(flag string) bool {
		return !slices.Contains([]string{"shards", "resume", "parts", "report", "out", "shard", "force"}, flag)
	})
	for _, word := range append(slices.Concat(f.Set.Args(), flags), j.parts, reduce) {
		if loaders.Clean(word) != word {
			return fmt.Errorf("%s has characters that a person who reads the lines would not see; rename it", strconv.QuoteToASCII(word))
		}
	}
	job := fmt.Sprintf("mkdir -p %s && %s --shard $SLURM_ARRAY_TASK_ID/%d %s", shellWords(j.parts),
		shellWords(append([]string{"faithscope", command}, flags...)...), j.n, rest)
	_, err := fmt.Fprint(f.Command.OutOrStdout(), slurmLines(formatRanges(missing), job, reduce))
	return err
}

// whyInvalid returns why the file isn't a partial report of this shard under the same settings and
// protocols, or nil if it is.
func (o *slurmOptions) whyInvalid(ctx context.Context, path string, shard shards.Shard, protocols []scoring.Protocol) error {
	m, err := shards.Merge(ctx, files.Disk{}, []string{path}, shards.RefuseSameID)
	if err != nil {
		return err
	}
	defer m.Run.Close()
	switch {
	case !slices.Equal(m.Shards, []shards.Shard{shard}):
		return fmt.Errorf("%s: is not shard %s", path, shard)
	case m.Settings != o.Settings:
		return fmt.Errorf("%s: has other settings", path)
	case !slices.EqualFunc(m.Protocols, protocols, func(a, b scoring.Protocol) bool { return a.Name == b.Name && a.Given == b.Given }):
		return fmt.Errorf("%s: has other protocols", path)
	}
	return nil
}

// formatRanges formats ascending numbers like Slurm's arrays: "1-3,7"; "" for none.
func formatRanges(list []int) string {
	var words []string
	for len(list) > 0 {
		k := 1
		for k < len(list) && list[k] == list[0]+k {
			k++
		}
		word := strconv.Itoa(list[0])
		if k > 1 {
			word += "-" + strconv.Itoa(list[k-1])
		}
		words, list = append(words, word), list[k:]
	}
	return strings.Join(words, ",")
}

func shellWords(list ...string) string { return strings.Join(loaders.Map(list, views.ShellWord), " ") }

// The words are quoted for a shell within a shell, because sbatch passes what it wraps to sh.
func slurmLines(array, job, reduce string) string {
	reduce = "--job-name=faithscope-reduce --wrap " + views.ShellWord(reduce) + "\n"
	if array == "" {
		return "sbatch " + reduce
	}
	return fmt.Sprintf("map=$(sbatch --parsable --array=%s --job-name=faithscope-map --wrap %s) &&\n"+
		"sbatch --dependency=afterok:\"$map\" --kill-on-invalid-dep=yes %s", array, views.ShellWord(job), reduce)
}
