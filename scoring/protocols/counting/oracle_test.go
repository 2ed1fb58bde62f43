package counting

import (
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

func TestOracleSCNPredictions(t *testing.T) {
	for _, e := range readVector(t).Examples {
		ex := e.example()
		got, ok := Prediction(ex)
		if !ok || float32(got) != e.Expected.Prediction {
			t.Errorf("%s: predicts %v, want %v", ex.ID, got, e.Expected.Prediction)
		}
		check.Equal(t, ex.ID+": rounded to", int(math.RoundToEven(got)), e.Expected.Rounded)
		check.Equal(t, ex.ID+": right after clamping", Protocol.Prepare(ex).(*evidence).Terms[clamped] == 1, e.Expected.Clamped)
	}
}

// logged maps what the authors log to our metrics; the accuracies are in
// percent.
var logged = map[string]struct {
	metric string
	scale  float64
}{
	"tally_acc": {"accuracy", 100}, "tally_thresh_acc": {"accuracy_threshold", 100},
	"tally_l1": {"l1", 1}, "tally_l2": {"l2", 1}, "tally_rmse": {"rmse", 1},
}

func TestOracleSCNCounting(t *testing.T) {
	v := readVector(t)
	s, all := scoring.Defaults(), v.examples()
	held := 0
	for key, want := range v.Dataset.Logged {
		name, slice, _ := strings.Cut(key, ".")
		if as, ok := logged[name]; ok {
			held++
			of, in := partOf(slice)
			var part []*loaders.Example
			for _, ex := range all {
				if in(ex) {
					part = append(part, ex)
				}
			}
			score := find(t, aggregated(s, part...).Scores(), as.metric, of)
			checkValue(t, key, score.Value, float64(want)/as.scale)
		}
	}
	if held == 0 {
		t.Error("no logged value is held")
	}
	if clamped := v.Dataset.Clamped; clamped != nil {
		checkValue(t, "accuracy_top1", find(t, aggregated(s, all...).Scores(), "accuracy_clamped", "overall").Value, float64(*clamped)/100)
	}
}

// partOf says which examples a slice of the code holds and what of them is
// asked for.
func partOf(slice string) (of string, in func(*loaders.Example) bool) {
	of = "overall"
	if mean, rest, ok := strings.Cut(slice, "."); ok {
		of, slice = map[string]string{"m-rel": "m-rel", "norm_harmonic": "harmonic"}[mean], rest
	} else if slice == "mean_complex_simple" {
		return "simple-and-complex", everything
	} else if rest, last, ok := strings.Cut(slice, "-"); ok {
		slice, of = rest, last
		switch last {
		case "own": // of a model that is tested on even counts
			of = "even"
		case "opposite":
			of = "odd"
		}
	}
	switch slice {
	case "simple", "complex":
		return of, func(ex *loaders.Example) bool { return ex.Kind == slice }
	case "positional":
		return of, func(ex *loaders.Example) bool {
			// The code averages over counts of these questions, and gathers none.
			return of == "overall" && mentions(ex, "left of", "right of", "behind", "front of")
		}
	case "type":
		return of, func(ex *loaders.Example) bool { return of == "overall" && mentions(ex, "type", "types") }
	case "even", "odd":
		of = slice
	}
	return of, everything
}

func everything(*loaders.Example) bool { return true }

func mentions(ex *loaders.Example, words ...string) bool {
	for _, w := range words {
		if strings.Contains(ex.Question, w) {
			return true
		}
	}
	return false
}

func checkValue(t *testing.T, key string, got scoring.Value, want float64) {
	t.Helper()
	switch x, ok := got.Float(); {
	case ok == math.IsNaN(want):
		t.Errorf("%s: %v (%q), want %v", key, x, got.Why(), want)
	case ok && math.Abs(x-want) > 1e-6:
		t.Errorf("%s = %v, want %v", key, x, want)
	}
}

// What the reports call simple and complex is what the code's slices hold.
func TestOracleSCNKindsAreRows(t *testing.T) {
	v := readVector(t)
	list := aggregated(scoring.Defaults(), v.examples()...).Scores()
	hold := func(key, metric, of string, scale float64) {
		if want, ok := v.Dataset.Logged[key]; ok {
			checkValue(t, key, find(t, list, metric, of).Value, float64(want)/scale)
		}
	}
	for _, kind := range []string{"simple", "complex"} {
		for key, as := range logged {
			hold(key+"."+kind, as.metric, kind, as.scale)
		}
		for of, key := range map[string]string{"m-rel-": "m-rel.", "harmonic-": "norm_harmonic."} {
			hold("tally_acc."+key+kind, "accuracy", of+kind, 100)
			hold("tally_rmse."+key+kind, "rmse", of+kind, 1)
		}
	}
}
