package commands

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/views/viewtest"
)

// A gate fails for every score that is significantly worse, and the command beside each
// lists its examples.
func TestGateShowsWhatIsWorse(t *testing.T) {
	good, bad := programtest.DemoArgs(programtest.FaithfulRun), programtest.DemoArgs("graph_count")
	junit, page := filepath.Join(t.TempDir(), "gate.xml"), filepath.Join(t.TempDir(), "gate.md")
	out, _, err := command(t, append([]string{"gate", good[0], "--trials", "1000", "--junit", junit, "--markdown", page}, bad...)...)
	if code := codeOf(err); code != 1 {
		t.Fatalf("exit code %d: %v\n%s", code, err, out)
	}
	for path, want := range map[string]string{junit: `tests="8" failures="6" skipped="0"`, page: "| faithfulness | overall | faithful |"} {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s: %v", path, want, err)
		}
	}
	o := stageOptions{}
	o.addStage(&cobra.Command{})
	st, done, err := openStage(quiet(t), []string{good[0], bad[0]}, opening.NewFlags(), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	findings, _, _ := strings.Cut(out, "B does not pass")
	shown := map[string]string{ // counted in the columns of both runs, as export writes them
		"faithfulness overall faithful": "55 of 60", "module-boxes overall f1": "60 of 60", "module-boxes find f1": "58 of 60",
		"module-boxes filter f1": "48 of 60", "module-boxes with-relation f1": "27 of 60", "module-boxes relocate f1": "15 of 60",
	}
	for line := range strings.Lines(findings) {
		finding, show, _ := strings.Cut(line, "; ")
		line := parsed(t, show)[0]
		name := strings.Join(strings.Fields(finding)[1:4], " ")
		words := line.Words
		if words[0] != "open" || words[1] != good[0] || words[2] != bad[0] || !slices.Contains(words, "--images="+bad[len(bad)-1]) {
			t.Errorf("%s: %q", name, show)
		}
		st.Home()
		if err := st.follow(parsed(t, words[len(words)-1])...); err != nil {
			t.Errorf("%s: %q: %v", name, show, err)
		}
		if text := viewtest.Text(st.Frame()); shown[name] == "" || !strings.Contains(text, shown[name]) {
			t.Errorf("%s: not %q in\n%s", name, shown[name], text)
		}
		delete(shown, name)
	}
	if len(shown) > 0 {
		t.Errorf("no finding for %v in\n%s", shown, out)
	}
}

func TestGateExits(t *testing.T) {
	good, bad := programtest.DemoArgs(programtest.FaithfulRun)[0], programtest.DemoArgs("graph_count")[0]
	dir := t.TempDir()
	last := filepath.Join(dir, "last.xml")
	if err := os.WriteFile(last, []byte("of the last build"), 0o600); err != nil {
		t.Fatal(err)
	}
	parts := []string{filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")}
	for i, run := range []string{good, bad} {
		if _, _, err := command(t, "score", run, "--partial", parts[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{good + " " + good, 0, ""},
		{bad + " " + good, 0, ""},
		{good + " " + bad, 1, ""},
		{good + " " + bad + " --only answers", 0, ""},
		{good + " " + bad + " --drop .95", 0, ""},
		{strings.Join(parts, " "), 1, ""},
		{strings.Join(parts, " ") + " --cluster set", 2, "a partial report does not have"},
		{good, 2, "takes two runs, not 1"},
		{good + " missing.jsonl", 2, "no such file"},
		{good + " " + bad + " --only counting", 2, "no score can be tested: A has no score of counting"},
		{good + " " + programtest.SmallRun(t, "other"), 2, "no example in common"},
		{good + " " + bad + " --drop -1", 2, "is below 0"},
		{good + " " + bad + " --level 0", 2, "is not between 0 and 1"},
		{good + " " + bad + " --dorp .1", 2, "did you mean --drop?"},
		{good + " " + bad + " --junit " + dir, 2, "is not a regular file"},
		{good + " " + bad + " --drop .95 --junit " + last, 2, "last.xml: exists; --force"},
		{good + " " + bad + " --drop .95 --junit " + last + " --force", 0, ""},
	} {
		out, _, err := command(t, append([]string{"gate", "--trials", "1000"}, strings.Fields(c.args)...)...)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if code := codeOf(err); code != c.code || !strings.Contains(said, c.says) || (said == "") != (c.says == "") {
			t.Errorf("%s: exit code %d, want %d: %v\n%s", c.args, code, c.code, err, out)
		}
	}
}

// codeOf is the exit code of a program that ends with an error.
func codeOf(err error) int {
	if exit, ok := errors.AsType[ending.Exit](err); ok {
		return exit.Code
	}
	if err != nil {
		return 1
	}
	return 0
}
