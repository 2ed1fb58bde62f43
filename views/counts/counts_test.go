package counts

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// question has a gold count; the model's is the sum of scores, none for nil.
func question(id string, gold string, scores ...float64) *loaders.Example {
	ex := &loaders.Example{
		ID: id, Question: "how many dogs are there?", Answer: loaders.Answer{Gold: gold},
		Images: []loaders.Image{{Width: 100, Height: 100}}, Program: []loaders.Module{{Op: "count", Text: "dogs"}},
	}
	for k := range scores {
		x := float64(k) / 10
		ex.Images[0].Proposals = append(ex.Images[0].Proposals, loaders.Box{X0: x, Y0: x, X1: x + .1, Y1: x + .1})
	}
	if scores != nil {
		ex.Program[0].Output.Boxes = [][]float64{scores}
	}
	return ex
}

// threeRuns are two runs with counts, of which the first has a question without a
// prediction, and one without any between them.
func threeRuns(t *testing.T) *views.Session {
	t.Helper()
	return viewtest.Of(t,
		viewtest.RunOf("scn", question("one", "1", 1), question("uno", "1", .6, .4), question("double", "1", 1, .9), question("two", "2", 1, 1),
			question("missed", "3", 1, .2), question("more", "20", 1, 1, 1), question("silent", "3")),
		viewtest.RunOf("boxes", viewtest.BoxExample("ex", true, true)),
		viewtest.RunOf("other", question("one", "1", 1, 1), question("two", "2", 1, 1), question("three", "3", 1, 1)))
}

func TestCountsShowTheConfusion(t *testing.T) {
	s := threeRuns(t)
	v := viewtest.New(t, 120, 30, s, New(s, 0))
	v.Want("scn  50 % of 6 questions right", "gold, by predicted   1   2  3  n",
		"▸ 1                   ✓2   1  ·  3", "  2                    ·  ✓1  ·  1", "  3                    1   ·  ·  1", "  >15                  ·   ·  1  1", "  n                    3   2  1  6",
		"accuracy · odd-even (fewer odd)", "accuracy · even-odd (fewer even)", "⡀", "90 %")
	for _, row := range []string{"scn", "other"} {
		if !strings.Contains(v.Text(), row) {
			t.Errorf("the runs lack %s:\n%s", row, v.Text())
		}
	}
	if got := v.View.Status(); got != "1 question: gold 1, predicted 2, 33 % of that gold count" {
		t.Errorf("status %q", got)
	}
}

// Every cell opens a list of as many examples as it says.
func TestACellListsItsExamples(t *testing.T) {
	for _, run := range []int{0, 2} {
		s := threeRuns(t)
		v := viewtest.New(t, 120, 30, s, New(s, run))
		of := v.View.(*screen)
		rows, columns := len(of.cross.Of.Rows), len(of.cross.Of.Columns)-1
		for y := range rows {
			for x := range columns {
				v.Press("g")
				for range columns {
					v.Press("h")
				}
				for range y {
					v.Press("j")
				}
				for range x {
					v.Press("l")
				}
				before := len(v.Pushed)
				n := of.cross.Cell().Value.(int)
				v.Press("enter")
				if n == 0 {
					if last := v.Flash[len(v.Flash)-1].Text; last != "the cell has no example" || len(v.Pushed) > before {
						t.Errorf("an empty cell says %q", last)
					}
					continue
				}
				list := viewtest.New(t, 100, 20, s, v.Pushed[before])
				if got := strings.Count(list.Text(), "how many dogs"); got != n {
					t.Errorf("run %d, cell %v of %d: the list has %d\n%s", run, []int{x, y}, n, got, list.Text())
				}
			}
		}
	}
}

// Of the second run's questions one in three is even and right, the odd ones are
// wrong: where nothing but even counts are left, all of it is right.
func TestCurvesAreOfTheShift(t *testing.T) {
	s := threeRuns(t)
	v := viewtest.New(t, 120, 30, s, New(s, 2))
	v.Want("90 % less", "other")
	of := v.View.(*screen)
	value := func(k, percent int) string {
		x, ok := of.Shown.runs[2].accuracy[k][percent].Float()
		if !ok {
			return of.Shown.runs[2].accuracy[k][percent].Why()
		}
		return fmt.Sprintf("%.2f", x)
	}
	for _, c := range []struct {
		k, percent int
		want       string
	}{{0, 0, "0.33"}, {0, 100, "1.00"}, {1, 0, "0.33"}, {1, 100, "0.00"}} {
		if got := value(c.k, c.percent); got != c.want {
			t.Errorf("%s at %d %%: %s, want %s", strategies[c.k], c.percent, got, c.want)
		}
	}
	v.Press(">", ">")
	v.Want("100 % less", "1.00   .00")
	v.Press("<", "<", "<")
	v.Want("85 % less")
	if of.Shown.runs[1].counts {
		t.Error("a run without counting questions has counts")
	}
}

func TestTabGoesToTheNextRunWithCounts(t *testing.T) {
	s := threeRuns(t)
	v := viewtest.New(t, 120, 30, s, New(s, 0))
	v.Press("tab")
	v.Want("other  33 % of 3 questions right")
	if got := views.JoinSteps(v.View.(views.Stepped).Steps()); got != "run other; counts" {
		t.Errorf("the steps to it are %q", got)
	}
	v.Press("tab")
	v.Want("scn  50 % of 6 questions right")
	v.Click("other")
	v.Want("other  33 % of 3 questions right")
}

func TestOneOfBothOnANarrowScreen(t *testing.T) {
	s := threeRuns(t)
	v := viewtest.New(t, 50, 21, s, New(s, 0))
	v.Want("gold, by predicted   1   2  3  n")
	v.Press("f")
	v.Want("odd-even", "even-odd", "⠤")
	if strings.Contains(v.Text(), "gold") {
		t.Errorf("both are shown:\n%s", v.Text())
	}
	v.Press("enter")
	if len(v.Pushed) > 0 {
		t.Error("enter opens a cell that is not shown")
	}
}

func TestCountsFitAnywhere(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 10}, {80, 21}, {200, 60}} {
		s := threeRuns(t)
		v := viewtest.New(t, size[0], size[1], s, New(s, 0))
		for _, keys := range []string{"G", "l", "f", ">", "tab", "g"} {
			v.Press(keys)
			v.Fits()
		}
	}
	hostile := viewtest.Hostile(t)
	v := viewtest.New(t, 80, 21, hostile, New(hostile, 0))
	v.Fits()
	v.Want("the run has no answers to counting")
	v.Press("j", "enter", "tab", "f")
	none := &views.Session{Settings: scoring.Defaults(), Look: hostile.Look}
	viewtest.New(t, 80, 21, none, New(none, 0)).Want("no run is open")
}
