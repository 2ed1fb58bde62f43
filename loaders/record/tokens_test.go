package record

import (
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestTokensOfBytesThatAreNotUTF8(t *testing.T) {
	for text, want := range map[string][]string{
		"a\xff":        {"a", "\xff"},
		"\xe9t\xe9, b": {"\xe9", "t", "\xe9", ",", "b"},
		"é–b":          {"é", "–", "b"},
	} {
		check.EqualLists(t, text, Words(text), want)
	}
}
