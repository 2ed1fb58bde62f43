package commands

import (
	"bytes"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/views/viewtest"
)

// command runs a command line and returns what it printed and what it said. The first argument may be
// several words.
func command(t *testing.T, args ...string) (out, said string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(append(strings.Fields(args[0]), args[1:]...))
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	err = cmd.ExecuteContext(t.Context())
	return stdout.String(), stderr.String(), err
}

func TestTagsTravel(t *testing.T) {
	monday, friday := programtest.SmallRun(t, "monday"), programtest.SmallRun(t, "friday")
	programtest.AddMarks(t, monday, marks.Change{ID: "a", Module: marks.Whole, Kind: marks.Tag, Text: "annotation error"},
		marks.Change{ID: "b", Module: 0, Kind: marks.Mark}, marks.Change{ID: "gone", Module: marks.Whole, Kind: marks.Mark})
	file := newPath(t, "tags.jsonl.gz")
	printed(t, "tags export", monday, "-o", file)
	check.Contains(t, printedAndSaid(t, "tags import", file, friday), "3 lines left out")
	check.Contains(t, printedAndSaid(t, "tags import", file, friday, "--any-run"), "friday: 2 lines", "1 line left out")
	want := `{"run":"friday","id":"a","tags":["annotation error"]}` + "\n" + `{"run":"friday","id":"b","module":0,"marked":true}` + "\n"
	check.Equal(t, "exported tags", printed(t, "tags export", friday), want)
	opened := opening.Runs(t.Context(), []string{friday}, opening.Options{})
	defer opened.Close()
	viewtest.Annotate(t, opening.Book(opened.Runs[0], opening.NotDemo, "ben"), "a", 0, marks.Annotation{Counts: []int{1}})
	check.Contains(t, answered(t, "tags export", friday), "not written: the annotations of ben")
}
