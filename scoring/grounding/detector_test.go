package grounding

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/scoring"
)

// found is a detection or, without a score, a gold box.
type found struct {
	label string
	box   loaders.Box
	score float64
}

// looked is a picture of a detector, as a format makes it.
func looked(id string, detections, gold []found) *loaders.Example {
	im := loaders.Image{Units: loaders.Pixels}
	var scores []float64
	for _, d := range detections {
		im.Proposals, im.Labels, scores = append(im.Proposals, d.box), append(im.Labels, d.label), append(scores, d.score)
	}
	annotated := map[string][]loaders.Box{}
	for _, g := range gold {
		annotated[g.label] = append(annotated[g.label], g.box)
	}
	rec := &record.Record{}
	return &loaders.Example{ID: id, Images: []loaders.Image{im}, Program: rec.Detector(im.Labels, scores, annotated)}
}

// A category has an AP of its own, and categories without gold have none.
func TestDetectorIsScoredByCategory(t *testing.T) {
	a, b := box(0, 0, 10, 10), box(50, 50, 60, 60)
	for _, c := range []struct {
		why      string
		pictures []*loaders.Example
		want     float64 // ap_coco; NaN for undefined
	}{
		{"one category right", []*loaders.Example{looked("1", []found{{"cat", a, .9}}, []found{{"cat", a, 0}})}, 1},
		{"one of two right", []*loaders.Example{looked("1", []found{{"cat", a, .9}}, []found{{"cat", a, 0}, {"dog", b, 0}})}, .5},
		{"the right box under the wrong label", []*loaders.Example{looked("1", []found{{"dog", a, .9}}, []found{{"cat", a, 0}})}, 0},
		{"a category without gold does not count", []*loaders.Example{looked("1", []found{{"cat", a, .9}, {"dog", b, .99}}, []found{{"cat", a, 0}})}, 1},
		{"but a miss in another picture does", []*loaders.Example{
			looked("1", []found{{"cat", a, .9}}, []found{{"cat", a, 0}}), looked("2", []found{{"cat", b, .99}}, nil),
		}, .5},
		{"nothing annotated", []*loaders.Example{looked("1", []found{{"cat", a, .9}}, nil)}, math.NaN()},
	} {
		list := aggregated(scoring.Defaults(), c.pictures...).Scores()
		score := find(t, list, "ap_coco", "overall")
		if got, ok := score.Value.Float(); ok == math.IsNaN(c.want) || ok && !near(got, c.want) || score.Count != len(c.pictures) {
			t.Errorf("%s: %v (%v) of %d, want %v", c.why, got, ok, score.Count, c.want)
		}
		if v := find(t, list, "groundp", "overall").Value; v != scoring.Undefined(v.Why()) {
			t.Errorf("%s: a detector has GroundP %v", c.why, v)
		}
		slices.Reverse(c.pictures)
		if again := find(t, aggregated(scoring.Defaults(), c.pictures...).Scores(), "ap_coco", "overall"); again != score {
			t.Errorf("%s: %v in the other order, %v", c.why, again, score)
		}
	}
}

func TestDetectorWithoutScores(t *testing.T) {
	gold := []found{{"cat", box(0, 0, 10, 10), 0}}
	silent := looked("1", nil, gold)
	silent.Program[1].Output = loaders.Output{}
	list := aggregated(scoring.Defaults(), silent).Scores()
	if n := find(t, list, "unknown", "overall").Count; n != 1 {
		t.Errorf("%d pictures without scores, want 1", n)
	}
	nobody := looked("1", []found{{"cat", box(0, 0, 10, 10), .5}}, nil)
	nobody.Program[1].Gold = nil
	if e := prepare(nobody); e != nil {
		t.Errorf("a picture that nobody annotated: %v", e)
	}
}

func TestDetectorIsWrittenAndRead(t *testing.T) {
	ex := looked("1", []found{{"cat", box(0, 0, 10, 10), .9}, {"dog", box(1, 1, 5, 5), .3}}, []found{{"cat", box(0, 0, 9, 10), 0}})
	e := prepare(ex)
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	again, err := scoring.Restore[*evidence](b)
	if err != nil {
		t.Fatal(err)
	}
	first, second := Protocol.Aggregate(scoring.Defaults()), Protocol.Aggregate(scoring.Defaults())
	first.Add(e)
	second.Add(again)
	if x, y := first.Scores(), second.Scores(); !slices.EqualFunc(x, y, func(x, y scoring.Score) bool { return x.Value == y.Value && x.Count == y.Count }) {
		t.Errorf("%v, want %v", y, x)
	}
	if score := e.Example(scoring.Defaults()); len(score.Modules) != 0 || score.Overall != scoring.Undefined(whyDetector) {
		t.Errorf("a picture's own score: %+v", score)
	}
	if _, err := scoring.Restore[*evidence]([]byte(`{"id":"1","images":[],"categories":["cat"]}`)); err == nil {
		t.Error("categories without images are read")
	}
}
