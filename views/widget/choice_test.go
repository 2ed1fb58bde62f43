package widget

import (
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Two letters that begin with the same byte have nothing in common.
func TestSharedBeginningIsOfLetters(t *testing.T) {
	for want, words := range map[string][]string{"a": {"aé", "aè"}, "": {"é", "è"}, "ré": {"réel", "rétif"}} {
		if got := sharedBeginning(words); got != want {
			t.Errorf("%q begin with %q, want %q", words, got, want)
		}
	}
}

// A word's own first letter goes before one that an earlier word only contains.
func TestLettersAreMnemonic(t *testing.T) {
	check.Equal(t, "letters", strings.Join(AssignLetters([]string{"lime", "lime-tokens", "ig", "kernelshap", "flip"}), " "), "l m i e f")
}
