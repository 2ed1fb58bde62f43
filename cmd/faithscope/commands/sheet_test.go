package commands

import (
	"fmt"
	"strings"
	"testing"
)

// A sheet has a column for each run, in the colours of the theme, and is no larger than its
// content.
func TestSheet(t *testing.T) {
	const a, b = "demo/nlvr/runs/layer_count/predictions.json.zst", "demo/nlvr/runs/graph_count_decont_pretrain/predictions.json.zst"
	drawn := func(args ...string) string {
		file := newPath(t, "sheet.svg")
		printed(t, append([]string{"sheet", a, b, "--example", "dev-3125-1", "-o", file}, args...)...)
		text := readFile(t, file)
		return text
	}
	usual, green := drawn("--module", "1"), drawn("--module", "1", "--theme", "green-red")
	for _, want := range []string{"layer_count", "graph_count_decont_pretrain", "filter[with four blocks]", "gold found"} {
		if !strings.Contains(usual, want) || !strings.Contains(green, want) {
			t.Errorf("the sheet has no %q", want)
		}
	}
	if strings.Contains(usual, "#23b26b") || !strings.Contains(green, "#23b26b") || len(drawn()) <= len(usual) {
		t.Error("the colours are not those of the theme, or one module takes the room of all")
	}
	refused(t, "is not a theme", "sheet", a, "--example", "dev-3125-1", "--theme", "none", "-o", "x.svg")
}

// A program of thousands of modules is refused before it is drawn: two megabytes each.
func TestSheetIsBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"id": "1", "answer": {"predicted": "a", "gold": "b"},`)
	text.WriteString(`"images": [{"path": "x.png", "width": 9, "height": 9, "proposals": [[0, 0, 1, 1]]}], `)
	text.WriteString(`"program": [{"op": "and", "children": [1]}`)
	for i := 2; i <= 3000; i++ {
		fmt.Fprintf(&text, `, {"op": "find", "output": {"boxes": [[0.5]]}, "children": [%d]}`, i)
	}
	text.WriteString(`, {"op": "find", "output": {"boxes": [[0.5]]}}]}`)
	run := newFile(t, "run.jsonl", text.String())
	refused(t, "a sheet of 3000 modules is too large: select fewer with --module",
		"sheet", run, "--example", "1", "-o", newPath(t, "x.png"))
}
