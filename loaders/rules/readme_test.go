package rules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/rules"
)

// The README of the formats has every rule.
func TestReadme(t *testing.T) {
	const path, begin, end = "../../loaders/README.md", "<!-- rules -->\n", "<!-- /rules -->\n"
	text, err := os.ReadFile(path)
	check.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), begin)
	have, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no %q and %q", path, begin, end)
	}
	var want strings.Builder
	want.WriteString("| `right=` | meaning | from |\n|---|---|---|\n")
	for _, r := range rules.All {
		fmt.Fprintf(&want, "| `%s` | %s | %s |\n", r.Name, strings.TrimPrefix(r.Help, "right = "), r.Source)
	}
	if have == want.String() {
		return
	}
	if !golden.RewritesFiles() {
		t.Fatal("the table of rules is stale: run `make rules`")
	}
	check.NoError(t, os.WriteFile(path, []byte(before+begin+want.String()+end+after), 0o644))
}
