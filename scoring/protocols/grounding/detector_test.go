package grounding

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// found is a detection or, without a score, a gold box.
type found struct {
	label string
	box   loaders.Box
	score float64
}

// looked returns a picture of a detector, as a format makes it.
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
	return &loaders.Example{ID: id, Images: []loaders.Image{im}, Program: rec.Detector(im.Labels, scores, annotated, nil)}
}

// A category has an AP of its own, and categories without gold have none.
func TestDetectorIsScoredByCategory(t *testing.T) {
	a, b := box(0, 0, 10, 10), box(50, 50, 60, 60)
	cat, gold := found{"cat", a, .9}, []found{{"cat", a, 0}}
	one := func(gold []found, detections ...found) []*loaders.Example {
		return []*loaders.Example{looked("1", detections, gold)}
	}
	for _, c := range []struct {
		why      string
		pictures []*loaders.Example
		want     float64 // ap_coco; NaN for undefined
	}{
		{"one category right", one(gold, cat), 1},
		{"one of two right", one([]found{{"cat", a, 0}, {"dog", b, 0}}, cat), .5},
		{"the right box under the wrong label", one(gold, found{"dog", a, .9}), 0},
		{"a category without gold does not count", one(gold, cat, found{"dog", b, .99}), 1},
		{"but a miss in another picture does", []*loaders.Example{
			looked("1", []found{cat}, gold), looked("2", []found{{"cat", b, .99}}, nil),
		}, .5},
		{"nothing annotated", one(nil, cat), math.NaN()},
	} {
		list := aggregated(scoring.Defaults(), c.pictures...).Scores()
		score := find(t, list, "ap_coco", "overall")
		if got, ok := score.Value.Float(); ok == math.IsNaN(c.want) || ok && !near(got, c.want) || score.Count != len(c.pictures) {
			t.Errorf("%s: %v (%v) of %d, want %v", c.why, got, ok, score.Count, c.want)
		}
		check.Equal(t, "GroundP of a detector is defined", find(t, list, "groundp", "overall").Value.IsDefined(), false, c.why)
		slices.Reverse(c.pictures)
		check.Equal(t, c.why, find(t, aggregated(scoring.Defaults(), c.pictures...).Scores(), "ap_coco", "overall"), score)
	}
}

// COCO passes over what is detected on a crowd and hits no gold box.
func TestCrowdsAreIgnored(t *testing.T) {
	gold, crowd := box(0, 0, 10, 10), box(50, 50, 90, 90)
	miss, hit := found{"cat", box(60, 60, 70, 70), .9}, found{"cat", gold, .8}
	for _, c := range []struct {
		why    string
		found  []found
		crowds []loaders.Box
		want   float64
	}{
		{"a miss before the hit", []found{miss, hit}, nil, .5},
		{"a miss on a crowd", []found{miss, hit}, []loaders.Box{crowd}, 1},
		{"several on one crowd", []found{miss, {"cat", box(70, 70, 80, 80), .85}, hit},
			[]loaders.Box{crowd}, 1},
		// Of 10 × 10, 7.2 × 10 lies on the crowd: under .50 to .70 it is passed
		// over, above it is a miss.
		{"partly on a crowd", []found{{"cat", box(42.8, 60, 52.8, 70), .9}, hit}, []loaders.Box{box(45.6, 50, 90, 90)}, .75},
		{"what hits is right, crowd or not", []found{hit}, []loaders.Box{box(0, 0, 90, 90)}, 1},
		{"a crowd beside it", []found{miss, hit}, []loaders.Box{box(0, 50, 20, 90)}, .5},
	} {
		ex := looked("1", c.found, []found{{"cat", gold, 0}})
		if c.crowds != nil {
			ex.Program[1].Gold.Crowds = [][]loaders.Box{c.crowds}
		}
		scoringtest.Near(t, c.why, find(t, aggregated(scoring.Defaults(), ex).Scores(), "ap_coco", "overall").Value, c.want)
		restored, err := scoringtest.ReadBack(Protocol, scoringtest.Written(Protocol, prepareGrounding(ex)))
		if err != nil || !reflect.DeepEqual(restored, prepareGrounding(ex)) {
			t.Errorf("%s: %+v comes back as %+v, %v", c.why, prepareGrounding(ex), restored, err)
		}
	}
}

// A detector's pictures have gold boxes; what they lack is a question.
func TestWhyADetectorHasNoAP(t *testing.T) {
	ex := looked("1", []found{{"cat", box(0, 0, 9, 9), .9}}, []found{{"cat", box(0, 0, 10, 10), 0}})
	check.Contains(t, find(t, aggregated(scoring.Defaults(), ex).Scores(), "ap", "overall").Value.Why(), "no counting question")
}

func TestDetectorWithoutScores(t *testing.T) {
	gold := []found{{"cat", box(0, 0, 10, 10), 0}}
	silent := looked("1", nil, gold)
	silent.Program[1].Output = loaders.Output{}
	list := aggregated(scoring.Defaults(), silent).Scores()
	check.Equal(t, "pictures without scores", find(t, list, "unknown", "overall").Count, 1)
	nobody := looked("1", []found{{"cat", box(0, 0, 10, 10), .5}}, nil)
	nobody.Program[1].Gold = nil
	if e := prepareGrounding(nobody); e != nil {
		t.Errorf("a picture that nobody annotated: %v", e)
	}
}

func TestDetectorIsWrittenAndRead(t *testing.T) {
	ex := looked("1", []found{{"cat", box(0, 0, 10, 10), .9}, {"dog", box(1, 1, 5, 5), .3}}, []found{{"cat", box(0, 0, 9, 10), 0}})
	e := prepareGrounding(ex)
	again, err := scoringtest.ReadBack(Protocol, scoringtest.Written(Protocol, e))
	check.NoError(t, err)
	first, second := Protocol.Aggregate(scoring.Defaults()), Protocol.Aggregate(scoring.Defaults())
	first.Add(e)
	second.Add(again)
	if x, y := first.Scores(), second.Scores(); !slices.EqualFunc(x, y,
		func(x, y scoring.Score) bool { return x.Value == y.Value && x.Count == y.Count }) {
		t.Errorf("%v, want %v", y, x)
	}
	if score := e.(*evidence).Example(scoring.Defaults()); len(score.Modules) != 0 || score.Overall != scoring.Undefined(whyDetector) {
		t.Errorf("a picture's own score: %+v", score)
	}
	for why, wrong := range map[string]*evidence{
		"categories without images": {ID: "1", Images: []Detections{}, Categories: []string{"cat"}},
		"a count below 0":           {ID: "1", Images: []Detections{}, Count: -1},
		"a million gold boxes":      {ID: "1", Images: []Detections{{Gold: 1_000_000}}},
	} {
		_, err := scoringtest.ReadBack(Protocol, scoringtest.Written(Protocol, wrong))
		check.Fails(t, why, err)
	}
}
