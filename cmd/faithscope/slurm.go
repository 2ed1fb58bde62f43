package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/shards"
	"faithscope/views"
)

func slurmCommand() *cobra.Command {
	f := opening.NewFlags()
	n, parts, report := 0, "parts", "report.txt"
	cmd := &cobra.Command{
		Use:   "slurm RUN…",
		Short: "Print the two sbatch lines that score runs as shards of one on a cluster",
		Long: "slurm prints two lines for a shell on a cluster with Slurm: an array of jobs that score the shards, and a job that " +
			"merges what they wrote when all of them have succeeded. The runs are the shards, and each job takes its share of them. Flags of " +
			"`faithscope score` are passed on.",
		Example: "faithscope slurm shards/*.jsonl --shards 100 | sh\n" +
			"faithscope slurm shards/*.jsonl --shards 100 --gold gold.csv --average cumulative",
		RunE: func(cmd *cobra.Command, paths []string) error {
			if len(paths) == 0 {
				return errors.New("name the runs: the shards of one")
			}
			if n == 0 {
				n = len(paths)
			}
			first := shards.Shard{I: 1, Of: n}
			if err := new(shards.Shard).Set(first.String()); err != nil {
				return fmt.Errorf("--shards %d: at least 1, and at most a million", n)
			}
			if _, err := first.Share(paths); err != nil {
				return err
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), slurmLines(paths, scoringFlags(cmd), n, parts, report))
			return err
		},
	}
	cmd.Flags().IntVar(&n, "shards", 0, "how many jobs to cut the work into (default: one for each run)")
	cmd.Flags().StringVar(&parts, "parts", parts, "folder for the partial reports")
	cmd.Flags().StringVar(&report, "report", report, "file for the report")
	f.AddReport(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

// scoringFlags are the flags of score that the person gave, as arguments.
func scoringFlags(cmd *cobra.Command) []string {
	known, f := pflag.NewFlagSet("", pflag.ContinueOnError), opening.NewFlags()
	f.AddReport(known)
	f.AddTo(known)
	return given(cmd, func(flag string) bool { return known.Lookup(flag) != nil })
}

// slurmLines are the lines: sbatch gives what it wraps to sh, so that names are
// quoted for a shell within a shell.
func slurmLines(paths, flags []string, n int, parts, report string) string {
	score := "mkdir -p " + views.ShellWord(parts) + " && faithscope score"
	for _, flag := range flags {
		score += " " + views.ShellWord(flag)
	}
	score += fmt.Sprintf(" --shard $SLURM_ARRAY_TASK_ID/%d --force --partial %s/$SLURM_ARRAY_TASK_ID.json.gz --", n, views.ShellWord(parts))
	for _, p := range paths {
		score += " " + views.ShellWord(p)
	}
	merge := fmt.Sprintf("faithscope merge --expect %d -- %s/*.json.gz > %s", n, views.ShellWord(parts), views.ShellWord(report))
	return fmt.Sprintf("map=$(sbatch --parsable --array=1-%d --job-name=faithscope-map --wrap %s) &&\n"+
		"sbatch --dependency=afterok:\"$map\" --kill-on-invalid-dep=yes --job-name=faithscope-reduce --wrap %s\n",
		n, views.ShellWord(score), views.ShellWord(merge))
}
