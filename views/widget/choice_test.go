package widget

import "testing"

// Two letters that begin with the same byte have nothing in common.
func TestSharedBeginningIsOfLetters(t *testing.T) {
	for want, words := range map[string][]string{"a": {"aé", "aè"}, "": {"é", "è"}, "ré": {"réel", "rétif"}} {
		if got := sharedBeginning(words); got != want {
			t.Errorf("%q begin with %q, want %q", words, got, want)
		}
	}
}
