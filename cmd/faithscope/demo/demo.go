// Package demo holds the runs that the program shows if none is named.
package demo

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/steps"
	"faithscope/views"
)

//go:generate go run .. explain alignment/runs/bow.jsonl.zst --model demo --with ig,lime,occlusion,flip --force -o alignment/runs/bow.jsonl.zst
//go:generate python3 steps/judges.py

//go:embed nlvr drop alignment quackie counting dfol photos steps/*.gz
var embedded embed.FS

// Files are the demo's files, described in README.md.
var Files fs.FS = demoFiles{embedded}

type demoFiles struct{ files embed.FS }

func (s demoFiles) Open(name string) (fs.File, error) {
	return s.files.Open(strings.TrimPrefix(name, "demo/"))
}

// DemoDataset is a data set of the demo with its runs.
type DemoDataset struct {
	dataset string
	note    string // for the screen; 80 columns show the start
	named   loaders.FlagValues
	steps   string
	says    string
	judges  string // folder of judges of steps, whose names are the runs'
	Runs    []Run
}

// Run is a run of a set. model is for files that do not name their model.
type Run struct{ name, Path, model string }

const (
	fromNLVR = "Data: NLVR, Suhr et al. 2017, CC BY 4.0; "
	fromSNLI = "Data: SNLI (Bowman et al. 2015, CC BY-SA 4.0), explanations from e-SNLI (Camburu et al. 2018, MIT); model outputs added."
)

// Sets returns the data sets of the demo in the order of the screen. It opens nothing.
func Sets() []DemoDataset {
	const nlvr, drop, chains = "demo/nlvr", "demo/drop", "demo/steps/chains.jsonl.gz"
	pictures := nlvr + "/images"
	networks := loaders.Map([]string{"layer_count", "sum_count", "graph_count", "graph_count_decont_pretrain"}, func(name string) Run {
		return Run{name: name, Path: nlvr + "/runs/" + name + "/predictions.json.zst"}
	})
	return []DemoDataset{{
		dataset: "NLVR, 60 of 782 dev examples",
		note:    "Small networks, not the paper's. " + fromNLVR + "programs, gold boxes and model outputs added.",
		named: loaders.FlagValues{
			"gold":     nlvr + "/nlvr1_dev_box_annotations.csv.zst",
			"programs": nlvr + "/nlvr1_dev_annotations.tsv.zst",
			"images":   pictures,
		},
		steps: "right-not-faithful; open",
		says: "The answer is right, but did the modules look where the program says? c goes to the culprit, the first module that " +
			"is wrong although its inputs are right; < and > change the threshold above which a box counts.",
		Runs: networks,
	}, {
		dataset: "DROP, 215 annotated questions",
		note: "A word-overlap baseline, not the paper's. Data: DROP, CC BY-SA 4.0 (Dua et al. 2019); annotations Apache-2.0 (Subramanian " +
			"et al. 2020).",
		named: loaders.FlagValues{"gold": drop + "/drop_module_output_annotations.json.zst"},
		steps: "right-not-faithful; open",
		says:  "The heat map shows the selected module's attention; gold spans are in brackets. Attention outside the brackets is misplaced.",
		Runs: []Run{
			{"lexical-narrow", drop + "/lexical-narrow.jsonl.gz", ""},
			{"lexical-wide", drop + "/lexical-wide.jsonl.gz", ""},
		},
	}, {
		dataset: "NLVR, 100 of 600 counting questions",
		note:    "A small network with a grounded sum, not the paper's. " + fromNLVR + "questions, gold boxes and model outputs added.",
		named:   loaders.FlagValues{"images": pictures},
		steps:   "right-not-faithful; open",
		says:    "The count is the sum of the scores of all boxes. GroundP is the share of that sum on gold boxes.",
		Runs: []Run{
			{"scn-normal", "demo/counting/runs/scn-normal.jsonl.gz", "attention over regions whose scores are summed"},
			{"scn-odd-even-90", "demo/counting/runs/scn-odd-even-90.jsonl.gz", "like scn-normal, but trained without 90 % of the even counts"},
		},
	}, {
		dataset: "e-SNLI, 100 of 402 held-out pairs",
		note:    "A small model trained on 19,000 pairs, not the paper's. " + fromSNLI,
		steps:   "right-not-faithful; open",
		says: "Colours show which words mattered to the model; the row below shows which mattered to people. C measures " +
			"how well the two agree.",
		Runs: []Run{
			{"bilstm-lime", "demo/alignment/runs/bilstm-lime.jsonl.gz", ""},
		},
	}, {
		dataset: "e-SNLI, 50 of 402 held-out pairs",
		note:    "The small built-in model, queried by faithscope explain. " + fromSNLI,
		steps:   "right-not-faithful; open",
		says: "Which words does the answer depend on? j selects another explainer. h and l choose a word, - removes it, + " +
			"restores it, and the answer updates; a asks again.",
		Runs: []Run{{"bow", "demo/alignment/runs/bow.jsonl.zst", ""}},
	}, {
		dataset: "SQuAD 2.0, 60 of 420 true positives",
		note: "A small span model, not QUACKIE's. Data: SQuAD 2.0, Rajpurkar et al. 2018, CC BY-SA 4.0; sentences, tokens and model " +
			"outputs added.",
		steps: "examples; open",
		says:  "Which sentence made the model think the question can be answered? The gold sentence contains the answer.",
		Runs: []Run{
			{"qa-occlusion", "demo/quackie/runs/occlusion.jsonl.gz", ""},
			{"qa-lime", "demo/quackie/runs/lime.jsonl.gz", ""},
		},
	}, {
		dataset: "NLVR, 83 of 702 first-order questions",
		note: "A parameter-free executor (not DFOL-VQA's) with small likelihood oracles. The oracles also explain wrong answers. " + fromNLVR +
			"questions, scene graphs and model outputs added.",
		named: loaders.FlagValues{"images": pictures},
		steps: "examples; wrong; sort f1; open",
		says: "An answer is wrong if the oracle misjudges or misses an object. The words after \"fixed by\" say " +
			"what the oracle would have to get right.",
		Runs: []Run{
			{"fol-weak", "demo/dfol/runs/weak.jsonl.gz", ""},
			{"fol-strong", "demo/dfol/runs/strong.jsonl.gz", ""},
		},
	}, {
		dataset: "7 photos, 46 GQA-style questions",
		note: "A parameter-free executor on a detector's boxes; questions, programs, answers and gold boxes made by hand. Photos CC0, public " +
			"domain and CC BY 2.0: COCO (Flickr 6795644157), danielbuechele, vultilion, NASA, SpaceX, Rachel Michetti, Stefan van der Walt.",
		named: loaders.FlagValues{"images": "demo/photos/images"},
		steps: "examples; wrong; open",
		says: "Objects that the detector misses have likelihood 0. Press a to ask your own question about the photo; after :model " +
			"executor, - removes an object.",
		Runs: []Run{
			{"photos-ssd", "demo/photos/runs/ssd.jsonl.gz", ""},
			{"photos-centernet", "demo/photos/runs/centernet.jsonl.gz", ""},
		},
	}, {
		dataset: "ProcessBench, 250 of 1,400 chains from GSM8K and MATH",
		note: "Two scripts judge the steps; neither sees the annotations or whether the final answer is right. Data: ProcessBench (Zheng et " +
			"al. 2025), Apache-2.0; verdicts added.",
		steps: "examples; filter cause=late; open",
		says: "People marked the first wrong step, and a judge looks for it without seeing their marks or whether the answer is right. ] goes " +
			"to the next chain that the judge gets wrong.",
		judges: "demo/steps/",
		Runs: []Run{
			{"arithmetic", chains, ""},
			{"length", chains, ""},
		},
	}}
}

