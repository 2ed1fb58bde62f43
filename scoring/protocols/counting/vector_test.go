package counting

import (
	"strconv"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

// vector holds what counting needs of scn.json.
type vector struct {
	Examples []vectorExample
	Dataset  struct {
		Logged  map[string]vectors.Number `json:"all_logged"`
		Clamped *vectors.Number           `json:"accuracy_top1_clamped"`
	} `json:"dataset_expected"`
}

type vectorExample struct {
	ID       int `json:"question_id"`
	Question string
	Simple   *bool `json:"issimple"`
	Answer   int
	Scores   []float64
	Expected struct {
		Prediction float32 `json:"pred"`
		Rounded    int     `json:"pred_round"`
		Clamped    bool    `json:"top1_clamped_correct"`
	}
}

func readVector(t *testing.T) vector {
	t.Helper()
	var v vector
	vectors.Read(t, "testdata", "scn.json", &v)
	if len(v.Examples) == 0 || len(v.Dataset.Logged) == 0 {
		t.Fatal("the vector has no examples or nothing that the authors log")
	}
	return v
}

func (v *vector) examples() (list []*loaders.Example) {
	for _, e := range v.Examples {
		list = append(list, e.example())
	}
	return list
}

func (e *vectorExample) example() *loaders.Example {
	ex := question(e.Answer, e.Scores...)
	ex.ID, ex.Question = strconv.Itoa(e.ID), e.Question
	if e.Simple != nil {
		ex.Kind = kinds[map[bool]int{true: 0, false: 1}[*e.Simple]]
	}
	return ex
}

// question returns a counting question with region scores.
func question(gold int, scores ...float64) *loaders.Example {
	return &loaders.Example{
		Answer:  loaders.Answer{Gold: strconv.Itoa(gold)},
		Images:  []loaders.Image{{Proposals: make([]loaders.Box, len(scores))}},
		Program: []loaders.Module{{Op: "count", Output: loaders.Output{Boxes: [][]float64{scores}}}},
	}
}

// aggregated scores examples under s.
func aggregated(s scoring.Settings, examples ...*loaders.Example) *aggregate {
	a := newAggregate(s).(*aggregate)
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
	s, ok := scoring.Pick(list, metric, of)
	if !ok {
		t.Fatalf("no %s of %s", metric, of)
	}
	return s
}
