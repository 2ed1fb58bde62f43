package commands

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Four samples of one query are one unit, unless somebody asks for examples.
func TestComparedJudgesAreTestedOverQueries(t *testing.T) {
	const data = "../../loaders/steps/testdata/"
	b, err := os.ReadFile(data + "labels.judge")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.judge")
	if err := os.WriteFile(other, []byte(strings.ReplaceAll(string(b), `"2": 1`, `"2": 0`)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"compare", data + "agentprocess.jsonl", "--judge", data + "labels.judge", "--judge", other, "--trials", "100"}
	for _, c := range []struct{ flag, want string }{{"", "draws over whole sets"}, {"--cluster=example", "draws over examples"}} {
		out, _, err := command(t, append(args, strings.Fields(c.flag)...)...)
		if err != nil || !strings.Contains(out, c.want) || !strings.Contains(out, "Cohen's κ") {
			t.Errorf("%s: %v, no %q in\n%s", c.flag, err, c.want, out)
		}
	}
}

func TestAFolderOfJudgesIsARunForEach(t *testing.T) {
	const data = "../../loaders/steps/testdata/"
	b, err := os.ReadFile(data + "labels.judge")
	folder := t.TempDir()
	for _, name := range []string{"first.jsonl", "second.jsonl"} {
		err = cmp.Or(err, os.WriteFile(filepath.Join(folder, name), b, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{data + "agentprocess.jsonl", "--judge", folder}, {folder, "--gold", data + "agentprocess.jsonl"}} {
		out, _, err := command(t, append([]string{"score", "--format", "json"}, args...)...)
		if err != nil || !strings.Contains(out, `"first"`) || !strings.Contains(out, `"second"`) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
}
