package commands

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Four samples of one query are one unit, unless somebody asks for examples.
func TestComparedJudgesAreTestedOverQueries(t *testing.T) {
	const data = "../../loaders/steps/testdata/"
	b := readFile(t, data+"labels.judge")
	other := newFile(t, "other.judge", strings.ReplaceAll(string(b), `"2": 1`, `"2": 0`))
	args := []string{"compare", data + "agentprocess.jsonl", "--judge", data + "labels.judge", "--judge", other, "--trials", "100"}
	for _, c := range []struct{ flag, want string }{{"", "draws over whole sets"}, {"--cluster=example", "draws over examples"}} {
		check.Contains(t, printed(t, append(args, strings.Fields(c.flag)...)...), c.want, "Cohen's κ")
	}
}

func TestAFolderOfJudgesIsARunForEach(t *testing.T) {
	const data = "../../loaders/steps/testdata/"
	b, err := os.ReadFile(data + "labels.judge")
	folder := t.TempDir()
	for _, name := range []string{"first.jsonl", "second.jsonl"} {
		err = cmp.Or(err, os.WriteFile(filepath.Join(folder, name), b, 0o600))
	}
	check.NoError(t, err)
	for _, args := range [][]string{{data + "agentprocess.jsonl", "--judge", folder}, {folder, "--gold", data + "agentprocess.jsonl"}} {
		check.Contains(t, printed(t, append([]string{"score --format json"}, args...)...), `"first"`, `"second"`)
	}
}
