package views_test

import (
	"slices"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// Every table sorts, copies, chooses its columns and exports, and columns are remembered for
// tables of the name.
func TestTableActions(t *testing.T) {
	session := viewtest.Sample(t)
	of := &table.Table{Name: "pets", Columns: table.Columns("name", table.Count, "legs")}
	of.Add("cat", 4)
	of.Add("bird", 2)
	s := &widget.Sheet{Cursor: true, Whole: true}
	s.Put(of, session.Look, 80)
	all := session.TableActions("pets", func() *widget.Sheet { return s }, func() *table.Document { return s.Exported("pets") })
	act := func(name string) widget.Action {
		a, ok := widget.First(all, func(a widget.Action) bool { return a.Name == name })
		if !ok || a.Why() != "" && name != "export" {
			t.Fatal(name, a.Why())
		}
		return a
	}
	s.Steer(1)
	act("sort").Run()
	act("copy-row").Run()
	act("copy-cell").Run()
	var copied []string
	for _, msg := range session.Posted() {
		copied = append(copied, msg.(views.CopyToClipboard).Text)
	}
	check.EqualLists(t, "copied", copied, []string{"cat · legs 4", "4"})
	var kept []string
	session.Host.SaveColumns = func(table string, titles []string) error {
		kept = slices.Concat(titles, []string{table})
		return nil
	}
	act("columns").With("-legs")()
	check.EqualLists(t, "kept", kept, []string{"-legs", "pets"})
	again := &widget.Sheet{}
	again.Put(of, session.Look, 80)
	check.Equal(t, "columns without the hidden one", len(again.Columns), 1)
	if values := act("export").Values(); len(values) != len(table.Formats) || values[0] != "pets.txt" {
		t.Errorf("exports %q", values)
	}
	session.Exports("", "pets.csv")
	check.Equal(t, "first file name after an export to .csv", act("export").Values()[0], "pets.csv")
	check.Equal(t, "first ending for examples", session.Endings(".html")[0], ".html")
}
