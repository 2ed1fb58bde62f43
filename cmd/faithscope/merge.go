package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

func mergeCommand() *cobra.Command {
	o := mergeOptions{}
	cmd := &cobra.Command{
		Use:   "merge PARTIAL…",
		Short: "Add partial reports of the shards of a run to its score report",
		Long: "Add the partial reports that `faithscope score SHARD… --partial FILE` wrote, on one machine or on many, to the " +
			"score report of the whole run. The digits are those of one pass over all shards, however the run is cut and " +
			"whatever order the reports come in, intervals included where every example has an id.\n\n" +
			"Reports that say which shard they are (`score --shard 3/100`) have to be all of them, each once. " +
			"All reports must be under the same settings. One that is cut off, or of another version, is an error, and so is " +
			"an example that two shards have, unless --same-id says what to do with it.",
		Example: "faithscope merge parts/*.json.gz\n" +
			"faithscope merge parts/*.json.gz --expect 100 --format json --name my-model\n" +
			"faithscope merge parts/0*.json.gz --partial tree/0.json.gz",
		RunE: func(cmd *cobra.Command, paths []string) error { return merge(cmd, paths, &o) },
	}
	cmd.Flags().SortFlags = false
	o.reportOptions.addTo(cmd.Flags())
	cmd.Flags().StringVar(&o.name, "name", "", "what to call the run (default: by the shards' names)")
	cmd.Flags().IntVar(&o.expect, "expect", 0, "how many shards there are: one that is missing is an error (default: as many as the reports say)")
	cmd.Flags().Var(&o.same, "same-id", "of an example that several shards have: error, count it once, or count all copies")
	o.partialOptions.addTo(cmd.Flags())
	for _, other := range []string{"format", "no-intervals", "arguments"} {
		cmd.MarkFlagsMutuallyExclusive("partial", other)
	}
	return cmd
}

// mergeOptions are the flags of merge.
type mergeOptions struct {
	reportOptions
	partialOptions
	name   string
	same   shards.SameID
	expect int
}

func merge(cmd *cobra.Command, paths []string, o *mergeOptions) error {
	if len(paths) == 0 {
		return errors.New("name partial reports to merge")
	}
	if err := o.check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	m, err := shards.Merge(ctx, files.Disk{}, paths, o.same)
	if err != nil {
		return err
	}
	defer m.Run.Close()
	defer opening.TellProblems(cmd.ErrOrStderr(), m.Run)
	if o.partial == "" || o.expect > 0 {
		if err := m.Complete(o.expect); err != nil {
			return err
		}
	}
	if o.name != "" {
		m.Run.Name = o.name
	}
	if m.Dropped > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d copies of examples that several shards have are left out\n", m.Dropped)
	}
	if m.Unnamed > 0 { // no order can be told of them
		fmt.Fprintf(cmd.ErrOrStderr(), "%d examples have no id: what is drawn at random from them depends on how the run was cut\n", m.Unnamed)
	}
	if o.partial != "" {
		return o.write(cmd, []*loaders.Run{m.Run}, m.Shards, m.Protocols, m.Settings, m.Err)
	}
	scored, reading := opening.Read(ctx, []*loaders.Run{m.Run}, m.Protocols, m.Settings)
	if err := m.Err(); err != nil || len(scored) == 0 {
		return errors.Join(err, reading)
	}
	return cmp.Or(o.print(cmd, scored, m.Settings), reading)
}

// isPartial reports whether the file at path is a partial report. One that
// does not open is none; opening it as a run says why.
func isPartial(path string) bool {
	src, err := files.OpenSource(files.Disk{}, path)
	if err != nil {
		return false
	}
	defer src.Close()
	return shards.IsPartial(src.Head)
}

// readPartials reads a partial report per path, each a run by itself, for the
// protocols that all have and that were asked for. It returns those that were read
// before one that could not be.
func readPartials(ctx context.Context, f *opening.Flags, paths []string) (scored []*session.Scored, err error) {
	for _, path := range paths {
		m, err := shards.Merge(ctx, files.Disk{}, []string{path}, shards.RefuseSameID)
		if err != nil {
			return scored, err
		}
		protocols := slices.DeleteFunc(slices.Clone(m.Protocols), func(p scoring.Protocol) bool {
			return len(f.Protocols) > 0 && !slices.Contains(f.Protocols, p.Name)
		})
		if scored != nil && !scored[0].ScoredBy(protocols) {
			err = fmt.Errorf("%s and %s are partial reports of different protocols; --protocol names those to compare", paths[0], path)
		}
		var own []*session.Scored
		if err == nil {
			own, err = opening.Read(ctx, []*loaders.Run{m.Run}, protocols, f.Settings)
		}
		if err := errors.Join(err, m.Err()); err != nil {
			m.Run.Close()
			return scored, err
		}
		scored = append(scored, own...)
	}
	return scored, nil
}
