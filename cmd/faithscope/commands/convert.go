package commands

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/scoring/session"
)

func convertCommand() *cobra.Command {
	o := writeOptions{Flags: opening.NewFlags()}
	cmd := &cobra.Command{
		Use:   "convert RUN",
		Short: "Write a run in another format",
		Long: "Write a run in another format:\n\n" +
			"  native    faithscope's own JSON Lines, with everything that faithscope knows about a run; pictures stay where they are\n" +
			"  coco      COCO results: the proposals of modules above --threshold, with their probabilities\n" +
			"  faithful-nmn-csv, faithful-nmn-json, drop\n" +
			"            gold alone, as annotators write it: box annotations, records with gold_box, DROP's module_output_annotations;\n" +
			"            with --annotator what somebody annotated on screen\n" +
			"  quackie   the sentence scores of true positives, as QUACKIE's code saves them; --token-max and --answerable choose\n" +
			"  csv       a line per example: its answer, its score, and a score per module type\n" +
			"  parquet   the same table\n\n" +
			"The file appears once it is complete. Examples are read one by one, on all cores, and none stays in memory, so a run " +
			"may have any size. One that cannot be read is written as such and counted; COCO results have no place for it. " +
			"What a format cannot hold is an error.",
		Example: "faithscope convert predictions.json.gz -o run.jsonl.gz\n" +
			"faithscope convert predictions.json.gz --to csv -o - --average occurrence\n" +
			"faithscope convert run.jsonl --to coco --module find --threshold 0.05 -o results.json\n" +
			"faithscope convert predictions.json.gz --where 'right unfaithful' -o suspects.jsonl\n" +
			"faithscope convert predictions.json.gz --annotator ann --to faithful-nmn-csv -o boxes.csv\n" +
			"faithscope convert run.jsonl -o scores.parquet",
		RunE: o.convert,
	}
	set, known := cmd.Flags(), writing.ConvertFormats()
	value.Declare(set, value.Word(&o.to.To, "a format to write", known), "to",
		value.OrList(known)+" (default: by the file's ending: .csv, .parquet, else native)")
	o.addTarget(set)
	value.Declare(set,
		&o.to.Each, "each-attribution", "native: the file is opened as a run for each attribution, under its name, and every one is scored",
		&o.to.Modules, "module", "coco: only the outputs of this module (find, filter, …); repeat it for several",
		&o.to.Categories, "categories", "coco: ground truth file with the ids of categories, looked up by the modules' arguments (default: all "+
			"are 1)")
	o.AddQuery(set)
	answering.Ask(o.Flags, set)
	return cmd
}

func (o *writeOptions) convert(cmd *cobra.Command, paths []string) error {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("convert takes one run, not %d", len(paths))
	case o.to.Path == "":
		return errors.New("name the file to write with -o, or - for standard output")
	}
	if err := o.to.Agree(); err != nil {
		return err
	}
	j, err := o.JoinAll(cmd, paths)
	if err != nil {
		return err
	}
	defer j.Close()
	if len(j.Runs) > 1 {
		return fmt.Errorf("%s: holds %d runs; name one, as in %s", paths[0], len(j.Runs), j.Runs[0].Path)
	}
	return export(cmd, &writing.Export{Scored: session.New(j.Runs[0], j.Protocols), Settings: o.Settings}, &o.to, nil)
}
