package commands

import (
	"strings"
	"testing"

	"faithscope/loaders/retired"
)

// Whoever uses what was removed is told what to do instead, wherever they name it.
func TestRetiredNamesAreAnswered(t *testing.T) {
	lines := map[string][]string{
		"s3://":   {"score s3://bucket/run.jsonl", "score demo/quackie/runs/lime.jsonl.gz --base s3://bucket/run.jsonl", "gate s3://a/b s3://a/c"},
		"gs://":   {"score gs://bucket/run.jsonl"},
		"--junit": {"gate a.jsonl b.jsonl --junit gate.xml", "gate a.jsonl b.jsonl --junit=gate.xml"},
	}
	for _, entry := range retired.List {
		if lines[entry.Name] == nil {
			t.Errorf("no command line uses %s", entry.Name)
		}
		for _, line := range lines[entry.Name] {
			_, said, err := command(t, strings.Fields(line)...)
			if err != nil {
				said += err.Error()
			}
			if want := entry.Name + " was removed: " + entry.Instead; err == nil || !strings.Contains(said, want) {
				t.Errorf("faithscope %s: %v %s, want %q", line, err, said, want)
			}
		}
	}
}
