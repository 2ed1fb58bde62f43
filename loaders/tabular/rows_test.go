package tabular

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
)

// outline is the examples of a run: "id: predicted/gold verdict", one after the other.
func outline(run *loaders.Run) string {
	var list []string
	for i := range run.Len() {
		ex := run.Example(i)
		list = append(list, fmt.Sprintf("%s: %s/%s %s", ex.ID, ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct))
	}
	return strings.Join(list, ", ")
}

// Rows are found wherever they are.
func TestRowsAnywhere(t *testing.T) {
	row := func(id string) string { return `{"id": "` + id + `", "prediction": "a", "gold": "a"}` }
	rows := strings.Join([]string{row("x"), row("y"), row("z")}, ", ")
	const want = "x: a/a right, y: a/a right, z: a/a right"
	large := strings.Repeat("long ", loaders.HeadSize)
	for why, c := range map[string]struct{ text, columnMap, want string }{
		"a list":           {"[" + rows + "]", "", want},
		"lines":            {strings.ReplaceAll(rows, "}, ", "}\n"), "", want},
		"a comma a line":   {strings.ReplaceAll(rows, "}, ", "},\n") + ",\n", "", want},
		"deep":             {`{"config": {"a": [1, 2]}, "run": {"out.0": {"list": [` + rows + `]}}}`, "", want},
		"beyond the head":  {`{"config": "` + large + `", "list": [` + rows + `]}`, "", want},
		"a long first row": {`{"list": [{"id": "w", "prediction": "a", "gold": "a", "context": "` + large + `"}, ` + rows + `]}`, "", "w: a/a right, " + want},
		"entries":          {`{"x": ` + row("1") + `, "y": ` + row("2") + `, "z": ` + row("3") + `}`, "", want},
		"entries by a map": {`{"x": ` + row("1") + `, "y": ` + row("2") + `}`, "rows=*,predicted=prediction,gold=gold", "x: a/a right, y: a/a right"},
		"entries whose id a map names": {`{"1": ` + row("x") + `, "2": ` + row("y") + `, "3": ` + row("z") + `}`,
			"id=id,predicted=prediction,gold=gold", want},
		"by a map": {`{"runs": [{"list": [{"a": 1}, {"a": 2}, {"a": 3}]}, {"list": [` + rows + `]}]}`,
			"rows=runs[1].list,predicted=prediction,gold=gold", want},
		"a run's row with a list in it": {`{"id": "x", "prediction": "a", "gold": "a", "contexts": [{"t": 1}, {"t": 2}, {"t": 3}]}`, "",
			"x: a/a right"},
	} {
		options := loaders.Options{}
		if c.columnMap != "" {
			options.Named = loaders.Named{"map": c.columnMap}
		}
		run := formats.Open(t, fstest.MapFS{"run": {Data: []byte(c.text)}}, "run", options)
		if got := outline(run); got != c.want {
			t.Errorf("%s: %s, want %s", why, got, c.want)
		}
	}
}
