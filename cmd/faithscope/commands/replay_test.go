package commands

import (
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/scoring/marks"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
)

// What a person did on one run is done again on another, and the report has
// what they saw.
func TestNotebookIsReplayed(t *testing.T) {
	args := programtest.CopiedRun(t, "layer_count")
	notes := filepath.Join(t.TempDir(), "monday.txt")
	cmd := exec.Command("faithscope", args...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	term := screentest.Start(t, programtest.Wide, cmd)
	term.WaitFor("· 60")
	term.Wait("the scores", func() bool { return !strings.Contains(term.Text(), "scoring ") })
	term.Type("x")
	term.WaitFor("of 60 [right] [unfaithful]")
	term.Type("<<\r") // two steps: the last is noted
	term.WaitFor("p ‹.40›")
	var id []string
	term.Wait("an example", func() bool {
		id = regexp.MustCompile(`› (dev-\S+)`).FindStringSubmatch(term.Text())
		return id != nil
	})
	term.Type("t")
	term.WaitFor("tag:")
	term.Type("low p\r")
	term.WaitFor(id[1] + ": tagged low p")
	term.Type(":notebook " + notes + "\r")
	term.WaitFor("written: /") // a program is said as it was written
	term.Type("Q")
	term.WaitForEnd()

	text, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"filter 'right unfaithful'", "set threshold 0.4", "goto " + id[1] + "; open", "tag " + id[1] + " 'low p'"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the notebook has no %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "0.45") {
		t.Errorf("a step by the way is noted:\n%s", text)
	}
	page := filepath.Join(t.TempDir(), "monday.html")
	if _, said, err := command(t, "replay", notes, "-o", page); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	html, err := os.ReadFile(page)
	if err != nil || strings.Count(string(html), "<svg") < 2 || !strings.Contains(string(html), id[1]+": tag low p") ||
		strings.Contains(string(html), "failed") {
		t.Errorf("the report (%v):\n%.3000s", err, html)
	}

	friday := programtest.DemoArgs(programtest.FaithfulRun)
	md := filepath.Join(t.TempDir(), "friday.md")
	if _, said, err := command(t, append(append([]string{"replay", notes}, friday...), "-o", md)...); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	report, err := os.ReadFile(md)
	if err != nil || !strings.Contains(string(report), "On graph\\_count\\_decont\\_pretrain.") ||
		!strings.Contains(string(report), "of 60 [right] [unfaithful]") {
		t.Errorf("on another run (%v):\n%s", err, report)
	}
	picture, err := os.Open(md + ".files/1.png")
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	if _, err := png.Decode(picture); err != nil {
		t.Error(err)
	}
}

