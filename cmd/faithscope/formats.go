package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/loaders/anli"
	"faithscope/loaders/annotated"
	"faithscope/loaders/attribution"
	"faithscope/loaders/clevr"
	"faithscope/loaders/coco"
	"faithscope/loaders/eraser"
	"faithscope/loaders/esnli"
	"faithscope/loaders/faithfulnmn"
	"faithscope/loaders/fever"
	"faithscope/loaders/gqa"
	"faithscope/loaders/inspect"
	"faithscope/loaders/lmeval"
	"faithscope/loaders/native"
	"faithscope/loaders/nlvr"
	"faithscope/loaders/nmndrop"
	"faithscope/loaders/otel"
	"faithscope/loaders/quackie"
	"faithscope/loaders/reading"
	"faithscope/loaders/tabular"
	"faithscope/loaders/tally"
	"faithscope/loaders/vqa"
)

// formats lists what faithscope reads, in the order of detection. A new
// format is one package and one line here.
func formats() loaders.Formats {
	return loaders.Formats{
		native.Format, faithfulnmn.Format, nmndrop.Format, nmndrop.Demo,
		gqa.Questions, gqa.Predictions, gqa.LLaVA, gqa.Preprocessed, gqa.Scenes, gqa.VisualGenome, gqa.GenomeQuestions, gqa.POPE, gqa.MME,
		clevr.Questions, clevr.Scenes, vqa.Set, vqa.Results,
		nlvr.Statements, nlvr.Pairs, nlvr.Predictions,
		reading.Hotpot, reading.HotpotPredictions, reading.Drop, reading.Squad, reading.Flat, reading.Predictions, fever.Predictions, fever.Claims,
		eraser.Results, eraser.Annotations, quackie.Format, anli.Examples, anli.Analysis,
		esnli.Table, esnli.Pairs, esnli.Highlights, esnli.Lime,
		attribution.Plain, attribution.Ferret, attribution.Inseq, attribution.Captum,
		coco.Format, coco.Detections, annotated.VOC, annotated.YOLO, tally.Questions, tally.Grounding, inspect.Format, lmeval.Format, otel.Format, tabular.Parquet, tabular.Folder, tabular.Any,
	}
}

func formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "formats",
		Short: "List the formats that runs are read from",
		Long: "List the formats that runs are read from.\n\n" +
			"A file is recognised by what stands in it, never by its name; gzip and zstd are unpacked.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return listFormats(cmd.OutOrStdout(), formats()) },
	}
}

func listFormats(w io.Writer, formats loaders.Formats) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range formats {
		boxes := f.Boxes
		if boxes == "" {
			boxes = "none"
		}
		fmt.Fprintf(t, "%s\t%s\n\trecognised by %s\n\tboxes: %s\n", f.Name, f.About, f.Sign, boxes)
	}
	return t.Flush()
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a line of the native format",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(native.Schema())
			return err
		},
	}
}

func pythonCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "python",
		Short: "Print a Python module that writes runs",
		Long: "Print a Python module that writes runs in the native format: one file without dependencies, for Python 3.8 or later.\n\n" +
			"What would be a problem in a run is an exception where it is written; every example is on the disk before the next begins.",
		Example: "faithscope python > faithscope.py",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(native.Python())
			return err
		},
	}
}
