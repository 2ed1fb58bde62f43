package commands

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring/session"
)

// convertCommand returns the command convert, which writes one run in another format, by
// convertRuns. It needs -o, and has --to, flags of single formats, and those of a query.
func convertCommand() *cobra.Command {
	o := &writeOptions{commandLine: newCommand("convert RUN", "Write a run in another format",
		"The formats:\n\n"+
			"  native    faithscope's own JSON Lines, with everything that faithscope knows about a run; pictures stay where they are\n"+
			"  coco      COCO results: the proposals of modules above --threshold, with their probabilities\n"+
			"  faithful-nmn-csv, faithful-nmn-json, drop\n"+
			"            gold alone, as annotators write it: box annotations, records with gold_box, DROP's module_output_annotations;\n"+
			"            with --annotator what somebody annotated on screen\n"+
			"  quackie   the sentence scores of true positives, as QUACKIE's code saves them; --token-max and --answerable choose\n"+
			"  csv       a line per example: its answer, its score, and a score per module type\n"+
			"  parquet   the same table\n\n"+
			"An example that cannot be read is written as such and counted; COCO results have no place for it. "+
			"What a format cannot hold is an error.",
		"convert predictions.json.gz -o run.jsonl.gz",
		"convert predictions.json.gz --to csv -o - --average occurrence",
		"convert run.jsonl --to coco --module find --threshold 0.05 -o results.json",
		"convert predictions.json.gz --where 'right unfaithful' -o suspects.jsonl",
		"convert predictions.json.gz --annotator ann --to faithful-nmn-csv -o boxes.csv",
		"convert run.jsonl -o scores.parquet")}
	known := writing.ConvertFormats()
	o.addFlags(value.Word(&o.to.To, "a format to write", known), "to",
		value.OrList(known)+" (default: by the file's ending: .csv, .parquet, else native)")
	o.addOut(packedFile)
	o.addFlags(
		&o.to.Each, "each-attribution", "native: the file is opened as a run for each attribution, under its name, and every one is scored",
		&o.to.Modules, "module", "coco: only the outputs of this module (find, filter, …); repeat it for several",
		&o.to.Categories, "categories", "coco: ground truth file with the ids of categories, looked up by the modules' arguments (default: all "+
			"are 1)")
	o.addQuery()
	return o.runWith(o.convertRuns)
}

// packedFile is the help of -o where a name says how the file is compressed.
const packedFile = "file to write, compressed where its name ends with .gz or .zst; - for standard output"

// writeOptions are the flags of convert and export.
type writeOptions struct {
	*commandLine
	to writing.Options
}

// writeExamples writes the examples of e at rows, nil for all, as o says. It prints to standard
// error what was written and the problems of the run, and then fails if examples were lost. If
// nothing was written it returns only the error.
func (c *commandLine) writeExamples(e *writing.Export, o *writing.Options, rows []int) error {
	said, err := e.To(c.Context(), o, c.OutOrStdout(), rows)
	if said == "" {
		return err
	}
	c.PrintErrln(loaders.Clean(said))
	c.PrintProblems(e.Scored.Run)
	return cmp.Or(err, e.Scored.Run.Problems.Lost())
}

// convertRuns checks that the flags agree with the format, opens the one run that is named, reduced
// to --where, and writes it. It fails if the file holds several runs.
func (o *writeOptions) convertRuns() error {
	o.to.Target = o.Target
	if err := o.to.Agree(); err != nil {
		return err
	}
	j, err := o.JoinAll(o.args)
	if err != nil {
		return err
	}
	defer j.Close()
	if len(j.Runs) > 1 {
		return fmt.Errorf("%s: holds %d runs; name one, as in %s", o.args[0], len(j.Runs), j.Runs[0].Path)
	}
	return o.writeExamples(&writing.Export{Scored: session.New(j.Runs[0], j.Protocols), Settings: o.Settings}, &o.to, nil)
}
