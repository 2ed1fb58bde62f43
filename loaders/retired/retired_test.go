package retired

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The changelog has a table of what was removed, with the rows of List.
func TestChangelogHasTheTable(t *testing.T) {
	text, err := os.ReadFile("../../.github/CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "### Removed\n\n| removed | what to do instead |\n|---|---|\n")
	table, _, _ := strings.Cut(part, "\n\n")
	var want []string
	for _, entry := range List {
		want = append(want, fmt.Sprintf("| `%s` | %s |", entry.Name, entry.Instead))
	}
	if rows := strings.Join(want, "\n"); table != rows {
		t.Errorf("the changelog has\n%s\nwant\n%s", table, rows)
	}
}
