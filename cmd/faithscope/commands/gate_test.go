package commands

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
)

// A gate fails for every score that is significantly worse, and the command beside each
// lists its examples.
func TestGateShowsWhatIsWorse(t *testing.T) {
	good, bad := programtest.DemoArgs(programtest.FaithfulRun), programtest.DemoArgs("graph_count")
	page := newPath(t, "gate.md")
	out, _, err := command(t, append([]string{"gate", good[0], "--trials", "1000", "--markdown", page}, bad...)...)
	if code := codeOf(err); code != 1 {
		t.Fatalf("exit code %d: %v\n%s", code, err, out)
	}
	check.Contains(t, readFile(t, page), "| faithfulness | overall | faithful |")
	st := stageOf(t, good[0], bad[0])
	findings, _, _ := strings.Cut(out, "B does not pass")
	shown := map[string]string{ // counted in the columns of both runs, as export writes them
		"faithfulness overall faithful": "55 of 60", "module-boxes overall f1": "60 of 60", "module-boxes find f1": "58 of 60",
		"module-boxes filter f1": "51 of 60", "module-boxes with-relation f1": "27 of 60", "module-boxes relocate f1": "15 of 60",
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
		if err := st.followSteps(parsed(t, words[len(words)-1])...); err != nil {
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
	last := filepath.Join(dir, "last.md")
	writeFile(t, last, "of the last build")
	parts, strict := []string{filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")}, filepath.Join(dir, "strict.json")
	for i, run := range []string{good, bad} {
		printed(t, "score", run, "--partial", parts[i])
	}
	printed(t, "score", good, "--iou", ".9", "--partial", strict)
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
		{parts[0] + " " + parts[0], 0, ""},
		{parts[0] + " " + strict, 2, "have different settings, such as iou; choose one with --iou"},
		{parts[0] + " " + strict + " --iou .5", 0, ""},
		{strings.Join(parts, " ") + " --cluster set", 1, ""},
		{good, 2, "too few arguments"},
		{good + " missing.jsonl", 2, "no such file"},
		{good + " " + bad + " --only counting", 2, ""},
		{good + " " + good + " --only counting --allow-untested", 2, ""},
		{good + " " + bad + " --only counting,faithfulness", 1, ""},
		{good + " " + programtest.SmallRun(t, "other"), 2, "no examples in common"},
		{good + " " + bad + " --drop -1", 2, "--drop must be 0 or more, not -1"},
		{good + " " + bad + " --lost -2", 2, "--lost must be -1 or more, not -2"},
		{good + " " + bad + " --drop 2", 2, "--drop 2: a share can't fall that far; write .02 for 2 points"},
		{good + " " + bad + " --level 0", 2, "--level must be between 0 and 1, not 0"},
		{good + " " + bad + " --dorp .1", 2, "did you mean --drop?"},
		{good + " " + bad + " --markdown " + dir, 2, "is not a regular file"},
		{good + " " + bad + " --drop .95 --markdown " + last, 2, "last.md: already exists; use --force"},
		{good + " " + bad + " --drop .95 --markdown " + last + " --force", 0, ""},
	} {
		out, _, err := command(t, append([]string{"gate --trials 400"}, strings.Fields(c.args)...)...)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if code := codeOf(err); code != c.code || !strings.Contains(said, c.says) || (said == "") != (c.says == "") {
			t.Errorf("%s: exit code %d, want %d: %v\n%s", c.args, code, c.code, err, out)
		}
	}
}

// A gate says that it cannot say: where passages are too few for a fall, where three examples
// fall, and where gold or ids do not fit. What is worse wins over that.
func TestGateOfWhatCannotBeSaid(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, n, passages int, id func(i int) int, right func(i int) bool, gold string) string {
		var text strings.Builder
		for i := range n {
			predicted := map[bool]string{true: gold, false: "nothing"}[right(i)]
			passage := ""
			if passages > 0 {
				passage = fmt.Sprintf(`, "passage": "the text %d"`, i%passages)
			}
			const line = `{"id": "q%d", "question": "which?", "answer": {"gold": "%s", "predicted": "%s"}%s}` + "\n"
			fmt.Fprintf(&text, line, id(i), gold, predicted, passage)
		}
		path := filepath.Join(dir, name+".jsonl")
		writeFile(t, path, text.String())
		return path
	}
	own := func(i int) int { return i }
	high, low := func(i int) bool { return i*61%300 < 282 }, func(i int) bool { return i*61%300 < 79 }
	always, never := func(int) bool { return true }, func(int) bool { return false }
	three, fallen := write("three", 3, 0, own, always, "yes"), write("fallen", 3, 0, own, never, "yes")
	whole := write("whole", 40, 0, own, always, "yes")
	twice := func(i int) int { return i % 39 }
	type args struct {
		args string
		code int
		says []string
	}
	list := []args{
		{three + " " + fallen, 2, []string{"rests on 3 independent units and needs 6", "--cluster example", "--allow-untested"}},
		{three + " " + three, 2, []string{"no known picture, passage or set"}},
		{three + " " + fallen + " --allow-untested", 0, []string{"rests on 3 independent units and needs 6"}},
		{three + " " + fallen + " --level .3", 1, []string{"worse: answers overall accuracy"}},
		{whole + " " + whole, 0, []string{"40 of A's 40 examples have no known picture"}},
		{whole + " " + whole + " --cluster example", 0, nil},
		{whole + " " + write("foreign", 40, 0, own, always, "no"), 2,
			[]string{`a different correct answer in B than in A: 40 examples, ["q0" "q1" "q2"]`}},
		{whole + " " + write("worse", 40, 0, own, never, "no"), 1, []string{"a different correct answer", "worse: answers"}},
		{whole + " " + write("fewer", 38, 0, own, always, "yes"), 1, []string{`only in A: 2 examples, ["q38" "q39"]`}},
		{whole + " " + filepath.Join(dir, "fewer.jsonl") + " --lost 2", 0, []string{`only in A: 2 examples, ["q38" "q39"]`}},
		{whole + " " + write("more", 42, 0, own, always, "yes"), 0, []string{`only in B: 2 examples, ["q40" "q41"]`}},
	}
	doubled := write("doubled", 40, 0, twice, always, "yes")
	list = append(list, args{doubled + " " + doubled, 2, []string{`a repeated id in A: 1 example, ["q0"]`}})
	for passages := 1; passages <= 6; passages++ {
		a := write(fmt.Sprint("a", passages), 300, passages, own, high, "yes")
		b := write(fmt.Sprint("b", passages), 300, passages, own, low, "yes")
		code, itself := 2, 2
		if passages == 6 {
			code, itself = 1, 0
		}
		list = append(list, args{a + " " + b, code, []string{"answers overall accuracy 0.263, was 0.940"}}, args{a + " " + a, itself, nil},
			args{a + " " + b + " --cluster example", 1, nil})
	}
	for _, c := range list {
		page := filepath.Join(dir, "gate.md")
		out, _, err := command(t, append(strings.Fields("gate --trials 1000 --force "+c.args), "--markdown", page)...)
		if code := codeOf(err); code != c.code {
			t.Errorf("%s: exit code %d, want %d: %v\n%s", c.args, code, c.code, err, out)
		}
		check.Contains(t, out, c.says...)
		check.Contains(t, readFile(t, page), []string{"B passes: ", "B does not pass: ", "can't tell whether B passes: "}[c.code])
	}
}

// codeOf returns the exit code of a program that ends with an error.
func codeOf(err error) int {
	if exit, ok := errors.AsType[ending.ExitCodeError](err); ok {
		return exit.Code
	}
	if err != nil {
		return 1
	}
	return 0
}
