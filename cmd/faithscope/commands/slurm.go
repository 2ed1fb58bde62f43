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

func slurmCommand() *cobra.Command {
	o := &slurmOptions{commandLine: newCommand("slurm RUN…",
		"Print sbatch commands that score or explain shards on a cluster",
		"Prints a job array that scores the runs in shards, and a job that merges the results. Flags of `faithscope score` are passed on.",
		"slurm shards/*.jsonl --shards 100 | sh",
		"slurm shards/*.jsonl --shards 100 --resume | sh",
		"slurm shards/*.jsonl --shards 100 --gold gold.csv --average cumulative"), slurmJobs: slurmJobs{parts: "parts"}, report: "report.txt"}
	o.declareFlags(o.Set, " (default: one per run)", "without a valid partial report with the same settings", "partial reports")
	o.addFlags(&o.report, "report", "file for the report")
	o.AddReport()
	o.AddShared()
	o.Command.AddCommand(slurmExplainCommand())
	return o.runWith(o.run)
}

type slurmOptions struct {
	*commandLine
	slurmJobs
	report string
}

// run prints to standard error why a partial report is invalid, because standard output is for a
// shell.
func (o *slurmOptions) run() error {
	o.n = cmp.Or(o.n, len(o.args))
	if _, err := (&shards.Shard{I: 1, Of: o.n}).Share(o.args); o.n > 0 && err != nil {
		return err
	}
	protocols, err := o.Asked()
	if err != nil {
		return err
	}
	written := func(i int) bool {
		path := o.partName(strconv.Itoa(i), ".json.gz")
		if !fileExists(path) {
			return false
		}
		err := o.whyInvalid(o.Context(), path, shards.Shard{I: i, Of: o.n}, protocols)
		if err != nil {
			o.Command.PrintErrln(loaders.Clean(err.Error()))
		}
		return err == nil
	}
	return o.printScript(o.Flags, "score", written, fmt.Sprintf("--force --partial %s.json.gz -- %s", o.taskName(), shellWords(o.args...)),
		fmt.Sprintf("faithscope merge --expect %d -- %s/*.json.gz > %s", o.n, shellWords(o.parts), shellWords(o.report)))
}

// slurmExplainCommand takes a shard whose file exists as done: the file gets its name only once it is
// whole.
func slurmExplainCommand() *cobra.Command {
	o, j := newExplainOptions("Print sbatch commands that explain a run in shards",
		"Prints a job array that explains the shards of a run, and a job that joins them. Flags of `faithscope explain` are passed on. "+
			"A killed job resumes when it is queued again.",
		"slurm explain pairs.jsonl --shards 100 --model 'python3 model.py' --with lime,ig -o explained.jsonl.gz | sh"), slurmJobs{parts: "parts"}
	j.declareFlags(o.Set, "", "that haven't been written yet", "explained shards")
	return o.runWith(o.check, func() error {
		written := func(i int) bool { return fileExists(j.partName(strconv.Itoa(i), ".jsonl.gz")) }
		merge := []string{"faithscope", "convert", fmt.Sprintf("--force=%t", o.Force), "-o", o.Path, "--", j.partName("*", ".jsonl.gz")}
		return j.printScript(o.Flags, "explain", written, fmt.Sprintf("-o %s.jsonl.gz -- %s", j.taskName(), shellWords(o.args...)),
			shellWords(merge...))
	})
}

type slurmJobs struct {
	n      int // 0: one job per run
	resume bool
	parts  string
}

func (j *slurmJobs) declareFlags(set *pflag.FlagSet, numberHelp, missingHelp, partsHelp string) {
	value.Declare(set,
		&j.n, "shards", "how many jobs to split the work into"+numberHelp,
		&j.resume, "resume", "submit only the shards "+missingHelp,
		&j.parts, "parts", "folder for the "+partsHelp)
}

