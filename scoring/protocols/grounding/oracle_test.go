package grounding

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

func checkValue(t *testing.T, key string, got scoring.Value, want vectors.Number) {
	t.Helper()
	switch x, ok := got.Float(); {
	case ok == math.IsNaN(float64(want)):
		t.Errorf("%s: %v (%q), want %v", key, x, got.Why(), want)
	case ok && !near(x, float64(want)):
		t.Errorf("%s = %v, want %v", key, x, want)
	}
}

func TestOracleSCNGroundPOfExamples(t *testing.T) {
	s := scoring.Defaults()
	for _, e := range readVector(t).Examples {
		ex := e.example()
		ev := prepareGrounding(ex).(*evidence)
		// The sum's tolerance is relative: of single numbers it is 1e-6.
		if got, sum := ev.shareAbove(&s), float64(e.Expected.Grounded); !e.Expected.Grounded.Near(got, 1e-6*max(1, sum)) {
			t.Errorf("%d ioo_boxes = %v, want %v", e.ID, got, sum)
		}
		checkValue(t, strconv.Itoa(e.ID)+" ioo_boxes_norm", scoring.Defined(ev.shareAbove(&s)/ev.Prediction), e.Expected.Own)
		var c coverageSweep
		for i, want := range e.Expected.Shares {
			share, ok := c.coveredShare(ex.Images[0].Proposals[i], ex.Program[0].Gold.Boxes[0])
			if !ok {
				share = 1 // as the code has it
			}
			if !near(share, float64(want)) {
				t.Errorf("%d: proposal %d lies to %v in gold, want %v", e.ID, i, share, want)
			}
		}
	}
}

func TestOracleSCNGrounding(t *testing.T) {
	v := readVector(t)
	var all []*loaders.Example
	for _, e := range v.Examples {
		all = append(all, e.example())
	}
	list := aggregated(scoring.Defaults(), all...).Scores()
	value := func(metric, of string) scoring.Value { return find(t, list, metric, of).Value }
	checkValue(t, "GroundP", value("groundp", "overall"), v.Dataset.Overall)
	checkValue(t, "GroundP nonzero", value("groundp", "nonzero"), v.Dataset.Nonzero)
	for count, want := range v.Dataset.PerCount {
		checkValue(t, "GroundP of "+count, value("groundp", count), want)
	}
	held := 0
	for key, want := range v.Dataset.Logged {
		name, of, _ := strings.Cut(key, ".")
		of = strings.TrimPrefix(of, "overall.")
		switch name {
		case "ioo_boxes":
			checkValue(t, key, value("groundp", of), want)
		case "ioo_boxes_norm":
			checkValue(t, key, value("groundp_mean", of), want)
		case "mAP":
			s := scoring.Defaults()
			s.DetectionIoU = parse(t, strings.TrimSuffix(of, ".overall"))
			checkValue(t, key, find(t, aggregated(s, all...).Scores(), "ap", "overall").Value, want)
		default:
			continue
		}
		held++
	}
	if held == 0 {
		t.Error("no logged value is held")
	}
}

func parse(t *testing.T, x string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(x, 64)
	check.NoError(t, err)
	return f
}

// Where the code's IoU is wrong, its numbers come of that IoU and of nothing
// else; with our own there is no hit.
func TestOracleSCNDetections(t *testing.T) {
	for _, c := range readVector(t).Direct {
		for threshold, want := range c.Expected {
			t.Run(c.Name+"/"+threshold, func(t *testing.T) {
				var counts DetectionCounts
				for _, image := range c.Images {
					proposals, gold := vectors.Boxes(image.Boxes), vectors.Boxes(image.Gold)
					d := Detect(proposals, image.Scores, gold, nil)
					if clips, most := clipped(proposals, gold); clips {
						var own DetectionCounts
						own.Count(&d, parse(t, threshold))
						if tp, _, _ := own.At(0); tp != 0 {
							t.Errorf("%d hits of disjoint boxes", tp)
						}
						d.clip(proposals, gold, most)
					}
					counts.Count(&d, parse(t, threshold))
				}
				want.check(t, &counts)
			})
		}
	}
}

// clipped reports whether the code's IoU is wrong for an image. The code clips
// the extents of all intersections from below at 0 and from above at their
// maximum; where that is below 0, which it is if every pair is disjoint in both
// directions, all extents become this maximum and its square an area.
func clipped(proposals, gold []loaders.Box) (clips bool, most float64) {
	most = math.Inf(-1)
	for _, p := range proposals {
		for _, g := range gold {
			most = max(most, min(p.X1, g.X1)-max(p.X0, g.X0), min(p.Y1, g.Y1)-max(p.Y0, g.Y0))
		}
	}
	return most < 0 && !math.IsInf(most, 0), most
}

// clip gives detections the code's IoU where that is wrong.
func (d *Detections) clip(proposals, gold []loaders.Box, most float64) {
	for i := range d.Ranked {
		x := &d.Ranked[i]
		x.gold = -1
		for g, box := range gold {
			iou := most * most / (proposals[x.proposal].Area() + box.Area() - most*most)
			if x.gold < 0 || iou > x.iou {
				x.iou, x.gold = iou, int32(g)
			}
		}
	}
}

// The vector of this module has such an image, so that the code's IoU and ours
// are seen to differ.
func TestCodeFindsDisjointBoxes(t *testing.T) {
	var v vector
	vectors.ReadFile(t, filepath.Join(home, "scn.json"), &v)
	for _, c := range v.Direct {
		for _, image := range c.Images {
			proposals, gold := vectors.Boxes(image.Boxes), vectors.Boxes(image.Gold)
			if clips, most := clipped(proposals, gold); clips {
				d := Detect(proposals, image.Scores, gold, nil)
				ours := d.Ranked[0].iou
				d.clip(proposals, gold, most)
				if theirs := d.Ranked[0].iou; ours != 0 || theirs < 0.05 {
					t.Errorf("%s: IoU %v, the code's %v", c.Name, ours, theirs)
				}
				return
			}
		}
	}
	t.Error("no image of the vector has boxes that are all disjoint")
}

func (want *vectorCurve) check(t *testing.T, counts *DetectionCounts) {
	t.Helper()
	checkValue(t, "AP", counts.AP(), want.AP)
	tp, fp, fn := lists(counts)
	if !slices.Equal(tp, want.TP) || !slices.Equal(fp, want.FP) || !slices.Equal(fn, want.FN) {
		t.Errorf("TP %v FP %v FN %v, want %v %v %v", tp, fp, fn, want.TP, want.FP, want.FN)
	}
	precision, recall := counts.Curve()
	interpolated := precision
	interpolate(&interpolated)
	if counts.Images == 0 {
		return // without gold, what the code divides by is 0
	}
	for k := range confidences {
		if !near(precision[k], want.Precision[k]) || !near(recall[k], want.Recall[k]) || !near(interpolated[k], want.Interpolated[k]) {
			t.Errorf("at %d: %v %v %v, want %v %v %v", k, precision[k], recall[k], interpolated[k], want.Precision[k], want.Recall[k],
				want.Interpolated[k])
		}
	}
}

func lists(c *DetectionCounts) (tp, fp, fn []int) {
	for k := range confidences {
		x, y, z := c.At(k)
		tp, fp, fn = append(tp, x), append(fp, y), append(fn, z)
	}
	return tp, fp, fn
}
