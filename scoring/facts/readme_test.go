package facts

import (
	"os"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/query"
)

// listedColumns returns the columns that a run can have, with TYPE for a type of module, NAME for a score and
// KEY for a key of metadata: those of examples, of modules, of attributions and of the other runs.
func listedColumns() []Column {
	every := optionalColumns{map[string]bool{"KEY": true}, map[string]bool{"NAME": true}, map[string]bool{}, true, true}
	for _, n := range numbers() {
		every.numbers[n.name] = true
	}
	return slices.Concat(every.listColumns([]string{"TYPE"}), []Column{runColumn("FACT", "")}, otherColumns([]string{"TYPE"}),
		moduleColumns,
		attributionColumns, fieldsOf[query.OtherRunExample]("Other run", nil))
}

// The page of queries names every column, but those of metrics, which are named after them.
func TestReadmeColumns(t *testing.T) {
	text, err := os.ReadFile("../query/README.md")
	check.NoError(t, err)
	for _, c := range listedColumns() {
		names := append([]string{c.Name}, c.Aliases...)
		if strings.HasPrefix(c.Help, "the example's own score") {
			names = nil
		}
		for _, name := range names {
			check.Contains(t, string(text), "`"+name+"`")
		}
	}
}
