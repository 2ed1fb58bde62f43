package commands

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/native"
	"faithscope/loaders/record"
	"faithscope/scoring/vectors"
)

// The reference vectors of the protocols, written as runs, of which `faithscope score` must say what
// the authors' code says of the numbers in a vector: testdata/script/papers.txtar.

// home returns the folder of the vectors that a package has.
func home(pkg string) string {
	return filepath.Join(moduleRoot, "scoring", "protocols", pkg, "testdata")
}

// paperRuns writes runs of the packages' own vectors for the scripts and
// returns their folder.
func paperRuns(t *testing.T) string {
	dir := t.TempDir()
	var counts countVector
	vectors.ReadFile(t, filepath.Join(home("counting"), "scn.json"), &counts)
	counts.run(t, filepath.Join(dir, "counts.jsonl"))
	var samples sentenceVector
	vectors.ReadFile(t, filepath.Join(home("sentences"), "quackie.json"), &samples)
	samples.run(t, filepath.Join(dir, "sentences.jsonl"))
	var explanations alignmentVector
	vectors.ReadFile(t, filepath.Join(home("alignment"), "alignment.json"), &explanations)
	explanations.run(t, filepath.Join(dir, "explanations.jsonl"), "bert_basic")
	var questions reasoningVector
	vectors.ReadFile(t, filepath.Join(home("reasoning"), "dfol_eval.json"), &questions)
	questions.run(t, filepath.Join(dir, "model.jsonl"), filepath.Join(dir, "base.jsonl"))
	return dir
}

// writeRun writes a run in the native format.
func writeRun(t testing.TB, path string, h native.Header, examples []*loaders.Example) {
	t.Helper()
	f, err := os.Create(path)
	check.NoError(t, err)
	defer f.Close()
	e, err := native.NewEncoder(f, h)
	for _, ex := range examples {
		line, wrong := e.Line(ex)
		_, failed := f.Write(line)
		err = cmp.Or(err, wrong, failed)
	}
	check.NoError(t, cmp.Or(err, f.Close()))
}

// countVector is scn.json.
type countVector struct {
	Examples []struct {
		ID            int                     `json:"question_id"`
		Question      string                  `json:"question"`
		Simple        *bool                   `json:"issimple"`
		Answer        int                     `json:"answer"`
		Width, Height int                     `json:"-"`
		Gold          []record.LenientNumbers `json:"gt_bboxes"`
		Proposals     []record.LenientNumbers `json:"coord"`
		Scores        []float64               `json:"scores"`
	}
}

// run writes the questions of the vector as one run.
func (v *countVector) run(t testing.TB, path string) {
	var examples []*loaders.Example
	for _, q := range v.Examples {
		ex := &loaders.Example{
			ID: strconv.Itoa(q.ID), Question: q.Question, Answer: loaders.Answer{Gold: strconv.Itoa(q.Answer)},
			Images: []loaders.Image{{Units: loaders.Pixels, Proposals: boxesOf(q.Proposals)}},
			Program: []loaders.Module{{
				Op: "count", Output: loaders.Output{Boxes: [][]float64{q.Scores}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{boxesOf(q.Gold)}},
				Place: -1,
			}},
		}
		if q.Simple != nil {
			ex.Kind = map[bool]string{true: "simple", false: "complex"}[*q.Simple]
		}
		examples = append(examples, ex)
	}
	writeRun(t, path, native.Header{Name: "counts", BoxUnits: "pixels"}, examples)
}

func boxesOf(list []record.LenientNumbers) []loaders.Box {
	boxes := make([]loaders.Box, len(list))
	for i, b := range list {
		boxes[i] = loaders.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]}
	}
	return boxes
}

// sentenceVector is quackie.json.
type sentenceVector struct {
	Dataset struct {
		Predictions [][]float64
		Golds       [][][]int `json:"gts"`
	}
}

// run writes the samples of the vector's data set as one run.
func (v *sentenceVector) run(t testing.TB, path string) {
	var examples []*loaders.Example
	for i, scores := range v.Dataset.Predictions {
		ex := &loaders.Example{
			ID: strconv.Itoa(i), Question: "which sentence holds the answer?",
			Attributions: []loaders.Attribution{{Name: "lime", Over: "sentences", Scores: scores}},
		}
		for _, gold := range v.Dataset.Golds[i] {
			at := slices.Index(gold, 1)
			ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "gold", Over: "sentences", Sentence: &at})
		}
		examples = append(examples, ex)
	}
	writeRun(t, path, native.Header{Name: "sentences"}, examples)
}
