package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

var (
	longStep = regexp.MustCompile(`FAITHSCOPE_TEST_LONG=1 [^\n]*\\\n +-run '([^']+)' \\\n +(.*)`)
	topTest  = regexp.MustCompile(`(?ms)^func (Test\w+)\(.*?^}`)
)

// What a test does only where all runs in full, .ci/run runs.
func TestLongTestsRunInFull(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(moduleRoot, ".ci", "run"))
	check.NoError(t, err)
	step := longStep.FindSubmatch(text)
	if step == nil {
		t.Fatal(".ci/run has no step with FAITHSCOPE_TEST_LONG")
	}
	named := regexp.MustCompile(string(step[1]))
	var folders []string
	for _, word := range strings.Fields(string(step[2])) {
		stem, last, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(word, "./"), "}"), "{")
		for name := range strings.SplitSeq(last, ",") {
			folders = append(folders, filepath.FromSlash(stem+name))
		}
	}
	seen := 0
	for _, folder := range []string{"cmd", "loaders", "scoring", "tui", "views"} {
		err := filepath.WalkDir(filepath.Join(moduleRoot, folder), func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			within, err := filepath.Rel(moduleRoot, filepath.Dir(path))
			for _, found := range topTest.FindAllSubmatch(source, -1) {
				if !strings.Contains(string(found[0]), "programtest."+"Long") &&
					!strings.Contains(string(found[0]), `Getenv("FAITHSCOPE_TEST_`+`LONG")`) {
					continue
				}
				if seen++; !named.Match(found[1]) || !slices.Contains(folders, within) {
					t.Errorf("%s, %s: the long step of .ci/run does not run it", path, found[1])
				}
			}
			return err
		})
		check.NoError(t, err)
	}
	if seen < 10 {
		t.Errorf("only %d tests run in full", seen)
	}
}
