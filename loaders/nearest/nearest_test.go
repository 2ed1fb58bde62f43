package nearest_test

import (
	"testing"

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
		if got := nearest.To(test.typed, test.known); got != test.want {
			t.Errorf("nearest to %q is %q, want %q", test.typed, got, test.want)
		}
	}
	if got := nearest.Hint("scroe", commands); got != "; did you mean score?" {
		t.Errorf("hint %q", got)
	}
	if got := nearest.Hint("score", commands) + nearest.Hint("zebra", commands); got != "" {
		t.Errorf("hint %q for a word that is known, or like none", got)
	}
}
