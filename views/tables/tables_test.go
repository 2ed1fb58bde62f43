package tables_test

import (
	"strings"
	"testing"

	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/tables"
	"faithscope/views/viewtest"
)

// list is the last list that a screen opened.
func list(t *testing.T, sc *viewtest.Screen) *examples.List {
	t.Helper()
	if len(sc.Pushed) > 0 {
		if list, ok := sc.Pushed[len(sc.Pushed)-1].(*examples.List); ok {
			viewtest.New(t, 100, 30, sc.Session, list)
			return list
		}
	}
	t.Fatalf("no list was opened, but %d screens", len(sc.Pushed))
	return nil
}

func TestACellLeadsToItsExamples(t *testing.T) {
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	sc := viewtest.New(t, 120, 30, s, tables.New(s, "", 0))
	sc.Want("Subramanian et al. 2020, Table 1", "nmn-1", "nmn-2", "layer_count", "upper bound", ".70")
	sc.Without("lexical") // a run of spans
	sc.Press("l", "l", "l", "enter")
	rows := list(t, sc)
	if run, _ := rows.Shows(); run != 0 || rows.Steps()[1].Value() != "module-boxes f1 overall" {
		t.Errorf("run %d, %q", run, rows.Steps())
	}
	sc.Press("n")
	sc.Want("Table 2", "lexical")
	sc.Press("n", "l", "enter") // Table 4, precision
	if s.Settings.Average != scoring.Cumulative || list(t, sc).Steps()[1].Value() != "module-boxes precision overall" {
		t.Errorf("the list is averaged over %s, %q", s.Settings.Average, list(t, sc).Steps())
	}
	if got := sc.View.(views.Stepped).Steps()[0].String(); got != "tables nmn-4" {
		t.Errorf("steps %q", got)
	}
	sc.Press("j")
	if got := sc.View.Status(); !strings.HasPrefix(got, "upper bound, P: 1.00 · n 10") {
		t.Errorf("status %q", got)
	}
	sc.Press("enter")
	if !s.Settings.UpperBound {
		t.Error("the examples of the upper bound are those of the run")
	}
	sc.Click("nmn-2")
	sc.Want("Table 2")
}

func TestATableByName(t *testing.T) {
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	viewtest.New(t, 80, 21, s, tables.New(s, "", 1)).Want("Table 2", "lexical") // the first that has the run
	viewtest.New(t, 80, 21, s, tables.New(s, "nmn-6", 0)).Want("Table 6", "negative IoU of 1e-8")
	sc := viewtest.New(t, 80, 21, s, tables.New(s, "scn-1", 0))
	if sc.Want("Table 1"); len(sc.Flash) != 1 || !strings.Contains(sc.Flash[0].Text, "scn-1") {
		t.Errorf("said %v", sc.Flash)
	}
	sc.Press("v")
	if len(sc.Flash) != 2 || !strings.Contains(sc.Flash[1].Text, "for certain") {
		t.Errorf("said %v of the paper's numbers", sc.Flash)
	}
}

// Examples that are read while the tables are laid out are in them in the end.
func TestTablesFollowTheReading(t *testing.T) {
	s := viewtest.Sample(t)
	v := tables.New(s, "", 0)
	sc := viewtest.New(t, 120, 30, s, v)
	sc.Without("layer_count")
	stale := v.Init() // is computed below, with nothing read
	late := stale()
	viewtest.ReadAll(t, s)
	sc.Send(views.Refresh{}) // which finds it still computing
	sc.Without("layer_count")
	sc.Send(late)
	sc.Want("layer_count", ".70")
}
