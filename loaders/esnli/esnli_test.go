package esnli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

var all = loadertest.Formats{Pairs, Highlights, Lime}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		"neutral\ncontradiction\n": true, "entailment": true, "-\n-\n": false, "": false, "neutral\nmaybe\n": false, "neutral,0.5\n": false,
		strings.Repeat("neutral\n", loaders.HeadSize/8)[:loaders.HeadSize-3]:                   false,
		strings.Repeat("neutral\n", loaders.HeadSize/8+1)[:loaders.HeadSize]:                   true,
		"neutral\n" + strings.Repeat("contradiction\n", loaders.HeadSize)[:loaders.HeadSize-8]: true,
	} {
		check.Equal(t, text, isLabels([]byte(text)), want)
	}
}

// The real files, where they are: all 3,278 highlighted pairs are joined, and
// are contradictions; of LIME's 211 rows, 200 have one pair.
func TestOracleFiles(t *testing.T) {
	dir := "../../../shared/data/esnli"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/data here")
	}
	for _, c := range []struct {
		file            string
		examples, joint int
	}{{"esnli_bert-seq-labeling-dev.jsonl", 3278, 3278}, {"esnli_bert-lime-dev-top5.jsonl", 211, 200}, {"labels.dev", 9842, 9842}} {
		run := all.Open(t, nil, filepath.Join(dir, c.file), loaders.Options{})
		joint := 0
		for i := range run.Len() {
			ex := run.Scan(i)
			if ex.Explanation != "" && ex.Passage != nil && ex.Question != "" && (ex.Answer.Gold == "contradiction" || c.file == "labels.dev") {
				joint++
			}
		}
		if run.Len() != c.examples || joint != c.joint {
			t.Errorf("%s: %d of %d joined, want %d of %d", c.file, joint, run.Len(), c.joint, c.examples)
		}
		check.Equal(t, "problems the first", len(loadertest.ProblemsOf(run)), c.examples-c.joint, c.file)
	}
}
