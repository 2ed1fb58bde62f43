package scoring_test

import (
	"encoding/json"
	"math"
	"testing"

	"faithscope/scoring"
)

func TestExactNumbersComeBackToTheBit(t *testing.T) {
	list := []float64{0, math.Copysign(0, -1), 0.1, 1.0 / 3, 5e-324, math.MaxFloat64, -1e21, float64(float32(0.1)), math.Inf(1), math.Inf(-1)}
	b, err := json.Marshal(scoring.Exacts(list))
	if err != nil {
		t.Fatal(err)
	}
	var back []scoring.Exact
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	for i, x := range scoring.Floats(back) {
		if math.Float64bits(x) != math.Float64bits(list[i]) {
			t.Errorf("%v comes back as %v", list[i], x)
		}
	}
	var x scoring.Exact
	if err := json.Unmarshal([]byte(`"NaN"`), &x); err != nil || !math.IsNaN(float64(x)) {
		t.Errorf("NaN comes back as %v, %v", x, err)
	}
	if scoring.Exacts(nil) != nil || scoring.Floats(nil) != nil {
		t.Error("no list has become one")
	}
	for _, wrong := range []string{`null`, `true`, `"one"`, `[]`, `"0x"`} {
		if json.Unmarshal([]byte(wrong), &x) == nil {
			t.Errorf("%s is read as %v", wrong, x)
		}
	}
}

func TestValuesComeBack(t *testing.T) {
	for _, v := range []scoring.Value{scoring.Defined(0.1), scoring.Defined(0), scoring.Undefined("no \"gold\""), scoring.Undefined("")} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back scoring.Value
		if err := json.Unmarshal(b, &back); err != nil || back != v {
			t.Errorf("%+v comes back from %s as %+v, %v", v, b, back, err)
		}
	}
	var v scoring.Value
	if json.Unmarshal([]byte(`"inf"`), &v) != nil || json.Unmarshal([]byte(`null`), &v) == nil {
		t.Error("a word is a reason, null is nothing")
	}
}
