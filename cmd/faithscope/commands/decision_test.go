package commands

import (
	"path/filepath"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// written writes tables into a folder of its own and returns their paths.
func written(t *testing.T, tables ...string) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	for i, text := range tables {
		path := filepath.Join(dir, string(rune('a'+i))+".csv")
		writeFile(t, path, text)
		paths = append(paths, path)
	}
	return paths
}

// What a table was read as stands beside its figures, and two that were judged
// in different ways are not compared until they are read alike.
func TestDecisionIsSaid(t *testing.T) {
	const judged, compared = "id,gold,pred,correct\n1,a,a,1\n2,b,c,0\n", "id,Label,PredictedLabel\n1,a,a\n2,b,c\n"
	paths := written(t, judged, compared)
	lacking := written(t, "id,gold,pred\n1,a,a\n2,b,\n3,c,\n")[0]
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"score", paths[1]}, "\nread as: gold = Label, predicted = PredictedLabel; right = equal text or number\n"},
		{[]string{"score", lacking}, "\nread as: gold = gold, predicted = pred; right = equal text or number; 2 without a prediction\n"},
		{[]string{"score", "--format", "json", paths[0]}, `"read_as": "read as: gold = gold, predicted = pred; right = correct"`},
		{[]string{"score", "--format", "json", lacking}, `right = equal text or number; 2 without a prediction"`},
		{[]string{"score", "--format", "json", paths[1]}, `"map": "id=id,gold=Label,predicted=PredictedLabel,right=equal"`},
		{append([]string{"compare"}, paths...), "--map 'gold=gold|Label,predicted=pred|PredictedLabel,right=equal' reads them the same way"},
		{append([]string{"compare", "--map", "id=id,gold=gold|Label,predicted=pred|PredictedLabel,right=equal"}, paths...),
			"2 examples compared"},
	} {
		check.Contains(t, answered(t, c.args...), c.want)
	}
}

// A map that was kept is named where it is used, and forgotten by --map none.
func TestKeptMapIsForgotten(t *testing.T) {
	path := written(t, "id,first,second\n1,a,a\n2,b,c\n")[0]
	for _, c := range []struct{ mapped, want string }{
		{"gold=first,predicted=second", "\nread as: gold = first"},
		{"", "\nread with the mapping saved for these columns: gold = first, predicted = second; right = equal"},
		{"none", "assign roles with --map"},
		{"", "assign roles with --map"},
		{"question=first", "no answer is marked right or wrong"},
		{"", "assign roles with --map"},
		{"gold=first,predicted=second", "\nread as: gold = first"},
	} {
		check.Contains(t, answered(t, "score --map", c.mapped, path), c.want)
	}
}
