package example

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// Nothing that the record has stays hidden, whatever module is selected.
func TestAboutListsTheWholeRecord(t *testing.T) {
	ex := towerExample()
	ex.Kind, ex.Explanation, ex.Logical = "count_qtype", "there are only two", "(equal 3 (count all))"
	ex.Tags, ex.Groups, ex.Entailed = []string{"odd"}, []string{"g7"}, []string{"dev-2", "dev-3"}
	ex.Answer.Scores, ex.Meta = map[string]float64{"em": .5}, map[string]string{"writer": "7\x1b[2J"}
	ex.Program[0].Output.Options = []loaders.Option{{Name: "no", Probability: .25}, {Name: "yes", Probability: .75}}
	all := []string{
		"▾ about", "count_qtype", "there are only two", "module-boxes", "precision .80 · recall .67", "yes .75", "no .25",
		"EM .50", "odd", "group", "g7", "entails 2", "not found", "writer",
	}
	sc, _ := open(t, 132, 70, ex)
	sc.Want(all...)
	sc.Press("home")
	sc.Want(all...)
	sc.Press(":about")
	sc.Want("▸ about")
	sc.Without("count_qtype")
	sc.Press(":about")
	sc.Want(all...)

	small, _ := open(t, 80, 18, ex)
	small.Want("▸ about: 11 facts (tab)")
	small.Press("tab", "tab", "z")
	small.Want("about dev-1", "count_qtype", "not found")
}

// An example without a program has the block below its evidence.
func TestAboutWithoutProgram(t *testing.T) {
	ex := reviewExample()
	ex.Kind = "review"
	sc, _ := open(t, 100, 30, ex)
	sc.Want("shap     ·     -▃ ████ ▅▅▅▅", "about", "explanation: dull is what nobody")
}

// What the header and the program say is not said again.
func TestAboutOmitsWhatTheHeaderShows(t *testing.T) {
	sc, _ := open(t, 132, 50, towerExample())
	sc.Want("F1 .73 ≥ .50 ● faithful", "elsewhere", "precision .80 · recall .67")
	sc.Without("accuracy", "F1 .73 ·", "faithful 1.00", "wrong 1 of 2 modules", "elsewhere 1", "answers ")
}

// A cursor goes through what leads on: a number to what it rests on, a word to
// what has the same, a run to its own example; and the key explains each.
func TestAboutLinksToExamples(t *testing.T) {
	ex := towerExample()
	ex.Kind, ex.Entailed, ex.Answer.Scores = "count_qtype", []string{"dev-2"}, map[string]float64{"exact match": .5}
	sc, v := open(t, 80, 22, ex)
	sc.Press("tab", "tab")
	if v.panes.focus != aboutPane {
		t.Fatalf("pane %d has the focus", v.panes.focus)
	}
	var leads []FactLink
	parts := 0
	for _, r := range v.panes.about.rows {
		parts += len(r.parts)
	}
	for i, n := 0, 0; i < parts; i++ {
		sc.Want(v.panes.about.selectedPart().text[:min(6, len(v.panes.about.selectedPart().text))]) // what does not fit scrolls
		if to := v.panes.about.selectedPart().FactLink; to != (FactLink{}) {
			leads = append(leads, to)
			sc.Press("enter")
			check.Equal(t, "enter leads to", sc.Flash[n].Text, fmt.Sprint(0, 0, to))
			n++
		}
		sc.Press("l")
	}
	number := func(protocol, metric string) FactLink {
		return FactLink{Number: views.MetricName{Protocol: protocol, Metric: metric, Of: "overall"}}
	}
	want := []FactLink{
		{Where: `kind="count_qtype"`}, {By: `score["exact match"]`},
		number("module-boxes", "precision"), number("module-boxes", "recall"), {Where: `image="dev-1.png"`},
	}
	check.EqualLists(t, "the facts lead to", leads, want)
	for sc.Press("home"); !strings.HasPrefix(v.panes.about.selectedPart().text, "recall"); {
		sc.Press("l")
	}
	sc.Press(".")
	sc.Want("recall · dev-1", "0.666667", "gold boxes with a predicted box on them", "one example, so there is no interval")
	for sc.Press("esc", "G"); v.panes.about.selectedPart().By != `score["exact match"]`; {
		sc.Press("k")
	}
	sc.Press(".")
	sc.Want("about dev-1", "exact match .50", "the number comes from the run's file", "lists the run's examples by this value, lowest")
	sc.Press("esc", "esc")
	if v.panes.focus != programPane {
		t.Error("esc does not go back to the program")
	}
	sc, _ = open(t, 132, 40, ex)
	sc.Click("recall .67")
	sc.Click("recall .67")
	sc.WantSaid(fmt.Sprint(0, 0, want[3]))
}

// What other runs did on the example leads to their examples.
func TestAboutLinksToOtherRuns(t *testing.T) {
	worse := towerExample()
	worse.Program[3].Output.Boxes[0] = []float64{0, 0, 0, 0, 0}
	s := viewtest.Of(t, viewtest.RunOf("one", towerExample()), viewtest.RunOf("two", worse))
	v := New(s, 0, 0, short(1)).(*exampleScreen)
	sc := viewtest.New(t, 132, 40, s, v)
	sc.Press("tab", "tab")
	sc.Want("one ✗● .73", "two ✗○ .25")
	sc.Press("G", "k", "k", "l", ".")
	sc.Want("dev-1", "F1 .25 < .50")
	sc.Press("esc", "enter")
	if run, _ := v.Shows(); run != 1 {
		t.Errorf("run %d is shown", run)
	}
}

// A fact has as many lines of metrics as there is room for, and a long name yields to its number.
func TestAboutShowsTheMetricsThatFit(t *testing.T) {
	var metrics []factPart
	for i := range 9 {
		metrics = append(metrics, factPart{fmt.Sprintf("a metric with a long name %d .50", i), FactLink{Number: views.MetricName{Metric: "m"}}})
	}
	var a aboutBlock
	a.replaceRows([]exampleFact{{"kind", []factPart{{text: "simple"}}}, {"counting", metrics}}, widget.Style{})
	for _, test := range []struct {
		height, wantMost int
		want             string
	}{{40, 9, ""}, {11, 9, ""}, {10, 8, "2 more"}, {6, 4, "6 more"}, {4, leastMetrics, "7 more"}} {
		a.fitTo(image.Rect(0, 0, 36, test.height))
		text := asBlanks(a.factEntry(1).Text)
		isWhole := strings.HasPrefix(text, "a metric with a lo… .50") && strings.HasSuffix(strings.TrimSpace(text), test.want)
		if min(a.most, 9) != test.wantMost || !isWhole {
			t.Errorf("%d lines: %d of metrics, %q, want %d and %q", test.height, a.most, text, test.wantMost, test.want)
		}
	}
}
