package commands

import (
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
)

func TestExport(t *testing.T) {
	run := programtest.SmallRun(t, "small")
	programtest.AddMarks(t, run, marks.Change{ID: "b", Module: marks.Whole, Kind: marks.Tag, Text: "a|b_c"},
		marks.Change{ID: "b", Module: marks.Whole, Kind: marks.Note, Text: "look <here>"},
		marks.Change{ID: "b", Module: marks.Whole, Kind: marks.Mark})
	dir := t.TempDir()
	export := func(name string, args ...string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		check.Contains(t, printedAndSaid(t, append([]string{"export", run, "-o", path, "--where", "marked wrong"}, args...)...), "1 example")
		return readFile(t, path)
	}
	lines := strings.Split(strings.TrimSpace(export("x.jsonl")), "\n")
	if ex := gjson.Parse(lines[len(lines)-1]); len(lines) != 2 || ex.Get("id").String() != "b" ||
		ex.Get("tags").String() != `["a|b_c","marked"]` ||
		ex.Get("meta.note").String() != "look <here>" {
		t.Errorf("native:\n%s", strings.Join(lines, "\n"))
	}
	if rows, err := csv.NewReader(strings.NewReader(export("x.csv"))).ReadAll(); err != nil || len(rows) != 2 || rows[1][0] != "b" ||
		strings.Join(rows[1][len(rows[1])-2:], " ") != "a|b_c true" {
		t.Errorf("csv: %v %q", err, rows)
	}
	if text := export("x.md"); !strings.Contains(text, `| b | is there a cat | true | false | wrong | a\|b\_c | – |`) ||
		strings.Contains(text, "| a |") {
		t.Errorf("markdown:\n%s", text)
	}
	check.Contains(t, export("x.tex"), `b & is there a cat & true & false & wrong & a\textbar{}b\_c & --`)
	if text := export("x.out", "--format", "html"); !strings.Contains(text, "look &lt;here&gt;") || !strings.Contains(text, "find[cat]") ||
		!strings.Contains(text, "<svg") {
		t.Errorf("html:\n%s", text)
	}
	refused(t, "exists", "export", run, "-o", filepath.Join(dir, "x.csv"))
	refused(t, "export", "convert", run, "-o", filepath.Join(dir, "y.html"))
}
