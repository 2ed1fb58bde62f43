package opening

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/attribution"
	"faithscope/loaders/clevr"
	"faithscope/loaders/coco"
	"faithscope/loaders/eraser"
	"faithscope/loaders/esnli"
	"faithscope/loaders/faithfulnmn"
	"faithscope/loaders/gqa"
	"faithscope/loaders/inspect"
	"faithscope/loaders/native"
	"faithscope/loaders/nlvr"
	"faithscope/loaders/nmndrop"
	"faithscope/loaders/otel"
	"faithscope/loaders/pages"
	"faithscope/loaders/steps"
	"faithscope/loaders/tabular"
)

// Formats lists all formats in the order of detection. A new format is a page of package pages, or
// a package and one line here.
var Formats = slices.Concat(loaders.Formats{
	native.Format, faithfulnmn.Format, faithfulnmn.Programs, faithfulnmn.Gold, nmndrop.Format,
	gqa.Questions, gqa.Predictions, gqa.LLaVA, gqa.Preprocessed, gqa.Scenes, gqa.VisualGenome, gqa.GenomeQuestions, gqa.POPEQuestions,
	gqa.MMEResults,
	clevr.Questions, clevr.Scenes,
	nlvr.Statements, nlvr.Pairs, nlvr.Predictions,
	eraser.Results, eraser.Annotations,
	esnli.Pairs, esnli.Highlights, esnli.Lime,
	attribution.Plain, attribution.Ferret, attribution.Inseq, attribution.Captum,
	coco.Format, inspect.Format,
	steps.ProcessBench, steps.PRMBench, steps.MRGSM8K, steps.WhoWhen, steps.AgentProcess,
	otel.Format, pages.PromptfooTable,
	tabular.Parquet, tabular.Folder,
}, loaders.Map(pages.Ours, pages.DocumentedFormat.Reads), loaders.Formats{tabular.Any})
