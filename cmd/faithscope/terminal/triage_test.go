//go:build unix

package terminal

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// The walk of views/README.md, with keys only, on a cut of the four NLVR runs:
// which run is right for the wrong reasons most often, which type of module is
// to blame in graph_count and why, and these examples with pictures.
func TestTriageWalk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	runs := []string{"layer_count", "sum_count", "graph_count", programtest.FaithfulRun}
	args := programtest.DemoArgs(runs[0])
	for _, run := range runs[1:] {
		args = slices.Insert(args, len(args)-6, programtest.DemoArgs(run)[0])
	}
	cmd := exec.Command("faithscope", args...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	term := screentest.Start(t, programtest.Wide, cmd)
	// Right answers that are not faithful stand after shares.
	unfaithful := func(run string) int {
		m := regexp.MustCompile(`(?m)^│?..` + run + ` +\d+ +\d+ +(\d+) of \d+ `).FindStringSubmatch(term.Text())
		if m == nil {
			return -1
		}
		return atoi(t, m[1])
	}
	term.Wait("the scores", func() bool {
		for _, run := range runs {
			if unfaithful(run) < 0 {
				return false
			}
		}
		return !strings.Contains(term.Text(), "scoring ")
	})
	want := map[string]int{}
	for i, run := range runs {
		for _, a := range programtest.ReadAuthors(t, demo.Sets()[0].Runs[i].Path) {
			if a.Correct && a.F1 < 0.5 {
				want[run]++
			}
		}
		check.Equal(t, "right for the wrong reasons", unfaithful(run), want[run], run)
	}

	term.Walk("jj3", "· outcome")         // groups of the examples of graph_count
	first := func(module string) string { // in how many examples it goes wrong first
		_, groups, _ := strings.Cut(term.Text(), "· outcome")
		m := regexp.MustCompile(`(?m)^│?..` + module + ` +\d+ +\S* +\d+ +\d+ +\S+ +\S+ +(\d+) `).FindStringSubmatch(groups)
		if m == nil {
			t.Fatalf("%s is not among the modules:\n%s", module, term.Text())
		}
		return m[1]
	}
	culprits := first(".*find")
	for _, other := range []string{".*filter", ".*relocate", ".*with-relation"} {
		if n := first(other); atoi(t, n) > atoi(t, culprits) {
			t.Errorf("%s is the culprit %s times, find %s", other, n, culprits)
		}
	}
	term.Walk("\rlllll\r", culprits+` of 60 [culprit="find"]`) // the number of examples in which it goes wrong first
	page := filepath.Join(dir, "culprits.html")
	term.Walk(":export "+page+"\r", "culprits.html: "+culprits+" examples")
	if html, err := os.ReadFile(page); err != nil || strings.Count(string(html), "<article>") != atoi(t, culprits) ||
		strings.Count(string(html), "data:image/png") < atoi(t, culprits) {
		t.Errorf("the page has %d examples and %d pictures (%v), want %s", strings.Count(string(html), "<article>"),
			strings.Count(string(html), "data:image/png"), err, culprits)
	}
	term.Type("Q")
	term.WaitForEnd()
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	check.NoError(t, err)
	return n
}
