package roles

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
)

// The README of the formats has every name of an answer.
func TestReadme(t *testing.T) {
	const path, begin, end = "../README.md", "<!-- names -->\n", "<!-- /names -->\n"
	text, err := os.ReadFile(path)
	check.NoError(t, err)
	before, rest, _ := strings.Cut(string(text), begin)
	have, after, closed := strings.Cut(rest, end)
	if !closed {
		t.Fatalf("%s has no %q and %q", path, begin, end)
	}
	var want strings.Builder
	line := func(role string, lists ...[]string) {
		words := loaders.Map(lists, func(list []string) string { return "`" + strings.Join(list, "/") + "`" })
		fmt.Fprintf(&want, "- %s: %s\n", role, strings.Join(words, ", "))
	}
	for _, role := range []string{"predicted", "gold"} {
		var lists [][]string
		for _, l := range nameLists[:underVerdict] {
			if l.role == role {
				lists = append(lists, l.words)
			}
		}
		line(role, lists...)
	}
	line("correct", verdictWords)
	line("model", modelWords)
	line("none", attributeWords)
	line("translated", loaders.SortedKeys(englishWords))
	if have == want.String() {
		return
	}
	if !golden.RewritesFiles() {
		t.Fatal("the names are stale: run `make rules`")
	}
	check.NoError(t, os.WriteFile(path, []byte(before+begin+want.String()+end+after), 0o644))
}
