package commands

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring/session"
)

func convertCommand() *cobra.Command {
	o := &writeOptions{commandLine: newCommand("convert RUN", "Write a run in another format",
		"The formats:\n\n  native    faithscope's own JSON Lines, with everything but the pictures\n  coco      COCO results: each "+
			"module's proposals above --threshold\n  faithful-nmn-csv, faithful-nmn-json, drop\n            gold boxes or spans only, in "+
			"the authors' formats; with --annotator, NAME's annotations\n  quackie   the sentence scores for true positives, as QUACKIE's code "+
			"saves them\n  csv, parquet\n            a row per example: its answer, its score, and a score per module type\n\nData that a format "+
			"can't represent causes an error.",
		"convert predictions.json.gz -o run.jsonl.gz",
		"convert predictions.json.gz --to csv -o - --threshold .3",
		"convert run.jsonl --to coco --module find --threshold 0.05 -o results.json",
		"convert predictions.json.gz --where 'right unfaithful' -o suspects.jsonl",
		"convert predictions.json.gz --annotator ann --to faithful-nmn-csv -o boxes.csv",
		"convert run.jsonl -o scores.parquet")}
	known := writing.ConvertFormats()
	o.addFlags(value.Word(&o.to.To, "an output format", known), "to",
		loaders.OrList(known)+" (default: csv, parquet or native, by file name)")
	o.addOut(packedFile)
	o.addFlags(
		&o.to.Each, "each-attribution", "native: write a file that opens as one run per attribution",
		&o.to.Modules, "module", "coco: only the outputs of this module (find, …); repeatable",
		&o.to.Categories, "categories", "coco: ground-truth file that maps module arguments to category ids (default: 1 for all)")
	o.addQuery()
	return o.runWith(o.convertRuns)
}

const packedFile = "file to write (.gz and .zst are compressed; -: standard output)"

type writeOptions struct {
	*commandLine
	to writing.Options
}

func (c *commandLine) writeExamples(e *writing.Export, o *writing.Options, rowIndices []int) error {
	said, err := e.To(c.Context(), o, c.Command.OutOrStdout(), rowIndices)
	if said == "" {
		return err
	}
	c.Command.PrintErrln(loaders.Clean(said))
	c.PrintProblems(e.Scored.Run)
	return cmp.Or(err, e.Scored.Run.Problems.Lost())
}

// convertRuns writes one run, reduced to --where; a file that holds several is an error, because a
// native file holds one.
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
		return nameOne(o.args[0], j.Runs)
	}
	return o.writeExamples(&writing.Export{Scored: session.New(j.Runs[0], j.Protocols), Settings: o.Settings}, &o.to, nil)
}

func isPartOf(runPath, typedPath string) bool {
	rest, found := strings.CutPrefix(runPath, strings.TrimSuffix(typedPath, "/"))
	return found && (rest == "" || rest[0] == '#' || rest[0] == '/')
}

// nameOne is the error of a command that needs one of several runs of a file, or of one with several judges.
func nameOne(runPath string, runs []*loaders.Run) error {
	hint := "name one, like " + runs[0].Path
	if runs[0].Judge != "" && runs[0].Path == runs[1].Path {
		hint = "give one --judge"
	}
	return fmt.Errorf("%s has %d runs: %s", runPath, len(runs), hint)
}