// Oracle has the contents of the demo's photos, Concepts the options of its questions.
const (
	Oracle   = "demo/photos/oracle.jsonl.zst"
	Concepts = "demo/photos/concepts.json"
)

// OracleOf returns the path of the oracle that the run at a path was made on, if the demo has scene
// graphs to judge it; otherwise "".
func OracleOf(runPath string) string {
	return map[string]string{
		"demo/dfol/runs/weak.jsonl.gz":   "demo/dfol/oracles/weak.jsonl.zst",
		"demo/dfol/runs/strong.jsonl.gz": "demo/dfol/oracles/strong.jsonl.zst",
	}[runPath]
}

// Open opens and names all runs of the demo, in the order of Sets. If one fails it closes the
// others.
func Open(ctx context.Context, formats loaders.Formats) (runs []*loaders.Run, err error) {
	for _, set := range Sets() {
		for _, r := range set.Runs {
			run, err := files.NewOpener(Files, formats...).Open(ctx, r.Path, loaders.Options{Named: set.named})
			if err == nil {
				runs = append(runs, run)
				err = set.addJudge(ctx, run, r.name)
			}
			if err != nil {
				for _, open := range runs {
					open.Close()
				}
				return nil, fmt.Errorf("demo: %w", err)
			}
			run.Name, run.Dataset, run.Note = r.name, set.dataset, set.note
			run.Model = cmp.Or(run.Model, r.model)
		}
	}
	return runs, nil
}

func (s *DemoDataset) addJudge(ctx context.Context, run *loaders.Run, judgePath string) error {
	if s.judges == "" {
		return nil
	}
	judge, err := steps.OpenJudge(Files, s.judges+judgePath+".jsonl.gz")
	if err != nil {
		return err
	}
	return judge.Join(ctx, run)
}

// Guides returns the guide of each run, by name; runs of a set share theirs.
func Guides() map[string]views.GuidedExample {
	all := map[string]views.GuidedExample{}
	for _, set := range Sets() {
		for _, r := range set.Runs {
			all[r.name] = views.GuidedExample{Steps: set.steps, Says: set.says}
		}
	}
	return all
}
