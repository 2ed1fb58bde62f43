package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"faithscope/scoring/table"
)

// org is a format that the program does not have: tables of Emacs. One value in the list
// is all that a format needs.
var org = table.Format{Name: "org", Ending: ".org", Rows: func(w io.Writer, columns []table.Column) table.RowWriter {
	r := orgRows{w}
	var head []any
	for _, c := range columns {
		head = append(head, c.Name)
	}
	_ = r.Write(head)
	return r
}}

type orgRows struct{ io.Writer }

func (r orgRows) Write(row []any) error {
	line := fmt.Sprintln(strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", row), "[]"), `" "`, "|"))
	_, err := io.WriteString(r.Writer, "|"+line)
	return err
}

func (r orgRows) Close() error { return nil }

// Every command that prints tables has a format that the list has, and every file
// that becomes a table knows its ending.
func TestAFormatIsOneValue(t *testing.T) {
	before := table.Formats
	table.Formats = append(slices.Clip(before), org)
	t.Cleanup(func() { table.Formats = before })
	run := "demo/nlvr/runs/layer_count/predictions.json.zst"
	for _, args := range [][]string{{"score", "--no-intervals"}, {"blame"}, {"slices"}, {"tables"}, {"check"}, {"whatif"}, {"compare", run}} {
		if out := printed(t, append(args, run, "--format", "org")...); !strings.HasPrefix(out, "|") {
			t.Errorf("%s: %s", args[0], out)
		}
	}
	path := newPath(t, "x.org")
	for _, name := range []string{"export", "convert"} {
		printed(t, name, run, "-o", path, "--force")
		if text := readFile(t, path); !strings.HasPrefix(text, `|"id|`) || strings.Count(text, "\n") != 61 {
			t.Errorf("%s: %s", name, text)
		}
	}
}
