package grounding

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

func check(t *testing.T, key string, got scoring.Value, want number) {
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
	shares := 0
	for _, e := range readVector(t).Examples {
		ev := prepare(e.example()).(*evidence)
		check(t, strconv.Itoa(e.ID)+" ioo_boxes", scoring.Defined(ev.above(&s)), e.Expected.Grounded)
		check(t, strconv.Itoa(e.ID)+" ioo_boxes_norm", scoring.Defined(ev.above(&s)/ev.prediction), e.Expected.Own)
		var c cover
		for i, want := range e.Expected.Shares {
			shares++
			share, ok := c.share(asBoxes(e.Proposals)[i], asBoxes(e.Gold))
			if !ok {
				share = 1 // as the code has it
			}
			if !near(share, float64(want)) {
				t.Errorf("%d: proposal %d lies to %v in gold, want %v", e.ID, i, share, want)
			}
		}
	}
	if shares == 0 {
		t.Error("no shares of proposals are held")
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
	check(t, "GroundP", value("groundp", "overall"), v.Dataset.Overall)
	check(t, "GroundP nonzero", value("groundp", "nonzero"), v.Dataset.Nonzero)
	for count, want := range v.Dataset.PerCount {
		check(t, "GroundP of "+count, value("groundp", count), want)
	}
	held := 0
	for key, want := range v.Dataset.Logged {
		name, of, _ := strings.Cut(key, ".")
		of = strings.TrimPrefix(of, "overall.")
		switch name {
		case "ioo_boxes":
			check(t, key, value("groundp", of), want)
		case "ioo_boxes_norm":
			check(t, key, value("groundp_mean", of), want)
		case "mAP":
			s := scoring.Defaults()
			s.DetectionIoU = parse(t, strings.TrimSuffix(of, ".overall"))
			check(t, key, find(t, aggregated(s, all...).Scores(), "ap", "overall").Value, want)
		default:
			continue
		}
		held++
	}
	if held < 46 {
		t.Errorf("only %d logged values are held", held)
	}
}

func parse(t *testing.T, x string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(x, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The code's IoU is positive where all pairs of an image are disjoint in both
// directions: the cases of that bug must differ from ours, which is right.
func TestOracleSCNDetections(t *testing.T) {
	for _, c := range readVector(t).Direct {
		bug, differs := strings.HasPrefix(c.Name, "jaccard_clip_bug"), false
		for threshold, want := range c.Expected {
			var counts Counts
			for _, image := range c.Images {
				d := Detect(asBoxes(image.Boxes), image.Scores, asBoxes(image.Gold))
				counts.Count(&d, parse(t, threshold))
			}
			t.Run(c.Name+"/"+threshold, func(t *testing.T) {
				if bug {
					tp, _, _ := lists(&counts)
					if ap, ok := counts.AP().Float(); !ok || ap != 0 || slices.Max(tp) != 0 {
						t.Errorf("disjoint boxes: AP %v, hits %v", ap, tp)
					}
					differs = differs || want.AP != 0
					return
				}
				want.check(t, &counts)
			})
		}
		if bug && !differs {
			t.Errorf("%s: the code has no hit at any threshold: where is the bug?", c.Name)
		}
	}
}

func (want *vectorCurve) check(t *testing.T, counts *Counts) {
	t.Helper()
	check(t, "AP", counts.AP(), want.AP)
	tp, fp, fn := lists(counts)
	if !slices.Equal(tp, want.TP) || !slices.Equal(fp, want.FP) || !slices.Equal(fn, want.FN) {
		t.Errorf("TP %v FP %v FN %v, want %v %v %v", tp, fp, fn, want.TP, want.FP, want.FN)
	}
	precision, recall := counts.Curve()
	interpolated := precision
	interpolate(&interpolated)
	for k := range confidences {
		if !near(precision[k], want.Precision[k]) || !near(recall[k], want.Recall[k]) || !near(interpolated[k], want.Interpolated[k]) {
			t.Errorf("at %d: %v %v %v, want %v %v %v", k, precision[k], recall[k], interpolated[k], want.Precision[k], want.Recall[k], want.Interpolated[k])
		}
	}
}

func lists(c *Counts) (tp, fp, fn []int) {
	for k := range confidences {
		x, y, z := c.At(k)
		tp, fp, fn = append(tp, x), append(fp, y), append(fn, z)
	}
	return tp, fp, fn
}
