package record

import (
	"slices"
	"testing"
)

func TestTokensOfBytesThatAreNotUTF8(t *testing.T) {
	for text, want := range map[string][]string{
		"a\xff":        {"a", "\xff"},
		"\xe9t\xe9, b": {"\xe9", "t", "\xe9", ",", "b"},
		"é–b":          {"é", "–", "b"},
	} {
		if got := Words(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
