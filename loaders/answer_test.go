package loaders

import "testing"

// A correct answer without a prediction is unanswered, whatever verdict but right it has, and its
// metrics are 0; what has no gold, an answer or credit stays as it is.
func TestCountMissing(t *testing.T) {
	half := .5
	for _, c := range []struct {
		a    Answer
		want Verdict
	}{
		{Answer{Gold: "x"}, Unanswered},
		{Answer{Gold: "x", Predicted: " \t", Correct: Wrong}, Unanswered},
		{Answer{Correct: Unanswered}, Unanswered}, // the loader says so
		{Answer{Gold: "x", Predicted: "[]", Correct: Wrong}, Wrong},
		{Answer{Gold: "x", Predicted: "0"}, Unknown},
		{Answer{Gold: "x", Correct: Right}, Right},
		{Answer{Gold: "x", Credit: &half}, Unknown},
		{Answer{Gold: " "}, Unknown},
		{Answer{}, Unknown},
	} {
		missing := c.a.CountMissing("em")
		if x, scored := c.a.Scores["em"]; c.a.Correct != c.want || missing != (c.want == Unanswered) || scored != missing || x != 0 {
			t.Errorf("%+v: %v, want %v", c.a, missing, c.want)
		}
	}
}
