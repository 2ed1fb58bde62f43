package grounding

import (
	"path/filepath"
	"strconv"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

// vector holds what grounding needs of scn.json.
type vector struct {
	Examples []vectorExample
	Dataset  struct {
		Overall  vectors.Number            `json:"GroundP_overall"`
		Nonzero  vectors.Number            `json:"GroundP_nonzero"`
		PerCount map[string]vectors.Number `json:"GroundP_per_count"`
		Logged   map[string]vectors.Number `json:"all_logged"`
	} `json:"dataset_expected"`
	Direct []struct {
		Name   string
		Images []struct {
			Gold   [][4]float64 `json:"gt"`
			Boxes  [][4]float64
			Scores []float64
		}
		Expected map[string]vectorCurve // by IoU
	} `json:"ap_direct"`
}

type vectorCurve struct {
	AP           vectors.Number
	Precision    vectors.Numbers `json:"precision_at_scale"`
	Interpolated vectors.Numbers `json:"interpolated_precision"`
	Recall       vectors.Numbers `json:"recall_at_scale"`
	TP, FP, FN   []int
}

type vectorExample struct {
	ID        int `json:"question_id"`
	Answer    int
	Gold      [][4]float64 `json:"gt_bboxes"`
	Proposals [][4]float64 `json:"coord"`
	Scores    []float64
	Expected  struct {
		Grounded vectors.Number   `json:"ioo_boxes"`
		Own      vectors.Number   `json:"ioo_boxes_norm"`
		Shares   []vectors.Number `json:"box_precision"`
	}
}

// home is the folder of the vector, which package counting ships.
var home = filepath.Join("..", "counting", "testdata")

func readVector(t *testing.T) vector {
	t.Helper()
	var v vector
	vectors.Read(t, home, "scn.json", &v)
	if len(v.Examples) == 0 && len(v.Direct) == 0 {
		t.Fatal("the vector has no examples and no detections")
	}
	return v
}

// example has the boxes as the authors' code had them, in float32: the share of a
// narrow proposal depends on it.
func (e *vectorExample) example() *loaders.Example {
	ex := question(e.Answer, single(e.Proposals), e.Scores, single(e.Gold))
	ex.ID = strconv.Itoa(e.ID)
	return ex
}

func single(corners [][4]float64) []loaders.Box {
	list := vectors.Boxes(corners)
	for i, b := range list {
		list[i] = loaders.Box{X0: float64(float32(b.X0)), Y0: float64(float32(b.Y0)), X1: float64(float32(b.X1)), Y1: float64(float32(b.Y1))}
	}
	return list
}

// question returns a counting question on one image.
func question(count int, proposals []loaders.Box, scores []float64, gold []loaders.Box) *loaders.Example {
	return &loaders.Example{
		Answer: loaders.Answer{Gold: strconv.Itoa(count)},
		Images: []loaders.Image{{Units: loaders.Pixels, Proposals: proposals}},
		Program: []loaders.Module{{
			Op: "count", Output: loaders.Output{Boxes: [][]float64{scores}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold}},
		}},
	}
}

// aggregated scores examples under s.
func aggregated(s scoring.Settings, examples ...*loaders.Example) scoring.Aggregate {
	a := Protocol.Aggregate(s)
	for _, ex := range examples {
		if e := Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	return a
}

// find returns the score of a metric of something.
func find(t *testing.T, list []scoring.Score, metric, of string) scoring.Score {
	t.Helper()
	for _, s := range list {
		if s.Metric == metric && s.Of == of {
			return s
		}
	}
	t.Fatalf("no %s of %s", metric, of)
	return scoring.Score{}
}
