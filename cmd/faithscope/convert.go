package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
)

func convertCommand() *cobra.Command {
	f, o := opening.NewFlags(), writing.Options{}
	cmd := &cobra.Command{
		Use:   "convert RUN",
		Short: "Write a run in another format",
		Long: "Write a run in another format:\n\n" +
			"  native    faithscope's own JSON Lines, with all that faithscope knows of a run; pictures stay where they are\n" +
			"  coco      COCO results: the proposals that modules give more than --threshold, with their probabilities\n" +
			"  csv       a line per example: its answer, its score, and a score per module type\n" +
			"  parquet   the same table\n\n" +
			"The file appears when it is whole. Examples are read one by one, on all cores, and none is kept, so that a run " +
			"may be of any size. One that cannot be read is written as such and counted, which COCO results have no place for. " +
			"What a format cannot say is an error.",
		Example: "faithscope convert predictions.json.gz -o run.jsonl.gz\n" +
			"faithscope convert predictions.json.gz --to csv -o - --average occurrence\n" +
			"faithscope convert run.jsonl --to coco --module find --threshold 0.05 -o results.json\n" +
			"faithscope convert predictions.json.gz --where 'right unfaithful' -o suspects.jsonl\n" +
			"faithscope convert run.jsonl -o scores.parquet",
		RunE: func(cmd *cobra.Command, paths []string) error { return convertRun(cmd, paths, f, &o) },
	}
	cmd.Flags().Var(&value.OneOf{Word: &o.To, What: "a format to write", Known: writing.Converted()}, "to", value.OrList(writing.Converted())+" (default: by the name's end: .csv, .parquet, else native)")
	o.AddTo(cmd.Flags(), "", "file to write, packed where its name ends with .gz or .zst; - for standard output", "replace the file if it exists")
	cmd.Flags().StringArrayVar(&o.Modules, "module", nil, "coco: only the outputs of this module (find, filter, …); repeat it for several")
	cmd.Flags().StringVar(&o.Categories, "categories", "", "coco: file of ground truth with the ids of categories, found by the modules' arguments (default: all are 1)")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

func convertRun(cmd *cobra.Command, paths []string, f *opening.Flags, o *writing.Options) error {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("convert takes one run, not %d", len(paths))
	case o.Path == "":
		return errors.New("name the file to write with -o, or - for standard output")
	}
	if err := f.Check(); err != nil {
		return err
	}
	if err := o.Agree(); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := f.Asked(ctx)
	if err != nil {
		return err
	}
	run, err := f.Options.OpenOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer run.Close()
	f.AddBaseProblems(run)
	opening.NameApart([]*loaders.Run{run})
	if err := f.Narrow(cmd, false, run); err != nil {
		return err
	}
	var to writing.Sink
	examples, unreadable := 0, 0
	if err := o.Write(ctx, cmd.OutOrStdout(), func(w io.Writer) (err error) {
		if o.Tabled() {
			examples, unreadable, err = convertTable(ctx, w, run, protocols, f.Settings, o)
			return err
		}
		if to, err = o.Sink(ctx, w, run, f.Settings); err != nil {
			return err
		}
		examples, unreadable, err = writing.Copy(ctx, run, nil, to.Prepare)
		return cmp.Or(err, to.Close())
	}); err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), loaders.Clean(o.Written(run, to, examples, unreadable)))
	opening.TellProblems(cmd.ErrOrStderr(), run)
	if unreadable > 0 && unreadable == examples {
		return fmt.Errorf("%s: not one of %d examples could be read", run.Path, examples)
	}
	return run.Problems.Lost()
}

// convertTable scores a run and writes the table of its examples.
func convertTable(ctx context.Context, w io.Writer, run *loaders.Run, protocols []scoring.Protocol, s scoring.Settings, o *writing.Options) (examples, unreadable int, err error) {
	scored := session.New(run, protocols)
	scored.Aim(s)
	if err := scored.Read(ctx); err != nil {
		return 0, 0, err
	}
	examples, err = o.Table(ctx, w, run.Name, facts.New(scored).Table(s, nil), nil)
	return examples, scored.Unreadable(), err
}
