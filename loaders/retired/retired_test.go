package retired

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// The changelog has a table of what was removed, with the rows of List.
func TestChangelogHasTheTable(t *testing.T) {
	text, err := os.ReadFile("../../.github/CHANGELOG.md")
	check.NoError(t, err)
	_, part, _ := strings.Cut(string(text), "### Removed\n\n| removed | what to do instead |\n|---|---|\n")
	table, _, _ := strings.Cut(part, "\n\n")
	var want []string
	for _, entry := range List {
		want = append(want, fmt.Sprintf("| `%s` | %s |", entry.Name, entry.Instead))
	}
	check.Equal(t, "the changelog", table, strings.Join(want, "\n"))
}
