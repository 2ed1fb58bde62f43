package panel

import "testing"

// Keys are asked what they can do before anything is shown.
func TestActionsWithoutASubject(t *testing.T) {
	for _, a := range New().Actions() {
		if a.Why() == "" && a.Name != "words" {
			t.Errorf("%s can run", a.Name)
		}
	}
}
