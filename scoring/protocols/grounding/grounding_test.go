package grounding

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

func box(x0, y0, x1, y1 float64) loaders.Box { return loaders.Box{X0: x0, Y0: y0, X1: x1, Y1: y1} }

func TestGroundP(t *testing.T) {
	gold := []loaders.Box{box(0, 0, 10, 10), box(5, 0, 15, 10)}
	for _, c := range []struct {
		why       string
		count     int
		proposals []loaders.Box
		scores    []float64
		gold      []loaders.Box
		want      float64
		undefined string
	}{
		{"the overlap of gold boxes counts once", 2, []loaders.Box{box(0, 0, 15, 20)}, []float64{1}, gold, 0.5, ""},
		{"scores weigh", 2, []loaders.Box{box(0, 0, 15, 10), box(20, 0, 30, 10)}, []float64{0.75, 0.25}, gold, 0.75, ""},
		{"no area is wholly grounded, as in the code", 2, []loaders.Box{box(90, 0, 90, 10)}, []float64{1}, gold, 1, ""},
		{"turned inside out has no area", 2, []loaders.Box{box(90, 10, 80, 0)}, []float64{1}, gold, 1, ""},
		{"an area beyond a float64 is not grounded", 2, []loaders.Box{box(0, 0, 1e200, 1e200)}, []float64{1}, gold, 0, ""},
		{"a count of 0 adds nothing", 0, []loaders.Box{box(0, 0, 15, 10)}, []float64{1}, nil, 0, ""},
		{"scores that sum to 0", 2, []loaders.Box{box(0, 0, 15, 10)}, []float64{0}, gold, 0, "sum to 0"},
	} {
		list := aggregated(scoring.Defaults(), question(c.count, c.proposals, c.scores, c.gold)).Scores()
		v := find(t, list, "groundp", "overall").Value
		if x, ok := v.Float(); ok != (c.undefined == "") || x != c.want || !strings.Contains(v.Why(), c.undefined) {
			t.Errorf("%s: %+v, want %v", c.why, v, c.want)
		}
	}
}

func TestEmptyProposalsAreAnOption(t *testing.T) {
	s := scoring.Defaults()
	s.EmptyUngrounded = true
	ex := question(1, []loaders.Box{{}, box(0, 0, 1, 1)}, []float64{0.75, 0.25}, []loaders.Box{box(0, 0, 1, 1)})
	check.Equal(t, "GroundP", find(t, aggregated(s, ex).Scores(), "groundp", "overall").Value, scoring.Defined(.25))
	if !slices.Contains(Protocol.Settings, "empty_ungrounded") {
		t.Error("the report does not name it")
	}
}

func TestWhatIsScored(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(*loaders.Example)
		scored bool
	}{
		{"gold boxes and scores", func(*loaders.Example) {}, true},
		{"gold of no boxes", func(ex *loaders.Example) { ex.Program[0].Gold.Boxes = [][]loaders.Box{nil} }, true},
		{"no scores: counted separately", func(ex *loaders.Example) { ex.Program[0].Output = loaders.Output{Number: &loaders.Number{}} }, true},
		{"nobody annotated it", func(ex *loaders.Example) { ex.Program[0].Gold = nil }, false},
		{"another gold", func(ex *loaders.Example) { ex.Program[0].Gold.Boxes = nil }, false},
		{"no count", func(ex *loaders.Example) { ex.Answer.Gold = "True" }, false},
	} {
		ex := question(1, []loaders.Box{box(0, 0, 1, 1)}, []float64{1}, nil)
		c.change(ex)
		check.Equal(t, c.why, Protocol.Prepare(ex) != nil, c.scored)
	}
}

func TestAQuestionWithoutScoresIsCounted(t *testing.T) {
	silent := question(1, []loaders.Box{box(0, 0, 1, 1)}, nil, nil)
	silent.Program[0].Output = loaders.Output{}
	list := aggregated(scoring.Defaults(), silent, question(1, []loaders.Box{box(0, 0, 1, 1)}, []float64{1},
		[]loaders.Box{box(0, 0, 1, 1)})).Scores()
	check.Equal(t, "GroundP rests", find(t, list, "groundp", "overall").Count, 1)
	check.Equal(t, "unknown", find(t, list, "unknown", "overall").Value, scoring.Defined(1))
	if e := scoringtest.Example(Protocol.Prepare(silent), scoring.Defaults()); e.Overall.Why() == "" || len(e.Modules) != 1 {
		t.Errorf("%+v", e)
	}
}

