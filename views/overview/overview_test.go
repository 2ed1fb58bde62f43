package overview

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func overview(t *testing.T, w, h int) *viewtest.Screen {
	t.Helper()
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	return viewtest.New(t, w, h, s, New(s))
}

func TestOverviewShowsScoresAndQuadrant(t *testing.T) {
	s := overview(t, 80, 21)
	s.Want(
		// 11 examples, 7 of 10 answers right; the mean F1 of ten is .40.
		"▸ layer_count     11      .70   .40       –       3    4       1    2      1",
		// No answer has a verdict. The losses are -log(.9) and -log(.1).
		"  lexical          2        –     –    1.20       –    –       –    –      2",
		"layer_count  answers .70 of 10 · 1 problem (key !)",
		"A small model, trained on six thousand sentences.",
		"3  30 %", "4  40 %", "1  10 %", "2  20 %",
	)
	s.Press("j")
	s.Want("lexical  answers –", "find", "loss")
}

func TestOverviewIsUsefulBeforeScoring(t *testing.T) {
	session := viewtest.Sample(t)
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Want("layer_count", "lexical", "scoring, 0 of 11", "answers")
	viewtest.ReadAll(t, session)
	s.Send(views.Refresh{})
	s.Want("3  30 %")
	if strings.Contains(s.Text(), "scoring") {
		t.Errorf("still scoring:\n%s", s.Text())
	}
}

func TestOverviewOpensWhatIsSelected(t *testing.T) {
	// What a number rests on is gathered once the list is open.
	rests := func(name, value string) examples.Filter {
		return examples.Filter{Only: []int{}, Named: name, Opened: []views.Step{views.Do("rests-on", value)}}
	}
	for _, test := range []struct {
		name string
		keys string
		run  int
		want examples.Filter
	}{
		{"right but unfaithful is selected at the start", "enter", 0, examples.Filter{Where: "right unfaithful"}},
		{"left of it right and faithful", "h enter", 0, examples.Filter{Where: "right faithful"}},
		{"then the loss, which this run does not have, and recall", "h h h enter", 0, rests("recall", "module-boxes recall overall")},
		{"then precision, and F1", "h h h h h enter", 0, rests("F1", "module-boxes f1 overall")},
		{"then the answers, of which the wrong ones are listed", "h h h h h h enter", 0, examples.Filter{Where: "wrong"}},
		{"then all of the run", "h h h h h h h enter", 0, examples.Filter{}},
		{"further left there is nothing", "h h h h h h h h h enter", 0, examples.Filter{}},
		{"right of it the share of the right ones", "l enter", 0, examples.Filter{Where: "right unfaithful"}},
		{"then wrong but faithful", "l l enter", 0, examples.Filter{Where: "wrong faithful"}},
		{"wrong and unfaithful by arrows", "right right right enter", 0, examples.Filter{Where: "wrong unfaithful"}},
		{"without a verdict", "l l l l enter", 0, examples.Filter{Where: `quadrant="no verdict"`}},
		{"in the quadrant of the next run, whose answers nobody judged", "j tab tab enter", 1, examples.Filter{Where: "-judged unfaithful"}},
		{"one key for right but unfaithful", "h h x", 0, examples.Filter{Where: "right unfaithful"}},
		{"one key for all", "e", 0, examples.Filter{}},
		{"the F1 of all modules", "tab enter", 0, rests("F1", "module-boxes f1 overall")},
		{"that of a module type", "tab j enter", 0, rests("F1 of find", "module-boxes f1 find")},
		{"its precision", "tab j l enter", 0, rests("precision of find", "module-boxes precision find")},
		{"its recall", "tab j l l enter", 0, rests("recall of find", "module-boxes recall find")},
		{"and by the quadrant and the worst right answers back to the runs", "tab j tab tab tab enter", 0, examples.Filter{Where: "right unfaithful"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := overview(t, 80, 21)
			s.Press(strings.Fields(test.keys)...)
			if len(s.Pushed) != 1 {
				t.Fatalf("%d views were opened, want 1; %v", len(s.Pushed), s.Flash)
			}
			run, filter := s.Pushed[0].(*examples.List).Shows()
			if run != test.run || !reflect.DeepEqual(filter, test.want) {
				t.Errorf("opened run %d under %+v, want run %d under %+v", run, filter, test.run, test.want)
			}
		})
	}
}

func TestOverviewClicksSelectThenOpen(t *testing.T) {
	s := overview(t, 132, 37)
	s.Click("1  10 %")
	if len(s.Pushed) != 0 {
		t.Fatal("one click opened the cell")
	}
	s.Click("1  10 %")
	want := examples.Filter{Where: "wrong faithful"}
	if len(s.Pushed) != 1 || !reflect.DeepEqual(shown(s), want) {
		t.Errorf("two clicks opened %v", s.Pushed)
	}
}