func (j *slurmJobs) partName(shardText, nameSuffix string) string {
	return filepath.Join(j.parts, shardText+nameSuffix)
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (j *slurmJobs) taskName() string { return shellWords(j.parts) + "/$SLURM_ARRAY_TASK_ID" }

// printScript refuses unprintable characters, because people check these lines before a shell runs
// them. reduceCommand follows the success of all shards; with --resume, those for which isWritten
// returns true are skipped.
func (j *slurmJobs) printScript(f *opening.Flags, commandName string, isWritten func(i int) bool,
	outputArguments, reduceCommand string) error {
	if err := new(shards.Shard).Set(fmt.Sprintf("1/%d", j.n)); err != nil {
		return fmt.Errorf("--shards must be between 1 and a million, not %d", j.n)
	}
	var missing []int
	for i := 1; i <= j.n; i++ {
		isDone := j.resume && isWritten(i)
		if err := f.Context().Err(); err != nil {
			return err
		}
		if !isDone {
			missing = append(missing, i)
		}
	}
	if j.resume {
		f.Command.PrintErrf("%d of %s to %s\n", len(missing), loaders.Count(j.n, "shard"), commandName)
	}
	flags := givenFlags(f.Set, func(flag string) bool {
		return !slices.Contains([]string{"shards", "resume", "parts", "report", "out", "shard", "force"}, flag)
	})
	for _, word := range append(slices.Concat(f.Set.Args(), flags), j.parts, reduceCommand) {
		if loaders.Clean(word) != word {
			return fmt.Errorf("%s contains invisible characters; rename it", strconv.QuoteToASCII(word))
		}
	}
	job := fmt.Sprintf("mkdir -p %s && %s --shard $SLURM_ARRAY_TASK_ID/%d %s", shellWords(j.parts),
		shellWords(append([]string{"faithscope", commandName}, flags...)...), j.n, outputArguments)
	_, err := fmt.Fprint(f.Command.OutOrStdout(), slurmLines(formatRanges(missing), job, reduceCommand))
	return err
}

// whyInvalid compares settings and protocols too: a shard scored with others would be merged into
// wrong figures.
func (o *slurmOptions) whyInvalid(ctx context.Context, path string, shard shards.Shard, protocols []scoring.Protocol) error {
	m, err := shards.Merge(ctx, files.DiskFiles{}, []string{path}, shards.RefuseSameID)
	if err != nil {
		return err
	}
	defer m.Run.Close()
	switch {
	case !slices.Equal(m.Shards, []shards.Shard{shard}):
		return fmt.Errorf("%s isn't shard %s", path, shard)
	case m.Settings != o.Settings:
		return fmt.Errorf("%s was made with different settings", path)
	case !slices.EqualFunc(m.Protocols, protocols, func(a, b scoring.Protocol) bool { return a.Name == b.Name && a.Given == b.Given }):
		return fmt.Errorf("%s was made with different protocols", path)
	}
	return nil
}

func formatRanges(shardNumbers []int) string {
	var words []string
	for len(shardNumbers) > 0 {
		k := 1
		for k < len(shardNumbers) && shardNumbers[k] == shardNumbers[0]+k {
			k++
		}
		word := strconv.Itoa(shardNumbers[0])
		if k > 1 {
			word += "-" + strconv.Itoa(shardNumbers[k-1])
		}
		words, shardNumbers = append(words, word), shardNumbers[k:]
	}
	return strings.Join(words, ",")
}

func shellWords(commandWords ...string) string {
	return strings.Join(loaders.Map(commandWords, views.ShellWord), " ")
}

// The words are quoted for a shell within a shell, because sbatch passes what it wraps to sh.
func slurmLines(arrayRange, jobCommand, reduceCommand string) string {
	reduceCommand = "--job-name=faithscope-reduce --wrap " + views.ShellWord(reduceCommand) + "\n"
	if arrayRange == "" {
		return "sbatch " + reduceCommand
	}
	return fmt.Sprintf("map=$(sbatch --parsable --array=%s --job-name=faithscope-map --wrap %s) &&\n"+
		"sbatch --dependency=afterok:\"$map\" --kill-on-invalid-dep=yes %s", arrayRange, views.ShellWord(jobCommand), reduceCommand)
}