// Two gold boxes; from the highest score: a hit, a second hit of the same box,
// which COCO counts false, and a hit of the other box at IoU .6. By hand: under
// .5, .55 and .6 the precision is 1 up to recall .5 (levels 0 to .5: 51) and
// 2/3 beyond (50); over that 1 for 51 levels.
func TestCOCOByHand(t *testing.T) {
	gold := []loaders.Box{box(0, 0, 10, 10), box(20, 0, 30, 10)}
	d := Detect([]loaders.Box{box(0, 0, 10, 10), box(0, 0, 10, 10), box(20, 0, 30, 6)}, []float64{0.9, 0.8, 0.7}, gold, nil)
	two, one := (51+50*2./3)/101, 51./101
	for k, v := range cocoOf([]placedImage{{&d, 0}}) {
		want := one
		if k < 3 {
			want = two
		}
		scoringtest.Near(t, "AP", v, want, "at IoU", k)
	}
}

func TestCOCOKeepsAHundredDetections(t *testing.T) {
	proposals, scores := make([]loaders.Box, 101), make([]float64, 101)
	for i := range proposals {
		proposals[i], scores[i] = box(50, 50, 60, 60), 0.5
	}
	gold := []loaders.Box{box(0, 0, 10, 10)}
	for why, c := range map[string]struct{ place, want float64 }{"the hundredth counts": {99, 0.01}, "the next one does not": {100, 0}} {
		shown := append([]loaders.Box(nil), proposals...)
		shown[int(c.place)] = gold[0]
		d := Detect(shown, scores, gold, nil)
		scoringtest.Near(t, why, cocoOf([]placedImage{{&d, 0}})[0], c.want)
	}
}

func TestExampleTellsBoxesApart(t *testing.T) {
	gold := []loaders.Box{box(0, 0, 10, 10), box(20, 0, 30, 10)}
	proposals := []loaders.Box{box(50, 50, 60, 60), box(0, 0, 10, 8), box(20, 0, 30, 10)}
	e := scoringtest.Example(Protocol.Prepare(question(2, proposals, []float64{0.6, 0.9, 0.4}, gold)), scoring.Defaults())
	if x, _ := e.Overall.Float(); math.Abs(x-1.3/1.9) > 1e-6 || e.Faithful != loaders.Right || e.Metric != "groundp" {
		t.Errorf("overall %v, %v", x, e.Faithful)
	}
	image := e.Modules[0].Images[0]
	want := []scoring.PredictedBox{
		{Proposal: 0, Probability: 0.6, BestGold: 0, Counted: true},
		{Proposal: 1, Probability: 0.9, BestIoU: 0.8, BestGold: 0, Hit: true, Counted: true},
	}
	check.Equal(t, "predicted", fmt.Sprint(image.Predicted), fmt.Sprint(want))
	wantGold := []scoring.GoldBox{
		{Matched: true, BestIoU: 0.8, BestProposal: 1, Nearest: scoring.Proposal{Proposal: 1, Probability: 0.9, IoU: 0.8}, Aligned: true},
		{BestProposal: -1, Nearest: scoring.Proposal{Proposal: 2, Probability: 0.4, IoU: 1}, Aligned: true},
	}
	check.Equal(t, "gold", fmt.Sprint(image.Gold), fmt.Sprint(wantGold))
	low := scoring.Defaults()
	low.Threshold = 0.3
	image = scoringtest.Example(Protocol.Prepare(question(2, proposals, []float64{0.6, 0.9, 0.4}, gold)), low).Modules[0].Images[0]
	if len(image.Predicted) != 3 || !image.Gold[0].Matched || !image.Gold[1].Matched {
		t.Errorf("over .3 both gold boxes are found by two of three: %+v", image)
	}
	if nothing := scoringtest.Example(Protocol.Prepare(question(0, proposals, []float64{0, 0, 0}, nil)),
		scoring.Defaults()); nothing.Overall.Why() == "" || nothing.Faithful != loaders.Unknown {
		t.Errorf("nothing to find: %+v", nothing)
	}
}