// The module table is the selected run's, also where the mouse selected it.
func TestOverviewFollowsTheMouse(t *testing.T) {
	keys := overview(t, 132, 37)
	keys.Press("j")
	clicks, wheel := overview(t, 132, 37), overview(t, 132, 37)
	clicks.Click("lexical")
	wheel.Frame.Wheels[0].Scroll(1)
	wheel.Draw()
	wheel.Draw()
	for name, s := range map[string]*viewtest.Screen{"a click": clicks, "the wheel": wheel} {
		if s.Text() != keys.Text() {
			t.Errorf("%s shows\n%s\nwant\n%s", name, s.Text(), keys.Text())
		}
	}
}

func TestOverviewFollowsSettings(t *testing.T) {
	for _, test := range []struct {
		name, keys string
		wants      []string
	}{
		{"over .8 nothing is predicted", "p p p p p p p", []string{"7  70 %", "3  30 %", "p>.85", "0   0 %"}},
		{"and back", "p p p p p p p 0", []string{"3  30 %", "p>.50"}},
		{"a bar of 0 makes all faithful", "B B B B B B B B B B", []string{"right     7  70 %", "wrong     3  30 %", "bar .00"}},
		{"the best any model could do", "U", []string{"7  70 %", "UPPER BOUND"}},
		{"cumulative counts", "a", []string{"cumulative a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := overview(t, 132, 37)
			s.Press(strings.Fields(test.keys)...)
			text := s.Text()
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
	s.Press("tab", "j", "j")
	if got, want := s.View.Status(), "filter: no filter"; !strings.HasPrefix(got, want) || strings.Contains(got, "IoU") {
		t.Errorf("status is %q, want %q and so on, and no settings", got, want)
	}
}

func TestOverviewDropsStaleScores(t *testing.T) {
	s := overview(t, 80, 21)
	stale := s.View.(*screen).Compute()
	s.Press("p")
	s.Send(stale())
	if got := s.View.(*screen).Under.Threshold; got != .55 {
		t.Errorf("scores under p > %v are shown, want .55", got)
	}
}

func TestOverviewWithoutRuns(t *testing.T) {
	session := viewtest.Of(t)
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Want("no run is open")
	s.Press("j", "enter", "x", "e", "tab", "l")
	if len(s.Pushed) != 0 {
		t.Errorf("%d views were opened", len(s.Pushed))
	}
}

func TestQuadrantWithoutColour(t *testing.T) {
	overview(t, 132, 37).Want(
		"  answer   faithful  not faithful  unknown   n",
		"▸ right     3  30 %       4  40 %        0   7",
		"  wrong     1  10 %       2  20 %        0   3",
		"  unknown         0             0        1   1",
		"  n               4             6        1  11",
	)
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
	session := viewtest.Sample(t)
	run := viewtest.RunOf("sum_count", viewtest.BoxExample("ex-1", true, true))
	session.Runs = append(session.Runs, viewtest.Scored(run))
	viewtest.ReadAll(t, session)
	s := viewtest.New(t, 132, 37, session, New(session))
	s.Want(
		"  F1 by module                  overall  find  filter  with-relation  relocate",
		"▸ layer_count                       .40   .40       –              –         –",
		"  sum_count                        1.00  1.00       –              –         –",
	)
	if strings.Contains(s.Text(), "loss by module") {
		t.Errorf("a run is compared with none:\n%s", s.Text())
	}
	small := viewtest.New(t, 80, 21, session, New(session))
	if strings.Contains(small.Text(), "by module") {
		t.Errorf("half a table is drawn:\n%s", small.Text())
	}
}

func TestOverviewTellsAllAboutARun(t *testing.T) {
	s := overview(t, 80, 21)
	s.Press("j", "d")
	note := viewtest.New(t, 80, 22, s.Session, s.Pushed[0])
	note.Want("path      data/lexical.json", "examples  2 read of 2 found", "answers   no example says whether its answer is right")
}

// Scores arrive in pieces; the overview does not go over all of them for
// every piece.
func TestOverviewComputesForNewsOnly(t *testing.T) {
	s := overview(t, 80, 21)
	v := s.View.(*screen)
	before := v.Request
	s.Send(views.Refresh{})
	if v.Request != before {
		t.Error("computed again without any news")
	}
	s.Session.Run(0).Problems.Add(loaders.Problem{File: "x"})
	s.Send(views.Refresh{})
	if v.Request != before+1 {
		t.Error("a new problem is not news")
	}
	s.Press("i")
	if v.Request != before+2 {
		t.Error("other settings are not news")
	}
}

func TestOverviewSaysThatFilesDidNotOpen(t *testing.T) {
	s := overview(t, 80, 21)
	s.Session.Unopened = []loaders.Problem{{File: "a.json", What: loaders.Quote("not a run")}}
	if got := s.View.Status(); !strings.HasPrefix(got, "1 file did not open (key !)") {
		t.Errorf("status is %q", got)
	}
}

// shown returns the filter of the list that was opened.
func shown(s *viewtest.Screen) examples.Filter {
	_, filter := s.Pushed[0].(*examples.List).Shows()
	return filter
}

// Every setting stands at the top, of the bars that of the selected run, with no
// second copy in the status line.
func TestOverviewSaysSettingsOnce(t *testing.T) {
	s := overview(t, 132, 21)
	s.Session.Settings.Inclusive, s.Session.Settings.NegativeIoU, s.Session.Settings.FaithfulMass = true, .3, .4
	s.Press("U")
	s.Want("UPPER BOUND U   inclusive   bar .50 B‹›b   p>.50 P‹›p   IoU>.50 (bad<.30) I‹›i   example a")
	s.Press("j")
	s.Want("bar mass .40 B‹›b   IoU>.50 (bad<.30) I‹›i")
	s.Without("P‹›p", "example a") // which move nothing here
	s.Press("k")
	if got := s.View.Status(); got != "" {
		t.Errorf("status is %q", got)
	}
}

// What a number rests on is listed the worst first, with what each example
// scores in it, and follows the settings.
func TestOverviewListsWhatANumberRestsOn(t *testing.T) {
	near := low("near") // found below p .35
	ex := viewtest.BoxExample("half", true, true)
	ex.Program[1].Gold.Boxes[0] = append(ex.Program[1].Gold.Boxes[0], loaders.Box{X0: .8, Y0: .8, X1: .9, Y1: .9})
	other := viewtest.BoxExample("other", true, true)
	other.Program[1].Op = "filter"
	s := wrongs(t, 132, 37, viewtest.BoxExample("good", true, true), ex, near, other)
	s.Press("tab", "j", "l", "l", "enter")
	list := viewtest.New(t, 132, 20, s.Session, s.Pushed[0])
	list.Want("3 of 4 [recall of find] · worst first", "fnd recall")
	rows := func() (ids []string) {
		for _, line := range strings.Split(list.Text(), "\n")[2:5] {
			ids = append(ids, strings.Fields(strings.TrimPrefix(line, "▸"))[0])
		}
		return ids
	}
	if got := rows(); !slices.Equal(got, []string{"near", "half", "good"}) {
		t.Errorf("the worst first are %v", got)
	}
	for range 4 {
		list.Press("P")
	}
	if got := rows(); !slices.Equal(got, []string{"half", "good", "near"}) {
		t.Errorf("under p > .30 the worst first are %v", got)
	}
}

// The runs are sorted by the selected number; those that lack a verdict stand
// apart and say so.
func TestOverviewSortsRuns(t *testing.T) {
	session := viewtest.Of(t,
		answersRun("anli", 3, 1, 0),
		viewtest.RunOf("bad", low("a"), low("b")), viewtest.RunOf("good", viewtest.BoxExample("a", true, true)), viewtest.RunOf("mid", low("a"), viewtest.BoxExample("b", true, true)))
	s := viewtest.New(t, 132, 37, session, New(session))
	order := func() (names []string) {
		for _, line := range strings.Split(s.Text(), "\n")[3:7] {
			names = append(names, strings.Fields(strings.TrimPrefix(line, "▸"))[0])
		}
		return names
	}
	s.Want("anli  no faithfulness")
	if got := order(); !slices.Equal(got, []string{"bad", "good", "mid", "anli"}) {
		t.Errorf("unsorted they are %v", got)
	}
	s.Press("h", "h") // F1: P and R have no room here
	for _, want := range [][]string{{"bad", "mid", "good", "anli"}, {"good", "mid", "bad", "anli"}, {"bad", "good", "mid", "anli"}} {
		s.Press("s")
		if got := order(); !slices.Equal(got, want) {
			t.Errorf("sorted they are %v, want %v", got, want)
		}
	}
}

// Runs that do not fit are counted, and so are modules.
func TestOverviewCountsWhatDoesNotFit(t *testing.T) {
	var runs []*loaders.Run
	for i := range 20 {
		runs = append(runs, viewtest.RunOf(fmt.Sprint("run", i), low("a")))
	}
	session := viewtest.Of(t, runs...)
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Want("run ↓ 1")
	s.Press("G")
	s.Without("run ↓")
}

// All columns of the modules show at 80 columns, each over its numbers.
func TestOverviewShowsCausesAtEightyColumns(t *testing.T) {
	s := wrongs(t, 80, 21, low("a"), emptied("b"))
	s.Want("module", "F1     P     R  first  wrong  used  empty  why wrong", "find", "1      1     2      1  ▓▓▓▓")
}

// Enter on one of the worst right answers opens it, with the list of all below.
func TestOverviewOpensAWorstRightAnswer(t *testing.T) {
	s := wrongs(t, 132, 37, low("a"), viewtest.BoxExample("b", true, true))
	s.Press("tab", "tab", "tab")
	if s.View.(*screen).focus != &s.View.(*screen).failures {
		t.Fatal("tab does not lead to the worst right answers")
	}
	s.Press("enter")
	if len(s.Pushed) != 2 {
		t.Fatalf("%d views were opened, want the list and the example", len(s.Pushed))
	}
	if want := (examples.Filter{Where: rightUnfaithful}); !reflect.DeepEqual(shown(s), want) {
		t.Errorf("the list is under %+v, want %+v", shown(s), want)
	}
	viewtest.New(t, 100, 30, s.Session, s.Pushed[1]).Want("low p")
}
