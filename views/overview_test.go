package views

import (
	"image"
	"reflect"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

func overview(t *testing.T, w, h int) *screen {
	t.Helper()
	s := readAll(t, sampleSession(t))
	return newScreen(t, w, h, s, NewOverview(s))
}

func TestOverviewShowsScoresAndQuadrant(t *testing.T) {
	s := overview(t, 80, 21)
	s.want(
		// 11 examples, 7 of 10 answers right; the mean F1 of ten is .40.
		"▸ layer_count      11      .70   .40      –       3      4       1      2      1",
		// No answer has a verdict. The losses are -log(.9) and -log(.1).
		"  lexical           2        –     –   1.20       –      –       –      –      2",
		"layer_count  answers .70 of 10 · 1 problem (key !)",
		"A small model, trained on six thousand sentences.",
		"3  30 %", "4  40 %", "1  10 %", "2  20 %",
	)
	s.press("j")
	s.want("lexical  answers –", "find", "loss")
}

func TestOverviewIsUsefulBeforeScoring(t *testing.T) {
	session := sampleSession(t)
	s := newScreen(t, 80, 21, session, NewOverview(session))
	s.want("layer_count", "lexical", "scoring, 0 of 11", "answers")
	readAll(t, session)
	s.send(Refresh{})
	s.want("3  30 %")
	if strings.Contains(s.text(), "scoring") {
		t.Errorf("still scoring:\n%s", s.text())
	}
}

func TestOverviewOpensWhatIsSelected(t *testing.T) {
	below := func(bar float64) ExampleFilter {
		return ExampleFilter{Below: []ModuleBelow{{Type: "find", Bar: bar}}}
	}
	for _, test := range []struct {
		name string
		keys string
		run  int
		want ExampleFilter
	}{
		{"right but unfaithful is selected at the start", "enter", 0, ExampleFilter{Answer: loaders.Right, Faithful: loaders.Wrong}},
		{"left of it right and faithful", "h enter", 0, ExampleFilter{Answer: loaders.Right, Faithful: loaders.Right}},
		{"then all of the run", "h h enter", 0, ExampleFilter{}},
		{"further left there is nothing", "h h h h enter", 0, ExampleFilter{}},
		{"right of it wrong but faithful", "l enter", 0, ExampleFilter{Answer: loaders.Wrong, Faithful: loaders.Right}},
		{"wrong and unfaithful by arrows", "right right enter", 0, ExampleFilter{Answer: loaders.Wrong, Faithful: loaders.Wrong}},
		{"without a verdict", "l l l enter", 0, ExampleFilter{NoVerdict: true}},
		{"the nearest cell of the next run, whose answers nobody judged", "j enter", 1, ExampleFilter{Unjudged: true, Faithful: loaders.Wrong}},
		{"one key for right but unfaithful", "h h x", 0, ExampleFilter{Answer: loaders.Right, Faithful: loaders.Wrong}},
		{"one key for all", "e", 0, ExampleFilter{}},
		{"what is unfaithful overall", "tab enter", 0, ExampleFilter{Faithful: loaders.Wrong}},
		{"a module type under the bar", "tab j enter", 0, below(.5)},
		{"a module type under a bar that was moved", "B tab j enter", 0, below(.45)},
		{"and back to the runs", "tab j tab enter", 0, ExampleFilter{Answer: loaders.Right, Faithful: loaders.Wrong}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := overview(t, 80, 21)
			s.press(strings.Fields(test.keys)...)
			if len(s.pushed) != 1 {
				t.Fatalf("%d views were opened, want 1; %v", len(s.pushed), s.flash)
			}
			list := s.pushed[0].(*Examples)
			if list.run != test.run || !reflect.DeepEqual(list.filter, test.want) {
				t.Errorf("opened run %d under %+v, want run %d under %+v", list.run, list.filter, test.run, test.want)
			}
		})
	}
}

func TestOverviewClicksSelectThenOpen(t *testing.T) {
	s := overview(t, 132, 37)
	s.click("1  10 %")
	if len(s.pushed) != 0 {
		t.Fatal("one click opened the cell")
	}
	s.click("1  10 %")
	want := ExampleFilter{Answer: loaders.Wrong, Faithful: loaders.Right}
	if len(s.pushed) != 1 || !reflect.DeepEqual(s.pushed[0].(*Examples).filter, want) {
		t.Errorf("two clicks opened %v", s.pushed)
	}
}

// The module table is the selected run's, also where the mouse selected it.
func TestOverviewFollowsTheMouse(t *testing.T) {
	keys := overview(t, 132, 37)
	keys.press("j")
	clicks, wheel := overview(t, 132, 37), overview(t, 132, 37)
	clicks.click("lexical")
	wheel.run(wheel.frame.Wheels[0].Scroll(1))
	wheel.draw()
	for name, s := range map[string]*screen{"a click": clicks, "the wheel": wheel} {
		if s.text() != keys.text() {
			t.Errorf("%s shows\n%s\nwant\n%s", name, s.text(), keys.text())
		}
	}
}

func TestOverviewFollowsSettings(t *testing.T) {
	for _, test := range []struct {
		name, keys string
		wants      []string
	}{
		{"over .8 nothing is predicted", "p p p p p p p", []string{"7  70 %", "3  30 %", "p > .85", "0   0 %"}},
		{"and back", "p p p p p p p 0", []string{"3  30 %", "p > .50"}},
		{"a bar of 0 makes all faithful", "B B B B B B B B B B", []string{"answer right  │            7  70 %", "answer wrong  │            3  30 %", "bar .00"}},
		{"the best any model could do", "U", []string{"7  70 %", "UPPER BOUND"}},
		{"cumulative counts", "a", []string{"average cumulative"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := overview(t, 132, 37)
			s.press(strings.Fields(test.keys)...)
			text := s.text() + "\n" + s.view.Status()
			for _, want := range test.wants {
				if !strings.Contains(text, want) {
					t.Errorf("no %q on screen:\n%s", want, text)
				}
			}
		})
	}
}

