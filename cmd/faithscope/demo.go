package main

import (
	"context"
	"embed"
	"fmt"
	"path"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// demoFiles are described in demo/README.md.
//
//go:embed demo/README.md demo/nlvr demo/drop
var demoFiles embed.FS

// demoSet is one data set of the demo and the runs on it.
type demoSet struct {
	dataset string
	note    string // what the screen must say; 80 columns show what matters most
	options loaders.Options
	runs    []demoRun
}

type demoRun struct{ name, path string }

// demo lists what the demo shows, in the order of the screen.
func demo() []demoSet {
	const nlvr, drop = "demo/nlvr", "demo/drop"
	var networks []demoRun
	for _, name := range []string{"layer_count", "sum_count", "graph_count", "graph_count_decont_pretrain"} {
		networks = append(networks, demoRun{name, path.Join(nlvr, "runs", name, "predictions.json.gz")})
	}
	return []demoSet{{
		dataset: "NLVR, 60 of 782 dev examples",
		note:    "Small networks, not the paper's. Data: NLVR, Suhr et al. 2017, CC BY 4.0; programs, gold boxes and model outputs added.",
		options: loaders.Options{
			Gold:     path.Join(nlvr, "nlvr1_dev_box_annotations.csv"),
			Programs: path.Join(nlvr, "nlvr1_dev_annotations.tsv"),
			Images:   path.Join(nlvr, "images"),
		},
		runs: networks,
	}, {
		dataset: "DROP, 215 annotated questions",
		note:    "A word-overlap baseline, not the paper's. Data: DROP, CC BY-SA 4.0 (Dua et al. 2019); annotations Apache-2.0 (Subramanian et al. 2020).",
		options: loaders.Options{Gold: path.Join(drop, "drop_module_output_annotations.json.gz")},
		runs: []demoRun{
			{"lexical-narrow", path.Join(drop, "lexical-narrow.jsonl.gz")},
			{"lexical-wide", path.Join(drop, "lexical-wide.jsonl.gz")},
		},
	}}
}

// openDemo opens the demo's runs with the loaders that open anybody's.
func openDemo(ctx context.Context) (runs []*loaders.Run, err error) {
	for _, set := range demo() {
		for _, r := range set.runs {
			run, err := files.NewOpener(demoFiles, formats()...).Open(ctx, r.path, set.options)
			if err != nil {
				closeAll(runs)
				return nil, fmt.Errorf("demo: %w", err)
			}
			run.Name, run.Dataset, run.Note = r.name, set.dataset, set.note
			runs = append(runs, run)
		}
	}
	return runs, nil
}
