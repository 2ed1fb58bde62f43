package nearest_test

import (
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/nearest"
)

func TestTo(t *testing.T) {
	commands := []string{"score", "compare", "check", "convert"}
	files := []string{"metrics.json", "predictions.json.gz", "per_example.csv"}
	for _, test := range []struct {
		typed string
		known []string
		want  string
	}{
		{"scroe", commands, "score"},
		{"chek", commands, "check"},
		{"covnert", commands, "convert"},
		{"zebra", commands, ""},
		{"", commands, ""},
		{"predictions.json", files, "predictions.json.gz"},
		{"prediction.jsonl", files, "predictions.json.gz"},
		{"a.json", []string{"b.json", "a.json.gz"}, "a.json.gz"},
		{"date", []string{"gate", "meta.date"}, "meta.date"},
		{"dir", []string{"dim", "directory-of-runs"}, "directory-of-runs"},
		{"scroe", nil, ""},
	} {
		check.Equal(t, "nearest to "+test.typed+" is", nearest.To(test.typed, test.known), test.want)
	}
	check.Equal(t, "hint", nearest.Hint("scroe", commands), "; did you mean score?")
	check.Equal(t, "hint for a word that is known, or like none", nearest.Hint("score", commands)+nearest.Hint("zebra", commands), "")
}