func TestOverviewSaysWhyANumberIsMissing(t *testing.T) {
	s := overview(t, 80, 21)
	s.press("tab", "j", "j")
	if got, want := s.view.Status(), "filter: no filter"; !strings.HasPrefix(got, want) {
		t.Errorf("status is %q, want %q and so on", got, want)
	}
}

func TestOverviewDropsStaleScores(t *testing.T) {
	s := overview(t, 80, 21)
	stale := s.view.(*Overview).shown
	s.press("p")
	s.send(stale)
	if got := s.view.(*Overview).shown.settings.Threshold; got != .55 {
		t.Errorf("scores under p > %v are shown, want .55", got)
	}
}

func TestOverviewWithoutRuns(t *testing.T) {
	session := &Session{Settings: scoring.Defaults()}
	s := newScreen(t, 80, 21, session, NewOverview(session))
	s.want("no run is open")
	s.press("j", "enter", "x", "e", "tab", "l")
	if len(s.pushed) != 0 {
		t.Errorf("%d views were opened", len(s.pushed))
	}
}

func TestQuadrantWithoutColour(t *testing.T) {
	s := overview(t, 80, 21)
	var got []string
	at := s.view.(*Overview).layout(image.Rect(0, 0, 80, 21)).quadrant
	for _, line := range strings.Split(s.text(), "\n")[at.Min.Y : at.Min.Y+quadrantHeight] {
		got = append(got, strings.TrimRight(string([]rune(line + strings.Repeat(" ", 80))[:at.Dx()]), " "))
	}
	want := []string{
		"         faithful       not faithful",
		"       ┌──────────────┬──────────────┐",
		"right  │     3  30 %  │▸    4  40 %  │      7",
		"       │  ███         │  ▒▒▒▒        │",
		"       ├──────────────┼──────────────┤",
		"wrong  │     1  10 %  │     2  20 %  │      3",
		"       │  ▓           │  ░░          │",
		"       └──────────────┴──────────────┘",
		"             4              6              10",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		n, all int
		want   string
	}{{0, 782, "0 %"}, {1, 782, "<1 %"}, {4, 782, "1 %"}, {391, 782, "50 %"}, {782, 782, "100 %"}} {
		if got := widget.Percent(test.n, test.all); got != test.want {
			t.Errorf("%d of %d is %q, want %q", test.n, test.all, got, test.want)
		}
	}
}

func TestOverviewComparesRunsWhereThereIsRoom(t *testing.T) {
	session := sampleSession(t)
	run := runOf("sum_count", boxExample("ex-1", true, true))
	session.Runs = append(session.Runs, scoredRun(run))
	readAll(t, session)
	s := newScreen(t, 132, 37, session, NewOverview(session))
	s.want(
		"  F1 by module                  overall   find  filter  with-relation  relocate",
		"▸ layer_count                       .40    .40       –              –         –",
		"  sum_count                        1.00   1.00       –              –         –",
	)
	if strings.Contains(s.text(), "loss by module") {
		t.Errorf("a run is compared with none:\n%s", s.text())
	}
	small := newScreen(t, 80, 21, session, NewOverview(session))
	if strings.Contains(small.text(), "by module") {
		t.Errorf("half a table is drawn:\n%s", small.text())
	}
}

func TestComparisonFindsTheBest(t *testing.T) {
	row := func(xs ...scoring.Value) comparedRun {
		return comparedRun{values: map[string]scoring.Value{"find": xs[0], "filter": xs[1], "relocate": scoring.Undefined("none")}}
	}
	c := comparison{rows: []comparedRun{
		row(scoring.Defined(3), scoring.Undefined("none")), row(scoring.Defined(2), scoring.Defined(5)), row(scoring.Defined(4), scoring.Undefined("none")),
	}, better: func(string) scoring.Direction { return scoring.Lower }}
	for _, test := range []struct {
		of   string
		want float64
		ok   bool
	}{{"find", 2, true}, {"filter", 5, true}, {"relocate", 0, false}} {
		if got, ok := c.best(test.of); got != test.want || ok != test.ok {
			t.Errorf("the best of %s is %v, %v, want %v, %v", test.of, got, ok, test.want, test.ok)
		}
	}
}

func TestOverviewTellsAllAboutARun(t *testing.T) {
	s := overview(t, 80, 21)
	s.press("j", "d")
	note := newScreen(t, 80, 22, s.session, s.pushed[0])
	note.want("path      data/lexical.json", "examples  2 read of 2 found", "answers   no example says whether its answer is right")
}

// Scores arrive in pieces; the overview does not go over all of them for
// every piece.
func TestOverviewComputesForNewsOnly(t *testing.T) {
	s := overview(t, 80, 21)
	v := s.view.(*Overview)
	before := v.request
	s.send(Refresh{})
	if v.request != before {
		t.Error("computed again without any news")
	}
	s.session.Run(0).Problems.Add(loaders.Problem{File: "x"})
	s.send(Refresh{})
	if v.request != before+1 {
		t.Error("a new problem is no news")
	}
	s.press("i")
	if v.request != before+2 {
		t.Error("other settings are no news")
	}
}

func TestOverviewSaysThatFilesDidNotOpen(t *testing.T) {
	s := overview(t, 80, 21)
	s.session.Unopened = []loaders.Problem{{File: "a.json", What: "not a run"}}
	if got := s.view.Status(); !strings.HasPrefix(got, "1 file did not open (key !)") {
		t.Errorf("status is %q", got)
	}
}