func ExampleDetect() {
	gold := []loaders.Box{{X0: 0, Y0: 0, X1: 10, Y1: 10}}
	d := Detect([]loaders.Box{{X0: 0, Y0: 0, X1: 10, Y1: 5}, {X0: 50, Y0: 0, X1: 60, Y1: 5}}, []float64{0.7, 0.3}, gold, nil)
	var c DetectionCounts
	c.Count(&d, 0.2)
	fmt.Println(c.At(3))
	fmt.Println(c.At(5))
	// Output:
	// 1 1 0
	// 1 0 0
}

// A detection counts at the IoUs .50, .55, ... up to the greatest of ten that
// it reaches; the last is .95, and ap_coco_75 is at .75.
func TestCOCOsIoUs(t *testing.T) {
	for _, c := range []struct{ iou, all, at50, at75 float64 }{
		{0.52, 0.1, 1, 0}, {0.72, 0.5, 1, 0}, {0.77, 0.6, 1, 1}, {0.92, 0.9, 1, 1}, {0.97, 1, 1, 1}, {0.4, 0, 0, 0},
	} {
		scores := aggregated(scoring.Defaults(), question(1, []loaders.Box{box(0, 0, 100*c.iou, 100)}, []float64{1},
			[]loaders.Box{box(0, 0, 100, 100)})).Scores()
		for metric, want := range map[string]float64{"ap_coco": c.all, "ap_coco_50": c.at50, "ap_coco_75": c.at75} {
			scoringtest.Near(t, metric, find(t, scores, metric, "overall").Value, want, "at IoU", c.iou)
		}
	}
}

// How often each object is counted is a fact beside the verdict, which is GroundP's alone.
func TestACountOnGoldIsFaithful(t *testing.T) {
	t.Parallel()
	at := func(x float64) loaders.Box { return loaders.Box{X0: x, X1: x + 1, Y1: 1} }
	gold := []loaders.Box{at(0), at(2), at(4)}
	for _, c := range []struct {
		why    string
		scores []float64
		want   scoring.Cause
	}{
		{"each counted once", []float64{.9, .8, 1.2}, scoring.NoCause},
		{"two of three counted once", []float64{1, 1, 0}, scoring.NoCause},
		{"at the bounds", []float64{.5, .5, 1.5}, scoring.NoCause},
		{"two missed", []float64{1, .4, .4}, scoring.NoCause},
		{"one double, one missed", []float64{1, 1.6, .4}, scoring.NoCause},
		{"two double", []float64{1.6, 1.6, .4}, scoring.NoCause},
		{"beside the gold", []float64{0, 0, 0, 1}, scoring.Elsewhere},
	} {
		e := Protocol.Prepare(question(3, []loaders.Box{at(0), at(2), at(4), at(6)}, c.scores, gold)).(scoring.JudgedEvidence)
		s := scoring.Defaults()
		score := scoring.Judge{JudgedEvidence: e}.Outline(&s)
		if m := score.Modules[0]; m.Cause != c.want || (score.Faithful == loaders.Right) != (c.want == scoring.NoCause) {
			t.Errorf("%s: %v, cause %q", c.why, score.Faithful, m.Cause)
		}
	}
}

// Examples stand in the order of their ids as numbers, and copies in that of their
// detections, whatever their order in the file.
func TestExamplesHaveAnOrder(t *testing.T) {
	one := func(id string, score float64) *evidence {
		return &evidence{ID: id, Images: []Detections{{Ranked: []detection{{score: score}}}}}
	}
	sorted := []*evidence{one("9", .9), one("10", .1), one("10", .2), one("a1", .1), one("a2", 0)}
	for i, x := range sorted {
		for k, y := range sorted {
			check.Equal(t, x.ID, compareExamples(x, y), cmp.Compare(i, k), x.Images, y.ID, y.Images)
		}
	}
}
