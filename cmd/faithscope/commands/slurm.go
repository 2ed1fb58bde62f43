package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/shards"
	"faithscope/views"
)

func slurmCommand() *cobra.Command {
	o := slurmOptions{Flags: opening.NewFlags(), parts: "parts", report: "report.txt"}
	cmd := &cobra.Command{
		Use:   "slurm RUN…",
		Short: "Print the two sbatch lines that score runs as shards of one on a cluster",
		Long: "slurm prints two lines for a shell on a cluster with Slurm: an array of jobs that score the shards, and a job that " +
			"merges what they wrote when all of them have succeeded. The runs are the shards, and each job takes its share of them. Flags of " +
			"`faithscope score` are passed on.\n\n" +
			"With --resume the array has only the shards without a valid partial report: one that is whole, says that it is this shard, " +
			"and has the settings and protocols that the flags name. If all have one, only the merging is left.",
		Example: "faithscope slurm shards/*.jsonl --shards 100 | sh\n" +
			"faithscope slurm shards/*.jsonl --shards 100 --resume | sh\n" +
			"faithscope slurm shards/*.jsonl --shards 100 --gold gold.csv --average cumulative",
		RunE: o.run,
	}
	set := cmd.Flags()
	value.Declare(set,
		&o.n, "shards", "how many jobs to cut the work into (default: one for each run)",
		&o.resume, "resume", "submit only the shards without a valid partial report",
		&o.parts, "parts", "folder for the partial reports",
		&o.report, "report", "file for the report")
	o.AddReport(set)
	o.AddTo(set)
	return cmd
}

// slurmOptions are the flags of slurm beside those of score.
type slurmOptions struct {
	*opening.Flags
	n             int // 0 for one job for each run
	resume        bool
	parts, report string
}

func (o *slurmOptions) run(cmd *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		return errors.New("name the runs that are the shards of one")
	}
	n := cmp.Or(o.n, len(paths))
	first := shards.Shard{I: 1, Of: n}
	if err := new(shards.Shard).Set(first.String()); err != nil {
		return fmt.Errorf("--shards %d: at least 1, and at most a million", n)
	}
	if _, err := first.Share(paths); err != nil {
		return err
	}
	array := fmt.Sprintf("1-%d", n)
	if o.resume {
		missing, err := o.missing(cmd, n)
		if err != nil {
			return err
		}
		array = ranges(missing)
		cmd.PrintErrf("%d of %s to score\n", len(missing), loaders.Count(n, "shard"))
	}
	flags := givenFlags(cmd, func(flag string) bool { return !slices.Contains([]string{"shards", "resume", "parts", "report"}, flag) })
	_, err := fmt.Fprint(cmd.OutOrStdout(), slurmLines(paths, flags, n, array, o.parts, o.report))
	return err
}

// missing lists the shards without a valid partial report, of n, and says of each report
// that is there why it is not valid.
func (o *slurmOptions) missing(cmd *cobra.Command, n int) (missing []int, err error) {
	protocols, err := o.Asked(cmd.Context())
	if err != nil {
		return nil, err
	}
	for i := 1; i <= n; i++ {
		path := filepath.Join(o.parts, strconv.Itoa(i)+".json.gz")
		src, err := files.OpenSource(files.Disk{}, path)
		if err == nil {
			src.Close()
			if err = o.valid(cmd.Context(), path, shards.Shard{I: i, Of: n}, protocols); err == nil {
				continue
			}
			cmd.PrintErrln(loaders.Clean(err.Error()))
		}
		if err := cmd.Context().Err(); err != nil {
			return nil, err
		}
		missing = append(missing, i)
	}
	return missing, nil
}

// valid says why the partial report at path is not that of a shard under the flags.
func (o *slurmOptions) valid(ctx context.Context, path string, shard shards.Shard, protocols []scoring.Protocol) error {
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

// ranges writes ascending numbers as Slurm reads an array: "1-3,7"; "" for none.
func ranges(list []int) string {
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

// slurmLines returns the lines that score the shards of an array, as Slurm reads it, and
// merge all n; only the second for an empty array. sbatch passes what it wraps to sh, so
// names are quoted for a shell within a shell.
func slurmLines(paths, flags []string, n int, array, parts, report string) string {
	words := func(list ...string) string { return strings.Join(loaders.Map(list, views.ShellWord), " ") }
	score := fmt.Sprintf("mkdir -p %s && %s --shard $SLURM_ARRAY_TASK_ID/%d --force --partial %s/$SLURM_ARRAY_TASK_ID.json.gz -- %s",
		words(parts), words(append([]string{"faithscope", "score"}, flags...)...), n, words(parts), words(paths...))
	merge := words(fmt.Sprintf("faithscope merge --expect %d -- %s/*.json.gz > %s", n, words(parts), words(report)))
	if array == "" {
		return "sbatch --job-name=faithscope-reduce --wrap " + merge + "\n"
	}
	return fmt.Sprintf("map=$(sbatch --parsable --array=%s --job-name=faithscope-map --wrap %s) &&\n"+
		"sbatch --dependency=afterok:\"$map\" --kill-on-invalid-dep=yes --job-name=faithscope-reduce --wrap %s\n", array, words(score), merge)
}