func TestReplaySaysWhatCannotBeDone(t *testing.T) {
	run := programtest.SmallRun(t, "small")
	replay := func(text string, more ...string) (string, error) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "n.txt")
		if err := os.WriteFile(path, []byte("# notebook\n"+text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, _, err := command(t, append([]string{"replay", path}, more...)...)
		return out, err
	}
	out, err := replay(
		"# Look\\nhere *now*\nexamples; goto nobody\nexamples; goto b; open\nreport convert --out=x\nreport score --gold=/etc/passwd\nreport "+
			"score --where=wrong --no-intervals\n"+
			"tag-module b 0 'low p'\ntag\n",
		run,
		"--write-tags",
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`here \*now\*`, "Line 3 of the notebook failed", "nobody", "find[cat]", "convert is not among",
		"Line 6 of the notebook", "accuracy | 0.000", "b, module 0: tag low p (written to 1 run)", "Line 9"} {
		if !strings.Contains(out, want) {
			t.Errorf("the report has no %q:\n%s", want, out)
		}
	}
	book, err := marks.Open(marks.Location{Beside: marks.Beside(run)})
	if err != nil || !book.Module("b", 0).Has("low p") || book.Count() != 1 {
		t.Errorf("the tag was not written: %v", err)
	}
	for text, want := range map[string]string{
		"files https://example.org/x": "command line",
		"files 'x":                    "line 2",
	} {
		if _, err := replay(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// What a notebook says of a table's columns is not kept for the next table, which
// may be another person's.
func TestNotebookLeavesNoMap(t *testing.T) {
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	dir := t.TempDir()
	rows, notes := filepath.Join(dir, "t.csv"), filepath.Join(dir, "n.txt")
	for path, text := range map[string]string{
		rows:  "q,g,p\nWhat?,yes,no\n",
		notes: "# notebook\n" + views.Do(views.LineFiles, rows, "--map=question=q,gold=p,predicted=g").String() + "\nexamples\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, said, err := command(t, "replay", notes); err != nil || !strings.Contains(out, "What?") {
		t.Fatalf("%v %s\n%s", err, said, out)
	}
	if left, err := os.ReadDir(config); err != nil || len(left) > 0 {
		t.Errorf("the configuration has %v, %v", left, err)
	}
}

// FuzzNotebook reads any notebook: no line is read as two things, and none
// leads outside of what a notebook may do.
func FuzzNotebook(f *testing.F) {
	f.Add("# x\nfiles a --gold=b\nruns n\nexamples; open\ntag id text\nreport score '--where=a b'\n")
	f.Add("tag-module x -1 y\nnote 'it'\\''s' z\n;;;#\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := parseNotebook(text)
		if err != nil {
			return
		}
		if len(b.lines) > strings.Count(text, "\n")+1 {
			t.Fatal("more lines than there are")
		}
		for _, l := range b.lines {
			if again, err := views.ParseSteps(views.JoinSteps(l.steps)); err != nil || !slices.EqualFunc(again, l.steps, func(a, b views.Step) bool {
				return a.String() == b.String()
			}) {
				t.Errorf("%q is written as %q and read as %q: %v", l.steps, views.JoinSteps(l.steps), again, err)
			}
			for _, step := range l.steps {
				if c, ok := views.ChangeOf(step); ok && c.Module < marks.Whole {
					t.Errorf("module %d", c.Module)
				}
			}
		}
	})
}

// A comparison that a person looked at is in the notebook, and the report has it
// as the command prints it: of the runs that stand for those of the notebook.
func TestNotebookCompares(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("faithscope", programtest.SmallRun(t, "sum_count"), programtest.SmallRun(t, "layer_count"))
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	term := screentest.Start(t, programtest.Wide, cmd)
	term.WaitFor("layer_count")
	term.Wait("the scores", func() bool { return !strings.Contains(term.Text(), "scoring ") })
	term.Type(":compare sum_count against layer_count\r")
	term.WaitFor("[4 Compare]")
	term.Type("j") // the same view
	notes := filepath.Join(t.TempDir(), "monday.txt")
	term.Type(":notebook " + notes + "\r")
	term.WaitFor("written: ")
	term.Type("Q")
	term.WaitForEnd()
	text, err := os.ReadFile(notes)
	if err != nil || strings.Count(string(text), "\nreport compare sum_count layer_count\n") != 1 ||
		!strings.Contains(string(text), "; compare 'sum_count against layer_count'\n") {
		t.Fatalf("the notebook (%v):\n%s", err, text)
	}

	last := exec.Command("faithscope", "replay", "--last")
	last.Env = cmd.Env
	if out, err := last.Output(); err != nil || !strings.Contains(string(out), "# notebook.txt\n\nOn ") ||
		!strings.Contains(string(out), "## compare sum\\_count, layer\\_count\n") {
		t.Errorf("the last session (%v):\n%s", err, out)
	}

	friday := []string{programtest.SmallRun(t, "thursday"), programtest.SmallRun(t, "friday")}
	got, said, err := command(t, append([]string{"replay", notes}, friday...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	want, _, err := command(t, append([]string{"compare", "--format=markdown"}, friday...)...)
	if err != nil || !strings.Contains(got, want) || strings.Contains(got, "failed") {
		t.Errorf("the report (%v):\n%s\nlacks\n%s", err, got, want)
	}
}

// What-if steps are steps: replaying them shows what the change made of the
// answer. Files that a notebook writes go to a new folder, by their own names.
func TestNotebookChangesAndWrites(t *testing.T) {
	args := programtest.DemoArgs("sum_count")
	notes := filepath.Join(t.TempDir(), "n.txt")
	elsewhere := filepath.Join(t.TempDir(), "far", "away.csv")
	text := "# notebook\nexamples; goto 1; open; what-if; set-module 0 cut 0.25\nexamples; filter wrong; export " + elsewhere + "\n"
	if err := os.WriteFile(notes, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	into := filepath.Join(t.TempDir(), "files")
	out, said, err := command(t, append([]string{"replay", notes, "--files", into}, args...)...)
	if err != nil || strings.Contains(out, "failed") || !strings.Contains(out, "1 change:") {
		t.Fatalf("%v %s\n%s", err, said, out)
	}
	if text, err := os.ReadFile(filepath.Join(into, "away.csv")); err != nil || !strings.Contains(string(text), "predicted") {
		t.Errorf("the export: %v\n%.200s", err, text)
	}
	if _, err := os.Stat(elsewhere); err == nil {
		t.Error("a file was written where the notebook said")
	}
	if _, _, err := command(t, append([]string{"replay", notes, "--files", into}, args...)...); err == nil {
		t.Error("the folder was there, and written to again")
	}
	if err := os.RemoveAll(into); err != nil {
		t.Fatal(err)
	}
	if again, _, err := command(t, append([]string{"replay", notes, "--files", into}, args...)...); err != nil || again != out {
		t.Errorf("replayed once more (%v), the report is\n%s\nand was\n%s", err, again, out)
	}
}
