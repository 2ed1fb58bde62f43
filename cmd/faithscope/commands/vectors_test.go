package commands

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/loaders/record"
	"faithscope/scoring/vectors"
)

// The reference vectors of the protocols, written as runs: what the authors'
// code says of the numbers in a vector, `faithscope score` must say of a run
// that carries them.

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
	check(t, err)
	defer f.Close()
	e, err := native.NewEncoder(f, h)
	for _, ex := range examples {
		line, wrong := e.Line(ex)
		_, failed := f.Write(line)
		err = cmp.Or(err, wrong, failed)
	}
	check(t, cmp.Or(err, f.Close()))
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
	Expected struct {
		Overall  vectors.Number            `json:"GroundP_overall"`
		Nonzero  vectors.Number            `json:"GroundP_nonzero"`
		PerCount map[string]vectors.Number `json:"GroundP_per_count"`
		Logged   map[string]vectors.Number `json:"all_logged"`
		Clamped  vectors.Number            `json:"accuracy_top1_clamped"`
	} `json:"dataset_expected"`
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
		Analyze     []struct {
			SNR    vectors.Number `json:"mean_snr"`
			HPD    vectors.Number `json:"mean_hpd"`
			IoU    vectors.Number `json:"mean_iou"`
			SNRStd vectors.Number `json:"std_snr"`
			HPDStd vectors.Number `json:"std_hpd"`
			IoUStd vectors.Number `json:"std_iou"`
			K      int
			Fails  vectors.Number
			NoSNR  vectors.Number `json:"no_snr"`
		}
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

// wanted is a figure that a report must have.
type wanted struct {
	protocol, metric, of string
	value                vectors.Number
	tolerance            float64
}

// holds checks that a report has the figures.
func holds(t *testing.T, scores gjson.Result, figures []wanted) {
	t.Helper()
	if len(figures) == 0 {
		t.Fatal("nothing to compare")
	}
	for _, w := range figures {
		score := picked(scores, w.protocol, w.metric, w.of)
		value := score.Get("value")
		switch {
		case !score.Exists():
			t.Errorf("the report has no %s %s of %s", w.protocol, w.metric, w.of)
		case math.IsNaN(float64(w.value)):
			if value.Type != gjson.Null || score.Get("undefined").String() == "" {
				t.Errorf("%s %s of %s is %v, want none and a reason", w.protocol, w.metric, w.of, value)
			}
		case value.Type != gjson.Number || math.Abs(value.Num-float64(w.value)) > w.tolerance:
			t.Errorf("%s %s of %s is %v (%s), want %v", w.protocol, w.metric, w.of, value, score.Get("undefined"), w.value)
		}
	}
}

// single is the tolerance of figures that the authors compute in float32.
const single = 1e-6

func TestOracleScoresOfACountingRun(t *testing.T) {
	var v countVector
	vectors.Read(t, home("counting"), "scn.json", &v)
	path := filepath.Join(t.TempDir(), "counts.jsonl")
	v.run(t, path)

	figures := []wanted{
		{"grounding", "groundp", "overall", v.Expected.Overall, single}, {"grounding", "groundp", "nonzero", v.Expected.Nonzero, single},
		{"counting", "accuracy_clamped", "overall", v.Expected.Clamped / 100, single},
	}
	for of, name := range map[string]string{
		"overall": "overall", "simple": "simple", "complex": "complex", "even": "even", "odd": "odd",
		"m-rel.overall": "m-rel", "norm_harmonic.overall": "harmonic",
	} {
		if x, ok := v.Expected.Logged["tally_acc."+of]; ok {
			figures = append(figures, wanted{"counting", "accuracy", name, x / 100, single})
		}
		if x, ok := v.Expected.Logged["tally_rmse."+of]; ok {
			figures = append(figures, wanted{"counting", "rmse", name, x, single})
		}
	}
	for of, x := range v.Expected.PerCount {
		if of != "0" || x != 0 {
			figures = append(figures, wanted{"grounding", "groundp", of, x, single})
		}
	}
	holds(t, reported(t, path), figures)
	for key, x := range v.Expected.Logged {
		iou, ok := strings.CutPrefix(strings.TrimSuffix(key, ".overall"), "mAP.")
		if !ok {
			continue
		}
		holds(t, reported(t, path, "--protocol", "grounding", "--detection-iou", iou),
			[]wanted{{"grounding", "ap", "overall", x, single}})
	}
}

func TestOracleScoresOfASentenceRun(t *testing.T) {
	var v sentenceVector
	vectors.Read(t, home("sentences"), "quackie.json", &v)
	path := filepath.Join(t.TempDir(), "sentences.jsonl")
	v.run(t, path)
	for _, a := range v.Dataset.Analyze {
		scores := reported(t, path, "--top-k", strconv.Itoa(a.K))
		holds(t, scores, []wanted{
			{"sentences", "iou", "overall", a.IoU, single}, {"sentences", "iou_std", "overall", a.IoUStd, single},
			{"sentences", "hpd_published", "overall", a.HPD, single}, {"sentences", "hpd_published_std", "overall", a.HPDStd, single},
			{"sentences", "snr_published", "overall", a.SNR, single}, {"sentences", "snr_published_std", "overall", a.SNRStd, single},
			{"sentences", "no_snr_published", "overall", a.NoSNR, 0}, {"sentences", "fails", "overall", a.Fails, 0},
		})
		if k := scores.Get(`#(protocol=="sentences").settings.top_k`).Int(); int(k) != a.K {
			t.Errorf("the report says top_k %d, want %d", k, a.K)
		}
	}
}
