package evidence

import (
	"testing"

	"faithscope/scoring"
)

// What is below the bar is not shown as being on it.
func TestAgainstBarTellsTheTwoApart(t *testing.T) {
	s := scoring.Defaults()
	for x, want := range map[float64]string{.4: "F1 .40 < .50", .498: "F1 .498 < .500", .5: "F1 .50 ≥ .50", .501: "F1 .501 ≥ .500"} {
		if got := AgainstBar("f1", x, s); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}

// Keys are asked what they can do before anything is shown.
func TestActionsWithoutASubject(t *testing.T) {
	for _, a := range NewPanel().Actions() {
		if a.Why() == "" && a.Name != "words" {
			t.Errorf("%s can run", a.Name)
		}
	}
}
