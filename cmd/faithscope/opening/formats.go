package opening

import (
	"slices"

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

// Formats are what faithscope reads, in the order of detection. A new format is
// one package and one line here, or a preset of package tabular.
var Formats = slices.Concat(loaders.Formats{
	native.Format, faithfulnmn.Format, nmndrop.Format, nmndrop.Demo,
	gqa.Questions, gqa.Predictions, gqa.LLaVA, gqa.Preprocessed, gqa.Scenes, gqa.VisualGenome, gqa.GenomeQuestions, gqa.POPEQuestions,
	gqa.MMEResults,
	clevr.Questions, clevr.Scenes, vqa.Set, vqa.Questions, vqa.Results,
	nlvr.Statements, nlvr.Pairs, nlvr.Predictions,
	reading.Hotpot, reading.HotpotPredictions, reading.Drop, reading.Squad, reading.Flat, reading.Predictions, fever.Predictions,
	fever.Claims,
	eraser.Results, eraser.Annotations, quackie.Format, anli.Examples, anli.Analysis,
	esnli.Pairs, esnli.Highlights, esnli.Lime,
	attribution.Plain, attribution.Ferret, attribution.Inseq, attribution.Captum,
	coco.Format, coco.Detections, annotated.VOC, annotated.YOLO, tally.Questions, tally.Grounding, inspect.Format, lmeval.Format, lmeval.Logs,
	otel.Format,
	tabular.Parquet, tabular.Folder,
}, tabular.Presets, loaders.Formats{tabular.Any})
